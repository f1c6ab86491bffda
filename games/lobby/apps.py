"""Connects the signals of ``games.lobby`` and registers what other domains look up."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    name = "games.lobby"
    label = "games_lobby"
    verbose_name = "Lobby"

    def ready(self) -> None:
        from games.lobby.live import register_lobby

        register_lobby()
