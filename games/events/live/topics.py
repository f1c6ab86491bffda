"""Events as topics of :mod:`games.live`: load, render and publish their state."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.db import transaction

from games.common.fragment_rendering import render_fragment
from games.events.models import Event, EventTable
from games.events.perspective.event_views import build_event_view
from games.events.services.access import find_event
from games.live.broadcast import publish_state
from games.live.state_cache import RenderedState
from games.live.topics import Topic, TopicKind, register_topic_kind
from games.play.models import Game
from games.players.services.identity import get_player_id_from_scope

BUNDLE_FRAGMENTS = (
    "_event_state",
    "_details",
    "_progress",
    "_pairings",
    "_standings",
    "_players",
    "_log",
)
"""Parts of an event's page that everyone sees. What is about the viewer comes with the page."""


class EventTopicState:
    """An event at one moment, as everyone sees it."""

    def __init__(self, code: str) -> None:
        self._event = find_event(code)
        self.stamp = self._event.stamp

    def perspective_of(self, viewer: str) -> str:  # noqa: ARG002 - everyone sees the same
        return ""

    def render(self, perspective: str) -> str:  # noqa: ARG002
        view = build_event_view(self._event, None)
        context = {"view": view, "stamp": self.stamp}
        return "".join(render_fragment(f"events/{name}", context) for name in BUNDLE_FRAGMENTS)


def get_event_topic(code: str) -> Topic:
    return Topic("event", code)


def publish_event(code: str) -> RenderedState:
    """Load an event that was changed and send it to everyone who follows it."""
    return publish_state(get_event_topic(code), EventTopicState(code))


def publish_event_of_game(game: Game, **_signal: Any) -> None:
    """Publish the event to which a game that has ended belongs, once its result is stored."""
    code = EventTable.objects.filter(game=game).values_list("round__event__code", flat=True).first()
    if code is not None:
        # ``robust``: if publishing fails, other commit hooks run nevertheless.
        transaction.on_commit(partial(publish_event, code), robust=True)


def _read_stamps(codes: Iterable[str]) -> Mapping[str, int]:
    return dict(Event.objects.filter(code__in=list(codes)).values_list("code", "stamp"))


def register_events() -> None:
    """Register events as a kind of topic. Called when the apps are ready."""
    register_topic_kind(
        TopicKind(
            name="event",
            address="event/<slug:key>/",
            stamps=_read_stamps,
            read=EventTopicState,
            viewer_of=get_player_id_from_scope,
            load_presence=dict.fromkeys,
            render_presence=lambda _none: render_fragment("lobby/pieces/heartbeat", {}),
            queries_when_rendered=True,
            acknowledges=False,  # its pages send no acknowledgements
        )
    )
