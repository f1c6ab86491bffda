"""The screen that everyone at a table sees: the public view of a room, without anyone's rack.

Each room has a topic of its own for its screens, so that a player's screen never gets the player's
tiles. Its stamp is the room's. A screen is not a visitor: it counts as no spectator and nobody's
presence.
"""

from dataclasses import replace

from games.common.fragment_rendering import FragmentCache, render_fragment
from games.live.state_cache import RenderedState, state_cache
from games.live.topics import Topic
from games.play.live.fragments import MAX_CACHED, render_closed_notice
from games.play.perspective import CLOSED_PERSPECTIVES, SPECTATOR_PERSPECTIVE, RoomViews
from games.play.perspective.viewdata import RoomView

SCREEN_FRAGMENTS = (
    "_state",
    "_title",
    "_tiles",
    "_screen_seats",
    "_bag",
    "_status_line",
    "_screen_news",
    "_screen_invitation",
)
"""Parts of the screen. ``_state`` comes first, as in the bundle of a room's page."""

_fragment_cache = FragmentCache(MAX_CACHED)


class TableScreenState:
    """A room at one moment, as its screens show it."""

    def __init__(self, room_views: RoomViews) -> None:
        self.room_views = room_views
        self.stamp = room_views.stamp

    def perspective_of(self, viewer: str) -> str:
        """Return the one perspective of all viewers, except those who may not see the room."""
        perspective = self.room_views.perspective_of(viewer)
        return perspective if perspective in CLOSED_PERSPECTIVES else SPECTATOR_PERSPECTIVE

    def render(self, perspective: str) -> str:
        if perspective in CLOSED_PERSPECTIVES:
            return render_closed_notice(perspective)
        view = build_screen_view(self.room_views)
        return "".join(_render_part(name, view) for name in SCREEN_FRAGMENTS)


def build_screen_view(room_views: RoomViews) -> RoomView:
    """Return the public view without racks, even if the players show them to spectators."""
    view = room_views.views[SPECTATOR_PERSPECTIVE]()
    seats = tuple(replace(seat, rack=None) for seat in view.seats)
    return replace(view, seats=seats, actions=view.actions & {"sit"})


def get_screen_topic(code: str) -> Topic:
    return Topic("screen", code)


def get_screen_state(code: str) -> RenderedState:
    """Return what a room's screens show now. Raises ``NotFound`` for an unknown code."""
    return state_cache.newest(get_screen_topic(code))


def render_heartbeat(_none: None) -> str:
    """Return the fragment by which a page knows that its connection is alive."""
    return render_fragment("play/_heartbeat", {})


def _render_part(name: str, view: RoomView) -> str:
    if name == "_state":  # it contains the stamp, which differs every time
        return render_fragment("play/_state", {"view": view})
    return _fragment_cache.render(f"play/{name}", ("screen", view.code), view)
