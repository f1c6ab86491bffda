"""Connects the signals of ``games.broadcasts``, and registers its topics."""

from django.apps import AppConfig


class BroadcastsConfig(AppConfig):
    name = "games.broadcasts"
    label = "games_broadcasts"
    verbose_name = "Broadcasts"

    def ready(self) -> None:
        from games.broadcasts.live.topics import register_broadcasts
        from games.broadcasts.services import account_changes
        from games.players.signals import export_requested, player_left, player_merged

        register_broadcasts()
        uid = "games.broadcasts"
        player_merged.connect(account_changes.keep_one_scorekeeper, dispatch_uid=uid)
        player_left.connect(account_changes.stop_keeping_scores, dispatch_uid=uid)
        export_requested.connect(account_changes.export_annotation_data, dispatch_uid=uid)
