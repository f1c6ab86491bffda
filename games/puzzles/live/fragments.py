"""The parts of a puzzle's page that change during an attempt."""

from typing import Literal

from games.common.fragment_rendering import render_fragment
from games.puzzles.perspective.puzzle_views import PuzzleView

PUZZLE_FRAGMENTS = ("_state", "_tiles", "_task", "_unseen")

PuzzleMessageLevel = Literal["info", "warning", "error"]


def render_message(text: str, level: PuzzleMessageLevel = "error") -> str:
    """Render a message for the player who has just tried something."""
    return render_fragment("play/_message", {"text": text, "level": level})


def render_puzzle(view: PuzzleView) -> str:
    """Render all parts in their current state."""
    places = {"_tiles": "play/_tiles", "_unseen": "play/_unseen"}
    return "".join(
        render_fragment(places.get(part, f"puzzles/{part}"), {"view": view})
        for part in PUZZLE_FRAGMENTS
    )
