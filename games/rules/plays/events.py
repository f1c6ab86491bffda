"""Events: what happened, as frozen records that every player may see.

No event contains a secret: exchanged and drawn tiles are only counted. The resulting state is in
:mod:`games.rules.positions.state`; the acts that cause events are in ``acts``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from games.rules.equipment import json_codec
from games.rules.equipment.tiles import Face, Tile
from games.rules.plays.scoring import PlayScore

EndReason: TypeAlias = Literal[
    "out", "passes", "scoreless", "last_seat", "triple", "resigned", "forfeited", "annulled"
]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    # ``None`` for a draw or an annulled game.
    winner: int | None
    reason: EndReason
    scores: tuple[int, ...]
    # Scores before the adjustments.
    before: tuple[int, ...]
    adjustments: tuple[int, ...]
    # Name of the tie-break that decided between equal scores.
    tie_break: str | None = None
    # The seat that emptied its rack.
    went_out: int | None = None
    # Points that each seat lost for overtime; empty if none did.
    overtime: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StartDraw:
    """Who goes first, and the tiles drawn for it, round by round.

    Without rounds the first seat starts without a draw.
    """

    first: int
    rounds: tuple[tuple[tuple[int, Tile], ...], ...] = ()


NO_DRAW = StartDraw(0)


@dataclass(frozen=True, slots=True)
class Started:
    draw: StartDraw


@dataclass(frozen=True, slots=True)
class Played:
    """A play. ``position`` and ``tiles`` are in game notation; ``deltas`` are the changes of all
    scores."""

    seat: int
    position: str
    tiles: str
    score: PlayScore
    drew: int
    deltas: tuple[int, ...]
    went_out: bool = False


@dataclass(frozen=True, slots=True)
class Exchanged:
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Passed:
    seat: int


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A seat ran out of time for its turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """The verdict on a play: ``words`` pairs each word with whether it is valid.

    ``upheld``: the challenge was right. ``misplaced``: the first play missed the start square.
    ``bonus``: points given to the challenged seat.
    """

    seat: int
    challenged: int
    words: tuple[tuple[str, bool], ...]
    upheld: bool
    bonus: int = 0
    misplaced: bool = False


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A play was taken back, together with its score."""

    seat: int
    score: int


@dataclass(frozen=True, slots=True)
class Accepted:
    seat: int


@dataclass(frozen=True, slots=True)
class Rejected:
    """A seat voted against the words of the latest play."""

    seat: int


@dataclass(frozen=True, slots=True)
class Voted:
    """The result of the vote on ``words`` of a play by ``seat``, as their tiles spell them."""

    seat: int
    words: tuple[tuple[Face, ...], ...]
    allowed: bool


@dataclass(frozen=True, slots=True)
class Resigned:
    seat: int


@dataclass(frozen=True, slots=True)
class Forfeited:
    seat: int
    cause: str


@dataclass(frozen=True, slots=True)
class Aborted:
    """The game was annulled by ``seat`` before every seat had moved."""

    seat: int


@dataclass(frozen=True, slots=True)
class Annulled:
    seat: int


@dataclass(frozen=True, slots=True)
class Expired:
    """The game was annulled because ``seat`` made no first turn in time, or left a game without a
    time limit idle."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnLost:
    """A turn was lost for a failed challenge; ``owed`` if it was one made in an earlier turn."""

    seat: int
    owed: bool = False


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Points at the end: ``own`` for the seat's own rack, ``others`` for the others' racks."""

    seat: int
    points: int
    own: int
    others: int


@dataclass(frozen=True, slots=True)
class OvertimeCharged:
    """Points lost at the end for overtime."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Ended:
    outcome: Outcome


Event: TypeAlias = (
    Started
    | Played
    | Exchanged
    | Passed
    | TimedOut
    | Challenged
    | Withdrawn
    | Accepted
    | Rejected
    | Voted
    | Resigned
    | Forfeited
    | Aborted
    | Annulled
    | Expired
    | TurnLost
    | Adjusted
    | OvertimeCharged
    | Ended
)
_STORED_KINDS: dict[type[Event], str] = {
    TimedOut: "missed",
    Expired: "lapsed",
    OvertimeCharged: "overran",
}
"""Events that are stored under another name than their own."""


def get_event_kind(event: type[Event]) -> str:
    """Return the name under which a kind of event is stored.

    >>> get_event_kind(Exchanged), get_event_kind(Expired)
    ('exchanged', 'lapsed')
    """
    return _STORED_KINDS.get(event, event.__name__.lower())


_KINDS: dict[str, type[Event]] = {get_event_kind(kind): kind for kind in get_args(Event)}


def event_to_json(event: Event) -> dict[str, Any]:
    """Return plain data; its "kind" is :func:`get_event_kind`.

    >>> event_to_json(Exchanged(1, 3))
    {'kind': 'exchanged', 'seat': 1, 'count': 3}
    """
    return {"kind": get_event_kind(type(event)), **json_codec.encode(event)}


def event_from_json(data: dict[str, Any]) -> Event:
    """Return the event that :func:`event_to_json` wrote.

    >>> event_from_json({"kind": "exchanged", "seat": 1, "count": 3})
    Exchanged(seat=1, count=3)
    """
    fields = {name: value for name, value in data.items() if name != "kind"}
    return json_codec.decode(_KINDS[data["kind"]], fields)
