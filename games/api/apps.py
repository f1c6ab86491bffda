"""Connects the signals of ``games.api`` and registers what other domains look up."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "games.api"
    label = "games_api"
    verbose_name = "API"

    def ready(self) -> None:
        from games.api.services import account_changes
        from games.players.signals import export_requested, player_left, sessions_ended

        sessions_ended.connect(account_changes.close_bot_sockets, dispatch_uid="games.api")
        player_left.connect(account_changes.erase_api_data, dispatch_uid="games.api")
        export_requested.connect(account_changes.export_api_data, dispatch_uid="games.api")
