"""What can be looked at live, and what a domain must hand in to have something of its own shown."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class Company:
    """Who looks at a topic, in whatever process. ``seen``: viewers by id, and whether one of their
    pages is in front; where there are very many, not all of them."""

    people: int = 0
    seen: Mapping[str, bool] = field(default_factory=dict)


Bars = Callable[[Picture, str], int]


@dataclass(frozen=True)
class Kind:
    """A kind of topic. The functions that read are called in threads that may ask the database.

    ``stamps`` leaves out what does not exist. ``viewer_of`` says who opens a socket, from its ASGI
    scope. ``tell_company`` makes the sign of life of several keys at once: who looks on.
    ``hear_viewers`` is told now and then which viewers look at which keys, and whether with a page
    in front. ``company_of``: what of a picture the sign of life depends on, for kinds whose sign
    tells who is there; it is told soon, not with the next pulse. ``bars``: the closing code for a
    viewer who may not look at a picture any more, or 0. ``asks``: pictures of this kind may ask the
    database when they are rendered. ``paced``: its pages acknowledge. ``address`` is a URL pattern
    behind ``/ws/`` with a part named ``key``, where there are several, unless ``key_of`` the scope
    says which.
    """

    name: str
    address: str
    stamps: Callable[[Iterable[str]], Mapping[str, int]]
    read: Callable[[str], Picture]
    viewer_of: Callable[[Mapping[str, Any]], str]
    tell_company: Callable[[Mapping[str, Company]], Mapping[str, str]]
    hear_viewers: Callable[[Mapping[str, Mapping[str, bool]]], object] | None = None
    company_of: Callable[[Picture], Hashable] | None = None
    bars: Bars | None = None
    key_of: Callable[[Mapping[str, Any]], str] | None = None
    asks: bool = False
    paced: bool = True


_kinds: dict[str, Kind] = {}
_hearers: list[Callable[[set[str]], object]] = []


def register(kind: Kind) -> None:
    """Called once a kind, when the apps are ready."""
    _kinds[kind.name] = kind


def hear_everybody(hear: Callable[[set[str]], object]) -> None:
    """Be told now and then of all viewers in this process, whatever they look at. Called once a
    hearer, when the apps are ready; the hearer is called in a thread that may ask the database."""
    _hearers.append(hear)


def all_hearers() -> list[Callable[[set[str]], object]]:
    return list(_hearers)


def kind_of(topic: Topic) -> Kind:
    return _kinds[topic.kind]


def all_kinds() -> list[Kind]:
    return list(_kinds.values())
