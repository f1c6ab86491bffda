"""The parts of a puzzle's page that change during an attempt."""

from games.common.fragment_rendering import render_fragment
from games.puzzles.perspective.puzzle_views import PuzzleView

PUZZLE_FRAGMENTS = ("_state", "_tiles", "_task", "_unseen")


def render_puzzle(view: PuzzleView) -> str:
    """Render all parts in their current state."""
    places = {"_tiles": "play/_tiles", "_unseen": "play/_unseen"}
    return "".join(
        render_fragment(places.get(part, f"puzzles/{part}"), {"view": view})
        for part in PUZZLE_FRAGMENTS
    )
