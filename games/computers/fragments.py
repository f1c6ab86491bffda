"""What the engine found, as HTML."""

from typing import Any

from games.common.rendering import render_part


def render_hint(
    code: str,
    turn: int,
    step: int,
    plays: list[dict[str, Any]] | None,
    root: str = "_hint",
    *,
    busy: bool = False,
) -> str:
    """The engine's best play, told as far as ``step`` allows; ``plays`` is None while it thinks.

    Steps: 1 the score, 2 where it lies too, 3 the play itself. ``root`` is the part's id. ``busy``:
    others are answered first.
    """
    context = {"code": code, "turn": turn, "step": step, "plays": plays, "root": root, "busy": busy}
    return render_part("computers/_hint", context)
