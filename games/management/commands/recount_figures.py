"""``manage.py recount_figures``: rebuild the game statistics that profiles show."""

from typing import Any

from django.core.management.base import BaseCommand

from games.people.services.game_statistics import rebuild_game_statistics


class Command(BaseCommand):
    help = (
        "Recount every player's statistics in every finished game: results, scores, bingos, "
        "best plays and words. Needed once, for games that ended before statistics were stored."
    )

    def handle(self, **_options: Any) -> None:
        self.stdout.write(f"{rebuild_game_statistics()} games recounted.")
