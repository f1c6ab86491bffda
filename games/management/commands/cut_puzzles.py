"""Cut puzzles from games that computer players play in memory."""

from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.warm import warm
from games.puzzles.cutting import cut
from games.puzzles.cuttings import Cutting
from games.puzzles.models import Kind
from games.puzzles.selfplay import play_course
from games.puzzles.services.quarries import keep_puzzles
from games.puzzles.services.shipped import load_shipped, write_shipped
from games.rules.tiles import load_tile_set
from games.rules.variants import VARIANTS
from lexicon.models import Lexicon, Revision
from lexicon.store import open_lexicon


class Command(BaseCommand):
    help = "Let computer players play games in memory and cut puzzles from them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=5)
        parser.add_argument("--variant", choices=sorted(VARIANTS), default="scrabble")
        parser.add_argument("--tiles", help="code of the tile set; default: the variant's own")
        parser.add_argument("--lexicon", default="en-open", help="slug of a dictionary")
        parser.add_argument("--seats", type=int, default=2)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--shipped", action="store_true", help="load what is shipped where there are none"
        )
        parser.add_argument(
            "--ship", action="store_true", help="write the puzzles to be shipped: all English games"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["shipped"]:
            if made := load_shipped():
                self.stdout.write(f"{made} puzzles loaded.")
            return
        warm()
        revision = self._find_revision(options["lexicon"])
        if options["ship"]:
            found = [
                cutting
                for variant in ("scrabble", "qwibble")
                for cutting in self._cut(revision, **options | {"variant": variant, "tiles": None})
            ]
            write_shipped(found)
            return
        cuttings = self._cut(revision, **options)
        self.stdout.write(f"{keep_puzzles(cuttings, revision)} puzzles kept.")

    def _find_revision(self, slug: str) -> Revision:
        lexicon = Lexicon.objects.select_related("current_revision").filter(slug=slug).first()
        if lexicon is None or lexicon.current_revision is None:
            raise CommandError(f"There is no dictionary {slug!r} with words.")
        return lexicon.current_revision

    def _cut(self, revision: Revision, **options: Any) -> list[Cutting]:
        variant = VARIANTS[options["variant"]]
        tiles = options["tiles"] or variant.tile_set
        words = open_lexicon(revision.pk, load_tile_set(tiles).faces)
        cuttings: list[Cutting] = []
        start, seed = perf_counter(), options["seed"]
        for number in range(seed, seed + options["games"]):
            course = play_course(words, variant.id, tiles, options["seats"], number)
            cuttings += cut(course, words, list(Kind))
        seconds = perf_counter() - start
        self.stdout.write(f"{options['games']} games, {len(cuttings)} puzzles in {seconds:.0f} s")
        return cuttings
