"""The parts of a puzzle's page that change while somebody tries it."""

from typing import Literal

from games.common.rendering import render_part
from games.puzzles.perspective.board import PuzzleView

PARTS = ("_state", "_tiles", "_told", "_unseen")

Level = Literal["info", "warning", "error"]


def render_message(text: str, level: Level = "error") -> str:
    """A sentence for whoever has just tried something."""
    return render_part("play/_message", {"text": text, "level": level})


def render_puzzle(view: PuzzleView) -> str:
    """All parts as they stand now."""
    places = {"_tiles": "play/_tiles", "_unseen": "play/_unseen"}
    return "".join(
        render_part(places.get(part, f"puzzles/{part}"), {"view": view}) for part in PARTS
    )
