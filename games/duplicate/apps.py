"""Connects the signals of ``games.duplicate`` and registers its pages' topic."""

from django.apps import AppConfig


class DuplicateConfig(AppConfig):
    name = "games.duplicate"
    label = "games_duplicate"
    verbose_name = "Duplicate"

    def ready(self) -> None:
        from games.duplicate.live.topics import register_duplicate_games

        register_duplicate_games()
