"""``manage.py make_puzzles``: make puzzles from games that computer players play in memory."""

from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.kernel_warmup import compile_kernels
from games.puzzles.jobs.extraction import extract_puzzles
from games.puzzles.jobs.selfplay import play_self_game
from games.puzzles.models import PuzzleKind
from games.puzzles.services.puzzle_sources import save_puzzles
from games.puzzles.services.shipped_puzzles import load_shipped_puzzles, write_shipped_puzzles
from games.puzzles.terms.candidates import PuzzleCandidate
from games.rules.equipment.tiles import load_tile_set
from games.rules.positions.variants import VARIANTS
from lexicon.models import Lexicon, Revision
from lexicon.store import open_lexicon


class Command(BaseCommand):
    help = "Let computer players play games in memory and make puzzles from them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=5)
        parser.add_argument("--variant", choices=sorted(VARIANTS), default="scrabble")
        parser.add_argument("--tiles", help="code of the tile set; default: the variant's own")
        parser.add_argument("--lexicon", default="en-open", help="slug of a dictionary")
        parser.add_argument("--seats", type=int, default=2)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--shipped",
            action="store_true",
            help="load the shipped puzzles where there are no puzzles yet",
        )
        parser.add_argument(
            "--ship", action="store_true", help="write the puzzles to ship, for all English games"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["shipped"]:
            if made := load_shipped_puzzles():
                self.stdout.write(f"{made} puzzles loaded.")
            return
        compile_kernels()
        revision = self._find_revision(options["lexicon"])
        if options["ship"]:
            found = [
                candidate
                for variant in ("scrabble", "qwibble")
                for candidate in self._make_puzzles(
                    revision, **options | {"variant": variant, "tiles": None}
                )
            ]
            write_shipped_puzzles(found)
            return
        candidates = self._make_puzzles(revision, **options)
        self.stdout.write(f"{save_puzzles(candidates, revision)} puzzles saved.")

    def _find_revision(self, slug: str) -> Revision:
        lexicon = Lexicon.objects.select_related("current_revision").filter(slug=slug).first()
        if lexicon is None or lexicon.current_revision is None:
            raise CommandError(f"There is no dictionary {slug!r}, or it is empty.")
        return lexicon.current_revision

    def _make_puzzles(self, revision: Revision, **options: Any) -> list[PuzzleCandidate]:
        variant = VARIANTS[options["variant"]]
        tiles = options["tiles"] or variant.tile_set
        words = open_lexicon(revision.pk, load_tile_set(tiles).faces)
        candidates: list[PuzzleCandidate] = []
        start, seed = perf_counter(), options["seed"]
        for number in range(seed, seed + options["games"]):
            history = play_self_game(words, variant.id, tiles, options["seats"], number)
            candidates += extract_puzzles(history, words, list(PuzzleKind))
        seconds = perf_counter() - start
        self.stdout.write(f"{options['games']} games, {len(candidates)} puzzles in {seconds:.0f} s")
        return candidates
