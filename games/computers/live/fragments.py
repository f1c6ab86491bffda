"""Hints rendered as HTML."""

from typing import Any

from games.common.fragment_rendering import render_fragment


def render_hint(
    turn: int,
    step: int,
    plays: list[dict[str, Any]] | None,
    root: str = "_hint",
    *,
    busy: bool = False,
) -> str:
    """Render as much of the engine's best play as ``step`` allows.

    ``plays`` is ``None`` while the engine computes. The steps are 1 for the score, 2 for the place,
    3 for the play itself. ``root`` is the element's id. ``busy``: other requests are answered
    first.
    """
    context = {"turn": turn, "step": step, "plays": plays, "root": root, "busy": busy}
    return render_fragment("computers/_hint", context)
