"""Connects the signals of ``games.duplicate`` and registers its pages' topic."""

from django.apps import AppConfig


class DuplicateConfig(AppConfig):
    name = "games.duplicate"
    label = "games_duplicate"
    verbose_name = "Duplicate"

    def ready(self) -> None:
        from games.duplicate.live.topics import register_duplicate_games
        from games.duplicate.perspective.running_games import list_running_duplicates
        from games.duplicate.services import account_changes, outages
        from games.duplicate.services.running_boards import list_running_boards
        from games.play.services.running_positions import add_board_source
        from games.play.signals import outage_ended
        from games.play.terms.running_games import add_running_games
        from games.players.signals import (
            export_requested,
            player_left,
            player_merged,
            player_renamed,
        )

        register_duplicate_games()
        add_running_games(list_running_duplicates)
        add_board_source(list_running_boards)
        uid = "games.duplicate"
        player_merged.connect(account_changes.keep_better_entries, dispatch_uid=uid)
        player_left.connect(account_changes.forget_player, dispatch_uid=uid)
        player_renamed.connect(account_changes.show_new_name, dispatch_uid=uid)
        export_requested.connect(account_changes.export_duplicate_data, dispatch_uid=uid)
        outage_ended.connect(outages.put_off_turns, dispatch_uid=uid)
