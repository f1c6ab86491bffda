"""The settings of an event."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from games.events.terms.method_settings import build_round_plan
from games.pairing.checks import METHODS_FOR_BIG_TABLES
from games.pairing.event import Method, RoundPlan, ScoringSettings
from games.pairing.formats.tsh import TshPlayer
from games.play.services.room_settings import RoomSettings

MAX_ROUNDS = 60
MAX_ENTRANTS = 1000
MAX_COMPUTERS = 64
ARENA_MINUTES = range(10, 721)
"""How long an arena may take."""
MAX_BOARDS = 20

OFFERED_METHODS = (
    Method.AUTOMATIC,
    Method.ROUND_ROBIN,
    Method.SWISS,
    Method.KING_OF_THE_HILL,
    Method.FACTOR,
    Method.FONTES,
    Method.AUSTRALIAN,
    Method.KNOCKOUT,
    Method.MANUAL,
)
"""Methods that a round of an event can have. An arena has no rounds."""


def list_methods(table_size: int) -> tuple[Method, ...]:
    """Return the methods that are offered for tables of this size."""
    if table_size == 2:
        return OFFERED_METHODS
    return tuple(one for one in OFFERED_METHODS if one in METHODS_FOR_BIG_TABLES)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDetails:
    """What a director may change as long as the event is not over."""

    title: str
    about: str = ""
    # One of :class:`games.events.models.Event.Entry`.
    entry: str = "anyone"
    # The most entrants; ``None`` for any number.
    places: int | None = None
    checks_in: bool = False
    starts_at: datetime | None = None
    # Minutes between rounds that start by themselves; ``None`` if a director starts them.
    break_minutes: int | None = None


FIXED_ONCE_BEGUN = ("checks_in", "starts_at")
"""Details that can't be changed any more once an event has begun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSettings(EventDetails):
    """What a director chooses for a new event."""

    room_settings: RoomSettings
    plan: Sequence[RoundPlan]
    on_boards: bool = False
    # Minutes of an arena, whose plan has one round; ``None`` for an event with rounds.
    arena_minutes: int | None = None
    # Boards of a match if teams meet teams, 0 otherwise.
    boards: int = 0
    # Whether the people of a team share a rack.
    shared_racks: bool = False
    divisions: Sequence[str] = ()
    # The players of a division file that the event continues.
    division: Sequence[TshPlayer] = ()
    scoring: ScoringSettings = field(default_factory=ScoringSettings)
    prize_places: int = 3


def plan_rounds(
    method: Method, rounds: int, settings: Mapping[str, object] | None = None
) -> tuple[RoundPlan, ...]:
    """Return a plan in which all rounds are paired alike."""
    return (build_round_plan(method, settings or {}),) * rounds
