"""Views to HTML: the parts of a room's page, singly or as a bundle.

A *bundle* is the whole visible state of a room for one audience: every part with a root id that
equals its file's name. It is led by ``_state``, which tells the page's script as JSON what it must
know (:func:`games.play.pagestate.tell_state`). The page replaces the parts it has by these.
What may be seen was decided before, in :mod:`games.play.perspective`.
"""

from collections.abc import Iterable
from typing import Any, Literal

from games.common.rendering import PartsKept, render_part
from games.play.gameview import RoomView
from games.play.perspective import PresenceView
from games.play.services.drafts import Draft

PARTS = (
    "_state",
    "_title",
    "_tiles",
    "_seats",
    "_bag",
    "_series",
    "_say",
    "_moves",
    "_unseen",
    "_table",
    "_team",
    "_halt",
    "_pause",
    "_racks",
    "_host",
    "_draw",
    "_fair",
    "_verdict",
    "_over",
)

PRESENCE = ("_watching", "_presence", "_watchers")
"""Parts of their own, that no bundle carries."""

COMMON = frozenset({"_tiles", "_bag", "_moves", "_verdict"})
"""Parts that look the same to every audience of a room."""

RENDERED_ALWAYS = "_state"
"""It tells the stamp, which is another one every time."""

MOST_KEPT = 4096
"""Parts whose text is kept, of some 500 bytes each."""

_parts = PartsKept(MOST_KEPT)
forget_parts = _parts.forget

Level = Literal["info", "warning", "error"]


class BundleMaker:
    """Renders the bundles of one state of a room; what all see alike is rendered once."""

    def __init__(self) -> None:
        self._common: dict[str, str] = {}

    def render(self, view: RoomView) -> str:
        """Everything that can change in a room, as compact HTML."""
        return "".join(self._render(name, view) for name in PARTS)

    def _render(self, name: str, view: RoomView) -> str:
        if name == RENDERED_ALWAYS:
            return render_part(f"play/{name}", {"view": view})
        if name not in COMMON:
            return _parts.render(f"play/{name}", (view.code, view.seat), view)
        if name not in self._common:
            self._common[name] = _parts.render(f"play/{name}", view.code, view)
        return self._common[name]


def render_bundle(view: RoomView) -> str:
    """One view's bundle by itself."""
    return BundleMaker().render(view)


def render_goodbye() -> str:
    """What the open page of somebody is told whom the host has sent away."""
    return render_part("play/_goodbye", {"gone": True})


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


def render_presence(presence: PresenceView) -> str:
    """Who is in the room: also the sign of life of its socket. The same for all who look on."""
    return "".join(render_part(f"play/{name}", {"presence": presence}) for name in PRESENCE)


def tell_drafts(drafts: Iterable[Draft]) -> list[list[Any]]:
    """What members of a team lay in thought, as data for the page's script."""
    return [[draft.member, draft.name, draft.laid] for draft in drafts]


def render_drafts(drafts: Iterable[Draft]) -> str:
    return render_part("play/_drafts", {"drafts": tell_drafts(drafts)})
