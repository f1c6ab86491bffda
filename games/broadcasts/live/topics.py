"""Annotated games, and the tables of events, as topics of :mod:`games.live`."""

from collections.abc import Iterable, Mapping

from django.utils import timezone

from games.broadcasts.models import AnnotatedGame
from games.broadcasts.perspective.annotated_views import build_annotated_view
from games.broadcasts.perspective.featured_tables import (
    build_broadcast_view,
    read_broadcast_stamps,
)
from games.broadcasts.services.access import find_annotated_game
from games.common.fragment_rendering import render_fragment
from games.events.services.access import find_event
from games.live.broadcast import publish_state
from games.live.state_cache import RenderedState
from games.live.topics import Topic, TopicKind, register_topic_kind
from games.players.services.identity import get_player_id_from_scope

ANNOTATED_FRAGMENTS = (
    "broadcasts/_annotated_state",
    "play/_tiles",
    "broadcasts/_annotated_seats",
    "broadcasts/_annotated_line",
    "broadcasts/_annotated_moves",
    "broadcasts/_annotated_result",
)
"""Parts of an annotated game. A page places those that it has."""

BROADCAST_FRAGMENTS = ("broadcasts/_broadcast_state", "broadcasts/_broadcast_tables")


class AnnotatedTopicState:
    """An annotated game at one moment, as everyone sees it."""

    def __init__(self, code: str) -> None:
        self._game = find_annotated_game(code)
        self.stamp = self._game.stamp

    def perspective_of(self, viewer: str) -> str:  # noqa: ARG002 - everyone sees the same
        return ""

    def render(self, perspective: str) -> str:  # noqa: ARG002
        view = build_annotated_view(self._game)
        return "".join(render_fragment(name, {"view": view}) for name in ANNOTATED_FRAGMENTS)


class BroadcastTopicState:
    """The tables of an event at one moment."""

    def __init__(self, code: str) -> None:
        self._event = find_event(code)
        self.stamp = read_broadcast_stamps([code]).get(code, 0)

    def perspective_of(self, viewer: str) -> str:  # noqa: ARG002 - everyone sees the same
        return ""

    def render(self, perspective: str) -> str:  # noqa: ARG002
        view = build_broadcast_view(self._event, timezone.now())
        context = {"view": view, "stamp": self.stamp}
        return "".join(render_fragment(name, context) for name in BROADCAST_FRAGMENTS)


def publish_annotated_game(code: str) -> RenderedState:
    """Load a game that was changed and send it to everyone who follows it."""
    return publish_state(Topic("annotated", code), AnnotatedTopicState(code))


def _read_annotated_stamps(codes: Iterable[str]) -> Mapping[str, int]:
    rows = AnnotatedGame.objects.filter(code__in=list(codes))
    return dict(rows.values_list("code", "stamp"))


def register_broadcasts() -> None:
    """Register both kinds of topics. Called when the apps are ready.

    Broadcasts are never published: hubs notice their new stamps at the pulse, since the boards have
    topics of their own.
    """
    for name, stamps, read in (
        ("annotated", _read_annotated_stamps, AnnotatedTopicState),
        ("broadcast", read_broadcast_stamps, BroadcastTopicState),
    ):
        register_topic_kind(
            TopicKind(
                name=name,
                address=f"{name}/<slug:key>/",
                stamps=stamps,
                read=read,
                viewer_of=get_player_id_from_scope,
                load_presence=dict.fromkeys,
                render_presence=lambda _none: render_fragment("lobby/pieces/heartbeat", {}),
                queries_when_rendered=True,
                acknowledges=False,  # their pages send no acknowledgements
            )
        )
