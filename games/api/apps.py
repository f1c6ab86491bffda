"""Connects the signals of ``games.api`` and registers what other domains look up."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "games.api"
    label = "games_api"
    verbose_name = "API"

    def ready(self) -> None:
        from games.api.services import data_erasure
        from games.players.signals import export_requested, player_left, sessions_ended

        sessions_ended.connect(data_erasure.close_bot_sockets, dispatch_uid="games.api")
        player_left.connect(data_erasure.erase_api_data, dispatch_uid="games.api")
        export_requested.connect(data_erasure.export_api_data, dispatch_uid="games.api")
