"""What can be looked at live, and what a domain must hand in to have something of its own shown."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol


class Topic(NamedTuple):
    """One thing that pages look at: its kind's name, and which one of that kind."""

    kind: str
    key: str

    @property
    def group(self) -> str:
        """The channel-layer group that every process with sockets on the topic has joined."""
        return f"{self.kind}.{self.key}"


class Picture(Protocol):
    """One state of a topic. It holds all that telling it needs: no database is asked."""

    @property
    def stamp(self) -> int:
        """Grows with every change of the topic."""

    def audience_of(self, viewer: str) -> str:
        """The name of those who see the same as this viewer; ``""`` is a viewer unknown."""

    def render(self, audience: str) -> str:
        """The whole state as this audience sees it."""


@dataclass(frozen=True)
class Kind:
    """A kind of topic. The functions that read are called in threads that may ask the database.

    ``stamps`` leaves out what does not exist. ``viewer_of`` says who opens a socket, from its ASGI
    scope. ``tell_lookers`` is the sign of life: how many look on. ``hear_viewers`` is told now
    and then which viewers look at which keys. ``asks``: pictures of this kind may ask the database
    when they are rendered. ``paced``: its pages acknowledge. ``address`` is a URL pattern behind
    ``/ws/`` with a part named ``key``, where there are several.
    """

    name: str
    address: str
    stamps: Callable[[Iterable[str]], Mapping[str, int]]
    read: Callable[[str], Picture]
    viewer_of: Callable[[Mapping[str, Any]], str]
    tell_lookers: Callable[[int], str]
    hear_viewers: Callable[[Mapping[str, set[str]]], object] | None = None
    asks: bool = False
    paced: bool = True


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Called once a kind, when the apps are ready."""
    _kinds[kind.name] = kind


def kind_of(topic: Topic) -> Kind:
    return _kinds[topic.kind]


def all_kinds() -> list[Kind]:
    return list(_kinds.values())
