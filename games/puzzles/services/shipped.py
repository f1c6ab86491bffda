"""The puzzles every site starts with, so that the first visitor finds some: positions and figures
alone, cut from games of computer players by ``manage.py cut_puzzles --ship``."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from games.puzzles.cuttings import Candidate, Cutting
from games.puzzles.models import Kind, Puzzle
from games.puzzles.services.quarries import keep_puzzles
from games.rules.game import GameState
from lexicon.models import Lexicon

SHIPPED = Path(__file__).parent.parent / "data" / "shipped.json"
DICTIONARY = "en-open"
"""The shipped dictionary they were cut with; another one has other answers."""


def load_shipped() -> int:
    """Write them where there are no puzzles at all; returns how many."""
    lexicon = Lexicon.objects.select_related("current_revision").filter(slug=DICTIONARY).first()
    if lexicon is None or lexicon.current_revision is None or Puzzle.objects.exists():
        return 0
    return keep_puzzles(read_shipped(), lexicon.current_revision)


def read_shipped() -> list[Cutting]:
    """The puzzles of the file."""
    return [_read(data) for data in json.loads(SHIPPED.read_text(encoding="utf-8"))]


def write_shipped(cuttings: Iterable[Cutting]) -> None:
    """Replace the file."""
    lines = ",\n".join(json.dumps(_write(one), ensure_ascii=False) for one in cuttings)
    SHIPPED.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def _write(cutting: Cutting) -> dict[str, Any]:
    return {
        "kind": cutting.kind,
        "state": cutting.state.to_json(),
        "seat": cutting.seat,
        "best": [asdict(one) for one in cutting.best],
        "answers": cutting.answers,
        "worth": cutting.worth,
        "level": cutting.level,
    }


def _read(data: dict[str, Any]) -> Cutting:
    return Cutting(
        kind=Kind(data["kind"]),
        state=GameState.from_json(data["state"]),
        seat=data["seat"],
        best=tuple(Candidate(**one | {"words": tuple(one["words"])}) for one in data["best"]),
        answers=tuple((position, tiles) for position, tiles in data["answers"]),
        worth=data["worth"],
        level=data["level"],
    )
