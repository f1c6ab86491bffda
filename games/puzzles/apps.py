"""Connects the signals of ``games.puzzles`` and registers what other domains look up."""

from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    name = "games.puzzles"
    label = "games_puzzles"
    verbose_name = "Puzzles"

    def ready(self) -> None:
        from games.play.signals import game_ended
        from games.players.signals import export_requested, player_left, player_merged
        from games.puzzles.services import account_changes, puzzle_sources
        from games.uploads.signals import upload_shared

        game_ended.connect(puzzle_sources.add_ended_game, dispatch_uid="games.puzzles")
        upload_shared.connect(puzzle_sources.add_shared_upload, dispatch_uid="games.puzzles")
        player_merged.connect(account_changes.keep_better_attempts, dispatch_uid="games.puzzles")
        player_left.connect(account_changes.erase_puzzle_data, dispatch_uid="games.puzzles")
        export_requested.connect(account_changes.export_puzzle_data, dispatch_uid="games.puzzles")
