"""Views to HTML: the parts of a room's page, singly or as a bundle.

A *bundle* is the whole visible state of a room for one audience: every part with a root id that
equals its file's name, led by ``_stamp``. The page's script replaces the parts it knows by these.
What may be seen was decided before, in :mod:`games.perspective`.
"""

import re
from typing import Any, Literal

from django.template.loader import render_to_string

from games.gameview import RoomView

PARTS = (
    "_stamp",
    "_tiles",
    "_rack",
    "_seats",
    "_bag",
    "_say",
    "_moves",
    "_unseen",
    "_table",
    "_verdict",
    "_over",
)

Level = Literal["info", "warning", "error"]

_LINES_BETWEEN_TAGS = re.compile(r">\s*\n\s*<")
_SPACES = re.compile(r"\s+")


def render_bundle(view: RoomView) -> str:
    """Everything that can change in a room, as compact HTML."""
    return "".join(render_part(name, {"view": view}) for name in PARTS)


def render_part(name: str, context: dict[str, Any]) -> str:
    """One part, without the spaces that only make the template readable."""
    html = render_to_string(f"games/parts/{name}.html", context)
    return _SPACES.sub(" ", _LINES_BETWEEN_TAGS.sub("><", html)).strip()


def render_message(text: str, level: Level = "error") -> str:
    """A sentence for the player who just tried something."""
    return render_part("_message", {"text": text, "level": level})


def render_preview(look: Any) -> str:
    """What the tentative tiles would do; see ``games.perspective.look_at_play``."""
    return render_part("_preview", {"look": look})


def render_breakdown(look: Any, code: str = "") -> str:
    """How a move was scored; see ``games.perspective.look_at_move``."""
    return render_part("_breakdown", {"look": look, "code": code})


def render_lookers(count: int) -> str:
    """How many pages look at the room: also the sign of life of its socket."""
    return render_part("_watching", {"count": count})


def render_hint(
    code: str, turn: int, step: int, plays: list[dict[str, Any]] | None, root: str = "_hint"
) -> str:
    """The engine's best play, told as far as ``step`` allows; ``plays`` is None while it thinks.

    Steps: 1 the score, 2 where it lies too, 3 the play itself. ``root`` is the part's id.
    """
    context = {"code": code, "turn": turn, "step": step, "plays": plays, "root": root}
    return render_part("_hint", context)
