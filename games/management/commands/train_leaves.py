"""``manage.py train_leaves en``: learn the values of leaves by self-play, and write their file."""

import json
from argparse import ArgumentParser
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from games.engine.kernel_position import make_game_arrays
from games.engine.kernels.arrays import GraphArrays
from games.engine.leaves import (
    LEAVES_FOLDER,
    estimate_leave_model,
    train_leave_model,
    write_leave_model,
)
from games.management.word_lists import WORDS_HELP, open_word_graph
from games.rules.equipment.tiles import load_tile_set
from games.rules.positions.variants import VARIANTS, Variant


class Command(BaseCommand):
    help = "Let static players play each other and fit leave values to the results."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tile_set", help="code of the tile set, for example en")
        parser.add_argument("--words", default="en-open", help=WORDS_HELP)
        parser.add_argument(
            "--variant", help="variant to play; default: the one that uses this tile set"
        )
        parser.add_argument("--games", type=int, default=6000, help="games per generation")
        parser.add_argument("--generations", type=int, default=3)

    def handle(self, *args: Any, **options: Any) -> None:
        code = options["tile_set"]
        variant = self._find_variant(code, options["variant"])
        words = open_word_graph(options["words"], code)
        alphabet = words.alphabet
        setting = make_game_arrays(
            variant.id, code, variant.layouts[0], variant.exchange_minimums[0], alphabet
        )
        model = train_leave_model(
            GraphArrays(words.nodes, words.arcs),
            setting,
            estimate_leave_model(load_tile_set(code), alphabet),
            options["generations"],
            options["games"],
            self._report_progress,
        )
        if not np.isfinite(model.single).all():
            raise CommandError("The fit failed. Play more games.")
        note = (
            f"Made by train_leaves from {options['generations']} generations of"
            f" {options['games']} games of self-play with the list {options['words']}."
        )
        path = LEAVES_FOLDER / f"{code}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(write_leave_model(model, alphabet, note), ensure_ascii=False, indent=0)
        path.write_text(text + "\n", encoding="utf-8")
        self.stdout.write(f"Wrote {path}")

    def _find_variant(self, code: str, chosen: str | None) -> Variant:
        if chosen is not None and chosen not in VARIANTS:
            raise CommandError(f"Unknown variant {chosen!r}.")
        usual = (variant for variant in VARIANTS.values() if variant.tile_set == code)
        return VARIANTS[chosen] if chosen else next(usual, VARIANTS["scrabble"])

    def _report_progress(self, done: int, total: int) -> None:
        if done % 1000 == 0:
            self.stdout.write(f"{done}/{total} games")
