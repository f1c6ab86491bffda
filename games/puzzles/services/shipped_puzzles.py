"""Puzzles shipped with the project, so that the first visitors to a new site find some.

They hold only positions and values, extracted from games of computer players by ``manage.py
make_puzzles --ship``.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from games.puzzles.models import Puzzle, PuzzleKind
from games.puzzles.services.puzzle_sources import save_puzzles
from games.puzzles.terms.candidates import CandidatePlay, PuzzleCandidate
from games.rules.flow.game import GameState
from lexicon.models import Lexicon

SHIPPED_FILE = Path(__file__).parent.parent / "data" / "shipped.json"
SHIPPED_DICTIONARY = "en-open"
"""The dictionary they were made with. Their answers would be wrong in any other."""


def load_shipped_puzzles() -> int:
    """Save the shipped puzzles if there are none at all, and return their number."""
    lexicon = (
        Lexicon.objects.select_related("current_revision").filter(slug=SHIPPED_DICTIONARY).first()
    )
    if lexicon is None or lexicon.current_revision is None or Puzzle.objects.exists():
        return 0
    return save_puzzles(read_shipped_puzzles(), lexicon.current_revision)


def read_shipped_puzzles() -> list[PuzzleCandidate]:
    """Read the puzzles from the file."""
    return [_parse_candidate(data) for data in json.loads(SHIPPED_FILE.read_text(encoding="utf-8"))]


def write_shipped_puzzles(candidates: Iterable[PuzzleCandidate]) -> None:
    """Replace the file."""
    lines = ",\n".join(
        json.dumps(_serialize_candidate(candidate), ensure_ascii=False) for candidate in candidates
    )
    SHIPPED_FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def _serialize_candidate(candidate: PuzzleCandidate) -> dict[str, Any]:
    return {
        "kind": candidate.kind,
        "state": candidate.state.to_json(),
        "seat": candidate.seat,
        "best": [asdict(play) for play in candidate.best],
        "answers": candidate.answers,
        "worth": candidate.worth,
        "level": candidate.level,
    }


def _parse_candidate(data: dict[str, Any]) -> PuzzleCandidate:
    return PuzzleCandidate(
        kind=PuzzleKind(data["kind"]),
        state=GameState.from_json(data["state"]),
        seat=data["seat"],
        best=tuple(CandidatePlay(**one | {"words": tuple(one["words"])}) for one in data["best"]),
        answers=tuple((position, tiles) for position, tiles in data["answers"]),
        worth=data["worth"],
        level=data["level"],
    )
