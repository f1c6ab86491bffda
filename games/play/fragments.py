"""Views to HTML: the parts of a room's page, singly or as a bundle.

A *bundle* is the whole visible state of a room for one audience: every part with a root id that
equals its file's name. It is led by ``_state``, which tells the page's script as JSON what it must
know (:func:`games.play.pagestate.tell_state`). The page replaces the parts it has by these.
What may be seen was decided before, in :mod:`games.play.perspective`.
"""

from typing import Any, Literal

from games.common.rendering import render_part
from games.play.gameview import RoomView

PARTS = (
    "_state",
    "_title",
    "_tiles",
    "_seats",
    "_bag",
    "_say",
    "_moves",
    "_unseen",
    "_table",
    "_draw",
    "_fair",
    "_verdict",
    "_over",
)

COMMON = frozenset({"_tiles", "_bag", "_moves", "_verdict"})
"""Parts that look the same to every audience of a room."""

Level = Literal["info", "warning", "error"]


class BundleMaker:
    """Renders the bundles of one state of a room; what all see alike is rendered once."""

    def __init__(self) -> None:
        self._common: dict[str, str] = {}

    def render(self, view: RoomView) -> str:
        """Everything that can change in a room, as compact HTML."""
        return "".join(self._render(name, view) for name in PARTS)

    def _render(self, name: str, view: RoomView) -> str:
        if name not in COMMON:
            return render_part(f"play/{name}", {"view": view})
        if name not in self._common:
            self._common[name] = render_part(f"play/{name}", {"view": view})
        return self._common[name]


def render_bundle(view: RoomView) -> str:
    """One view's bundle by itself."""
    return BundleMaker().render(view)


def render_moves(view: RoomView, before: int) -> str:
    """Lines of the move list that end before a move."""
    context = {"moves": view.moves_before(before), "code": view.code, "game": view.game_id}
    return render_part("play/pieces/moves", context)


def render_message(text: str, level: Level = "error") -> str:
    """A sentence for the player who just tried something."""
    return render_part("play/_message", {"text": text, "level": level})


def render_preview(look: Any) -> str:
    """What the tentative tiles would do; see ``games.play.perspective.look_at_play``."""
    return render_part("play/_preview", {"look": look})


def render_breakdown(look: Any, code: str = "") -> str:
    """How a move was scored; see ``games.play.perspective.look_at_move``."""
    return render_part("play/_breakdown", {"look": look, "code": code})


def render_lookers(count: int) -> str:
    """How many pages look at the room: also the sign of life of its socket."""
    return render_part("play/_watching", {"count": count})
