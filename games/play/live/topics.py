"""Rooms as topics of :mod:`games.live`: load, render and publish their state."""

from collections.abc import Iterable, Mapping

from django.utils import timezone

from games.live.broadcast import announce_state, check_topic, send_direct_message
from games.live.state_cache import RenderedState, state_cache
from games.live.topics import Audience, Topic, TopicKind, TopicState, register_topic_kind
from games.play.live.fragments import (
    BundleRenderer,
    render_closed_notice,
    render_drafts,
    render_presence,
)
from games.play.live.table_screen import TableScreenState, get_screen_topic, render_heartbeat
from games.play.models import Room
from games.play.perspective import (
    CLOSED_PERSPECTIVES,
    PresenceView,
    RoomViews,
    build_presence_views,
    build_room_views,
    build_views_of_snapshot,
)
from games.play.perspective.viewdata import RoomView
from games.play.services.drafts import Draft
from games.play.services.presence import record_presence
from games.play.store.snapshots import RoomSnapshot
from games.players.services.identity import get_player_id_from_scope

CLOSE_FORBIDDEN = 4403
"""Close code for a visitor who may not see the room: the page does not reconnect."""


class RoomTopicState:
    """A room at one moment, from all its perspectives."""

    def __init__(self, room_views: RoomViews) -> None:
        self.room_views = room_views
        self.stamp = room_views.stamp
        self._bundles = BundleRenderer()

    def perspective_of(self, viewer: str) -> str:
        return self.room_views.perspective_of(viewer)

    def render(self, perspective: str) -> str:
        if perspective in CLOSED_PERSPECTIVES:
            return render_closed_notice(perspective)
        return self._bundles.render(self.room_views.views[perspective]())


def get_room_topic(code: str) -> Topic:
    return Topic("room", code)


def publish_room(code: str) -> RenderedState:
    """Load a room that was changed and send it to all its viewers."""
    return _announced(cache_room(code))


def cache_room(code: str) -> RenderedState:
    """Load a room that was changed into the cache. Viewers get it once it is announced."""
    return state_cache.put(get_room_topic(code), RoomTopicState(build_room_views(code)))


def cache_snapshot_state(snapshot: RoomSnapshot) -> RenderedState:
    """Cache a room's state from a service's snapshot, without another query."""
    return state_cache.put(
        get_room_topic(snapshot.room.code), RoomTopicState(build_views_of_snapshot(snapshot))
    )


def publish_snapshot(snapshot: RoomSnapshot) -> RenderedState:
    """Send a room's state to all its viewers from a service's snapshot, without another query."""
    return _announced(cache_snapshot_state(snapshot))


def announce_room(rendered: RenderedState) -> None:
    """Send a cached state to all viewers of its room and to the screens at the table."""
    announce_state(rendered)
    check_topic(get_screen_topic(rendered.topic.key), everywhere=True)


def _announced(rendered: RenderedState) -> RenderedState:
    announce_room(rendered)
    return rendered


def send_draft(code: str, draft: Draft, viewers: Iterable[str]) -> None:
    """Send a team member's draft play to these viewers only."""
    send_direct_message(
        get_room_topic(code), viewers, f"draft {draft.member}", render_drafts([draft])
    )


def get_room_state(code: str) -> RenderedState:
    """Return the room's current state. Raises ``NotFound`` for an unknown code."""
    return state_cache.newest(get_room_topic(code))


def get_room_view(code: str, player: str) -> RoomView:
    """Return what a player (an id, ``""`` for a stranger) sees of a room now."""
    return get_room_views(code).view_of(player)


def get_room_views(code: str) -> RoomViews:
    """Return what all perspectives see of a room now."""
    state = get_room_state(code).state
    assert isinstance(state, RoomTopicState)
    return state.room_views


def get_close_code(state: TopicState, viewer: str) -> int:
    """Return the close code for a visitor who may not see the room, 0 for all others."""
    assert isinstance(state, RoomTopicState | TableScreenState)
    return CLOSE_FORBIDDEN if state.perspective_of(viewer) in CLOSED_PERSPECTIVES else 0


def get_seated_players(state: TopicState) -> Mapping[str, str]:
    """Return the players with a seat or a kept place. All other viewers are spectators."""
    assert isinstance(state, RoomTopicState)
    return state.room_views.perspectives


def _read_screen(code: str) -> TableScreenState:
    """Return what screens show of a room. It is read once for them and for the room's pages."""
    return TableScreenState(get_room_views(code))


def _read_stamps(codes: Iterable[str]) -> dict[str, int]:
    return dict(Room.objects.filter(code__in=list(codes)).values_list("code", "stamp"))


def _load_presence(audiences: Mapping[str, Audience]) -> dict[str, PresenceView]:
    return build_presence_views(audiences, timezone.now())


def _record_viewers(viewers: Mapping[str, Mapping[str, bool]]) -> None:
    """Record who is in which room.

    A room whose host comes back or leaves gets a new stamp, which the hubs notice at their pulse.
    """
    record_presence(viewers, timezone.now())


def register_rooms() -> None:
    """Register rooms, and their screens, as kinds of topics. Called when the apps are ready."""
    register_topic_kind(
        TopicKind(
            name="room",
            address="r/<slug:key>/",
            stamps=_read_stamps,
            read=lambda code: RoomTopicState(build_room_views(code)),
            viewer_of=get_player_id_from_scope,
            load_presence=_load_presence,
            render_presence=render_presence,
            on_viewers=_record_viewers,
            presence_key_of=get_seated_players,
            close_code_for=get_close_code,
        )
    )
    register_topic_kind(
        TopicKind(
            name="screen",
            address="r/<slug:key>/table/",
            stamps=_read_stamps,
            read=_read_screen,
            viewer_of=get_player_id_from_scope,
            load_presence=dict.fromkeys,
            render_presence=render_heartbeat,
            close_code_for=get_close_code,
        )
    )
