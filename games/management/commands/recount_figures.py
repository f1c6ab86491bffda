"""Takes down anew what every player did in every ended game, for the pages of members."""

from typing import Any

from django.core.management.base import BaseCommand

from games.people.services.figures import recount_figures


class Command(BaseCommand):
    help = (
        "Takes down anew what every player did in every ended game: results, scores, bingos, best"
        " plays, words. Needed once for games that ended before there were such figures."
    )

    def handle(self, **_options: Any) -> None:
        self.stdout.write(f"{recount_figures()} games.")
