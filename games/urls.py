"""Addresses of all domains, one include each; the namespace is "games"."""

from django.urls import include, path

app_name = "games"

urlpatterns = [
    path("", include("games.lobby.urls")),
    path("", include("games.mail.urls")),
    path("", include("games.disputes.urls")),
    path("", include("games.play.urls")),
    path("", include("games.computers.urls")),
    path("", include("games.records.urls")),
]
