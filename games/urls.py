"""Addresses of all domains, one include each; the namespace is "games"."""

from django.urls import include, path

app_name = "games"

urlpatterns = [
    path("", include("games.lobby.urls")),
    path("", include("games.accounts.urls")),
    path("", include("games.mail.urls")),
    path("", include("games.disputes.urls")),
    path("", include("games.play.urls")),
    path("", include("games.chat.urls")),
    path("", include("games.moderation.urls")),
    path("", include("games.computers.urls")),
    path("", include("games.analysis_board.urls")),
    path("", include("games.uploads.urls")),
    path("", include("games.records.urls")),
    path("", include("games.puzzles.urls")),
    path("", include("games.daily.urls")),
    path("", include("games.analysis.urls")),
    path("", include("games.people.urls")),
    path("", include("games.duplicate.urls")),
    path("", include("games.events.urls")),
    path("", include("games.broadcasts.urls")),
    path("", include("games.clubs.urls")),
    path("", include("games.leagues.urls")),
    path("", include("games.study.urls")),
    path("", include("games.push.urls")),
    path("", include("games.api.urls")),
]
