"""Render a room's views to HTML fragments, one by one or as a bundle.

A *bundle* is everything one perspective sees of a room. The root id of each fragment equals its
template's name, so that the page can replace the old fragment with the new one. The first fragment,
``_state``, carries JSON for the page's script
(:func:`games.play.live.page_state.serialize_state`). What a viewer may see has been decided before,
in :mod:`games.play.perspective`.
"""

from collections.abc import Iterable
from typing import Any, Literal

from django.utils.translation import get_language

from games.common.fragment_rendering import FragmentCache, render_fragment
from games.play.perspective import REMOVED_PERSPECTIVE, PresenceView
from games.play.perspective.viewdata import RoomView
from games.play.services.drafts import Draft

# ``_state`` comes first: by its stamp the page decides whether to take the other fragments.
BUNDLE_FRAGMENTS = (
    "_state",
    "_title",
    "_tiles",
    "_seats",
    "_bag",
    "_series",
    "_status_line",
    "_moves",
    "_unseen",
    "_seating",
    "_team",
    "_interruptions",
    "_pause",
    "_racks",
    "_host",
    "_start_draw",
    "_bag_seed",
    "_verdict",
    "_challenge_terms",
    "_result",
)

DEVICE_FRAGMENTS = ("_cover",)
"""Fragments that only rooms for one device have, behind the others."""

PRESENCE_FRAGMENTS = ("_spectator_count", "_presence", "_spectators")
"""Fragments about who is present. They are sent separately, never in a bundle."""

SHARED_FRAGMENTS = frozenset({"_tiles", "_bag", "_moves", "_verdict", "_challenge_terms"})
"""Fragments that look the same from every perspective of a room."""

WORDLESS_FRAGMENTS = frozenset({"_tiles"})
"""Shared fragments that look the same in every language."""

NEVER_CACHED = "_state"
"""It contains the stamp, which differs every time."""

MAX_CACHED = 4096
"""Fragments kept in memory, about 500 bytes each."""

_fragment_cache = FragmentCache(MAX_CACHED)
clear_fragment_cache = _fragment_cache.forget

MessageLevel = Literal["info", "warning", "error"]


class BundleRenderer:
    """Renders the bundles of one state of a room.

    Shared fragments are rendered once per language, or once for all if they have no words.
    """

    def __init__(self) -> None:
        self._common: dict[tuple[str, str | None], str] = {}

    def render(self, view: RoomView) -> str:
        """Return the bundle of a view as compact HTML."""
        names = BUNDLE_FRAGMENTS + (DEVICE_FRAGMENTS if view.one_device else ())
        return "".join(self._render(name, view) for name in names)

    def _render(self, name: str, view: RoomView) -> str:
        if name == NEVER_CACHED:
            return render_fragment(f"play/{name}", {"view": view})
        if name not in SHARED_FRAGMENTS:
            # Cached per seat, so that no viewer gets what was rendered for another seat.
            return _fragment_cache.render(f"play/{name}", (view.code, view.seat), view)
        place = name, None if name in WORDLESS_FRAGMENTS else get_language()
        if place not in self._common:
            self._common[place] = _fragment_cache.render(f"play/{name}", view.code, view)
        return self._common[place]


def render_bundle(view: RoomView) -> str:
    """Return the bundle of a single view."""
    return BundleRenderer().render(view)


def render_closed_notice(perspective: str) -> str:
    """Return the notice for the open page of a visitor who may no longer see the room."""
    removed = perspective == REMOVED_PERSPECTIVE
    return render_fragment("play/_removed_notice", {"gone": True, "removed": removed})


def render_moves(view: RoomView, before: int) -> str:
    """Return the lines of the move list before a move."""
    context = {"moves": view.moves_before(before), "code": view.code, "game": view.game_id}
    return render_fragment("play/pieces/moves", context)


def render_message(text: str, level: MessageLevel = "error") -> str:
    """Return a sentence for the player whose command has just been handled."""
    return render_fragment("play/_message", {"text": text, "level": level})


def render_preview(preview: Any) -> str:
    """Return the preview of tentative tiles; see ``games.play.perspective.preview_play``."""
    return render_fragment("play/_preview", {"preview": preview})


def render_breakdown(preview: Any) -> str:
    """Return how a move was scored, as built by ``games.play.perspective.break_down_move``."""
    return render_fragment("play/_breakdown", {"preview": preview})


def render_presence(presence: PresenceView) -> str:
    """Return who is in the room. Also the heartbeat of the room's sockets; same for all viewers."""
    return "".join(
        render_fragment(f"play/{name}", {"presence": presence}) for name in PRESENCE_FRAGMENTS
    )


def serialize_drafts(drafts: Iterable[Draft]) -> list[list[Any]]:
    """Return team members' draft plays as data for the page's script.

    Pages of earlier releases expect the member's name between the two.
    """
    return [[draft.member, "", draft.tiles] for draft in drafts]


def render_drafts(drafts: Iterable[Draft]) -> str:
    """Return the fragment that carries draft plays to the other members' pages."""
    return render_fragment("play/_drafts", {"drafts": serialize_drafts(drafts)})
