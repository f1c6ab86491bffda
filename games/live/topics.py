"""Topics that pages can follow live, and what a domain supplies to register one."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from games.live.readers import Reader


class Topic(NamedTuple):
    """One thing that pages follow: the name of its kind, and its key within that kind."""

    kind: str
    key: str

    @property
    def group(self) -> str:
        """Return the channel-layer group joined by every process with sockets on the topic."""
        return f"{self.kind}.{self.key}"


TOPIC_CHANGED = "topic.changed"
"""Message type that asks other processes to read the topic's stamp from the database."""


class TopicState(Protocol):
    """A topic at one moment, with everything needed to render it in any language.

    Rendering does not query the database, except for kinds with
    ``TopicKind.queries_when_rendered``.
    """

    @property
    def stamp(self) -> int:
        """Return a number that grows with every change of the topic."""

    def perspective_of(self, viewer: str) -> str:
        """Return a name shared by all viewers who see the same as this one.

        The viewer ``""`` is unknown.
        """

    def render(self, perspective: str) -> str:
        """Return the whole state as it is sent to viewers with this perspective.

        It is in the active language.
        """


@dataclass(frozen=True, slots=True)
class Audience:
    """The viewers of a topic, in one process or in all."""

    people: int = 0
    # Viewers by id, and whether one of their pages is visible. Incomplete for a large audience.
    viewers: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PageMessage:
    """A text that a page has sent over its socket to the domain of its topic."""

    # The key of the topic.
    key: str
    reader: Reader
    # The client's address, as rate limits count it.
    address: str
    text: str
    # When it reached the server.
    arrived: datetime
    # The shortest round trip of the socket in seconds; ``None`` before one is known.
    round_trip: float | None
    # Sends a text to this page alone. Call it on the event loop.
    reply: Callable[[str], None]


CloseCodeFunction = Callable[[TopicState, str], int]


@dataclass(frozen=True)
class TopicKind:
    """A kind of topic. Functions that read are called in threads and may query the database."""

    name: str
    # URL pattern below ``/ws/``. Its part named ``key`` is the topic's key, unless ``key_of`` is
    # given or the kind has only one topic.
    address: str
    # Current stamps by key; keys that do not exist are left out.
    stamps: Callable[[Iterable[str]], Mapping[str, int]]
    # Load the state of a key.
    read: Callable[[str], TopicState]
    # Id of the viewer who opens a socket, from the ASGI scope.
    viewer_of: Callable[[Mapping[str, Any]], str]
    # Load what the heartbeats of several keys show, given their audiences; it contains no words.
    load_presence: Callable[[Mapping[str, Audience]], Mapping[str, Any]]
    # The text of a heartbeat in the active language, from what ``load_presence`` returned.
    render_presence: Callable[[Any], str]
    # Called regularly with the viewers of each key, and whether a page of theirs is visible.
    on_viewers: Callable[[Mapping[str, Mapping[str, bool]]], object] | None = None
    # The part of a state that heartbeats depend on, for kinds whose heartbeats show who is there.
    # Their changes are sent soon rather than with the next pulse.
    presence_key_of: Callable[[TopicState], Hashable] | None = None
    # Close code for a viewer who may no longer see a state, otherwise 0.
    close_code_for: CloseCodeFunction | None = None
    # Key of the topic, from the ASGI scope.
    key_of: Callable[[Mapping[str, Any]], str] | None = None
    # Whether states of this kind may query the database when they are rendered.
    queries_when_rendered: bool = False
    # Whether pages acknowledge the states they get.
    acknowledges: bool = True
    # Handle a message of a page, on the event loop. Returns false for one that no page sends.
    on_message: Callable[[PageMessage], bool] | None = None
    # What the parts about single viewers depend on. When it has changed, each viewer is sent the
    # parts of their own that ``render_own_parts`` returns, for those who have any.
    own_parts_key_of: Callable[[TopicState], Hashable] | None = None
    render_own_parts: Callable[[str, Collection[Reader]], Mapping[Reader, str]] | None = None


_topic_kinds: dict[str, TopicKind] = {}
_viewer_listeners: list[Callable[[set[str]], object]] = []


def register_topic_kind(kind: TopicKind) -> None:
    """Register a kind of topic. Call it once per kind, when the apps are ready."""
    _topic_kinds[kind.name] = kind


def add_viewer_listener(listener: Callable[[set[str]], object]) -> None:
    """Register a function to be called regularly with all viewers in this process.

    Call it when the apps are ready. The function runs in a thread and may query the database.
    """
    _viewer_listeners.append(listener)


def list_viewer_listeners() -> list[Callable[[set[str]], object]]:
    return list(_viewer_listeners)


def get_topic_kind(topic: Topic) -> TopicKind:
    return _topic_kinds[topic.kind]


def list_topic_kinds() -> list[TopicKind]:
    return list(_topic_kinds.values())
