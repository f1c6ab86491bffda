"""URLs of members' pages, past games, following and leaderboards."""

from django.urls import path

from games.people.views import follows, leaderboards, past_games, profiles

urlpatterns = [
    path("games/past/", past_games.list_own_past_games, name="past_games"),
    path("games/past/<path:name>/", past_games.list_past_games_of, name="past_games_of"),
    path("r/<slug:code>/past/", past_games.list_past_games_in, name="past_games_in"),
    path("players/<path:name>/", profiles.show_profile, name="profile"),
    path("privacy/", profiles.edit_privacy, name="privacy"),
    path("following/", follows.show_followed, name="following"),
    path("following/online/", follows.show_followed_here, name="followed_online"),
    path("following/<uuid:player_id>/", follows.follow_member, name="follow"),
    path("following/<uuid:player_id>/end/", follows.unfollow_member, name="unfollow"),
    path("ratings/", leaderboards.show_leaderboards, name="leaderboards"),
    path(
        "ratings/<slug:variant>/<slug:language>/<slug:speed>/",
        leaderboards.show_leaderboard,
        name="leaderboard",
    ),
]
