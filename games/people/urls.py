"""Addresses of people's pages."""

from django.urls import path

from games.people.views import following, leaderboards, past, profiles

urlpatterns = [
    path("games/past/", past.mine, name="past"),
    path("games/past/<path:name>/", past.of_member, name="past_of"),
    path("r/<slug:code>/past/", past.in_room, name="past_in"),
    path("players/<path:name>/", profiles.profile, name="profile"),
    path("privacy/", profiles.privacy, name="privacy"),
    path("following/", following.followed, name="following"),
    path("following/here/", following.here, name="here"),
    path("following/<uuid:player_id>/", following.follow, name="follow"),
    path("following/<uuid:player_id>/end/", following.unfollow, name="unfollow"),
    path("ratings/", leaderboards.leaderboards, name="leaderboards"),
    path(
        "ratings/<slug:variant>/<slug:language>/<slug:speed>/",
        leaderboards.leaderboard,
        name="leaderboard",
    ),
]
