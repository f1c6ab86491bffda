"""Events: what happened, as frozen records that may be shown to everyone.

No event holds a secret: exchanged and drawn tiles are only counted. The state they lead to is in
``state``; the acts that cause them are in ``moves``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from games.rules import codec
from games.rules.scoring import PlayScore
from games.rules.tiles import Tile

Reason: TypeAlias = Literal[
    "out", "passes", "scoreless", "last_seat", "triple", "resigned", "forfeited", "annulled"
]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. ``winner`` is ``None`` for a draw or an annulled game.

    ``scores`` are final, ``before`` the scores before ``adjustments``; ``tie_break`` names what
    decided between equal scores; ``went_out`` is the seat that emptied its rack. ``overtime`` are
    the points every seat lost for it, empty when none did.
    """

    winner: int | None
    reason: Reason
    scores: tuple[int, ...]
    before: tuple[int, ...]
    adjustments: tuple[int, ...]
    tie_break: str | None = None
    went_out: int | None = None
    overtime: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StartDraw:
    """Who goes first, and who drew what for it, one round after another.

    No rounds: the first seat starts without a draw.
    """

    first: int
    rounds: tuple[tuple[tuple[int, Tile], ...], ...] = ()


NO_DRAW = StartDraw(0)


@dataclass(frozen=True, slots=True)
class Started:
    draw: StartDraw


@dataclass(frozen=True, slots=True)
class Played:
    """``deltas`` are the changes of all scores; ``position`` and ``tiles`` are game notation."""

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
class Missed:
    """The time for a turn ran out."""

    seat: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """The verdict on a play: every word with whether it is good.

    ``upheld``: the challenge was right. ``misplaced``: the first play missed the start square.
    ``bonus`` are the points that went to the challenged seat.
    """

    seat: int
    challenged: int
    words: tuple[tuple[str, bool], ...]
    upheld: bool
    bonus: int = 0
    misplaced: bool = False


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A play was taken back, and its score with it."""

    seat: int
    score: int


@dataclass(frozen=True, slots=True)
class Accepted:
    seat: int


@dataclass(frozen=True, slots=True)
class Resigned:
    seat: int


@dataclass(frozen=True, slots=True)
class Forfeited:
    seat: int
    cause: str


@dataclass(frozen=True, slots=True)
class Annulled:
    seat: int


@dataclass(frozen=True, slots=True)
class Lapsed:
    """Annulled, for ``seat`` let the days go by that it had for its first turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnLost:
    """A turn was lost for a challenge in vain; ``owed`` when it was due from an earlier one."""

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
class Overran:
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
    | Missed
    | Challenged
    | Withdrawn
    | Accepted
    | Resigned
    | Forfeited
    | Annulled
    | Lapsed
    | TurnLost
    | Adjusted
    | Overran
    | Ended
)
_KINDS: dict[str, type[Event]] = {kind.__name__.lower(): kind for kind in get_args(Event)}


def event_to_json(event: Event) -> dict[str, Any]:
    """Plain data with a "kind": the event's name in lower case."""
    return {"kind": type(event).__name__.lower(), **codec.encode(event)}


def event_from_json(data: dict[str, Any]) -> Event:
    fields = {name: value for name, value in data.items() if name != "kind"}
    return codec.decode(_KINDS[data["kind"]], fields)
