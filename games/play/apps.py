"""Connects the signals of ``games.play`` and registers what other domains look up."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "games.play"
    label = "games_play"
    verbose_name = "Play"

    def ready(self) -> None:
        from games.play.live.topics import register_rooms
        from games.play.perspective.notification_kinds import NOTIFICATION_KINDS
        from games.play.services import local_players
        from games.play.services.table_members import refresh_rooms_of_blocked
        from games.players.services.notifications import register_kinds
        from games.players.signals import block_changed, export_requested, player_left

        register_kinds(*NOTIFICATION_KINDS)
        block_changed.connect(refresh_rooms_of_blocked, dispatch_uid="games.play")
        player_left.connect(local_players.erase_local_names, dispatch_uid="games.play")
        export_requested.connect(local_players.export_local_names, dispatch_uid="games.play")
        register_rooms()
