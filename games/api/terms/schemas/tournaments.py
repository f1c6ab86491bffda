"""Tournaments and what directors' programs send. (Lines of streams are in ``events``.)"""

from datetime import datetime
from uuid import UUID

from ninja import Field, Schema

from games.api.terms.schemas.common import RequestBody

MAX_SEATS = 4


class EventBrief(Schema):
    """One line of the list of events. `round` is the last one that has been paired."""

    code: str
    title: str
    url: str
    stage: str
    variant: str
    dictionary: str
    starts_at: datetime | None
    entrants: int
    round: int
    rounds: int


class EventListsOut(Schema):
    """Events that anyone may enter: open for entries, being played, and over."""

    coming: list[EventBrief]
    running: list[EventBrief]
    over: list[EventBrief]


class EventEntrantOut(Schema):
    """A player or team that takes part. Rounds and standings refer to it by its `id`."""

    id: int
    name: str
    rating: int
    team: str
    division: str
    first_round: int
    withdrawn_from: int | None


class EventRoundBrief(Schema):
    number: int
    stage: str


class EventOut(Schema):
    """An event. `stage` is open, running, over or cancelled, that of a round paired, started or
    over. An arena has one round, and `ends_at` says when it stops pairing.
    """

    code: str
    title: str
    url: str
    about: str
    stage: str
    paused: bool
    on_boards: bool
    variant: str
    language: str
    dictionary: str
    rated: bool
    table_size: int
    rounds_planned: int
    divisions: list[str]
    starts_at: datetime | None
    ends_at: datetime | None
    entrants: list[EventEntrantOut]
    rounds: list[EventRoundBrief]


class EventStandingOut(Schema):
    """A line of the standings. `half_points` are twice the points."""

    place: int
    entrant: int
    name: str
    division: str
    half_points: int
    spread: int
    wins: int
    draws: int
    losses: int


class EventSeatOut(Schema):
    """A player at a table. The first one starts."""

    entrant: int
    name: str
    score: int | None
    absent: bool


class EventTableOut(Schema):
    """A table. `reasons` say in words why these players meet. `game` is that of its record."""

    number: int
    division: str
    seats: list[EventSeatOut]
    has_result: bool
    reasons: list[str]
    room: str | None
    game: UUID | None


class EventRoundOut(Schema):
    """A round with its pairings and results. `byes` are ids of entrants."""

    number: int
    stage: str
    started_at: datetime | None
    ended_at: datetime | None
    tables: list[EventTableOut]
    byes: list[int]
    reasons: list[str]


class DirectorRequest(RequestBody):
    """Sending the same `key` again has no further effect."""

    key: str = Field("", max_length=64)


class EntrantRequest(DirectorRequest):
    """A member by name or, in events on real boards, anyone."""

    name: str = Field(min_length=1, max_length=40)
    rating: int = Field(0, ge=0, le=9999)


class ResultRequest(DirectorRequest):
    """The scores in the order of the seats; with `absent`, seats from 0, they do not count."""

    table: int = Field(ge=1, le=10_000)
    scores: list[int] = Field(max_length=MAX_SEATS)
    absent: list[int] = Field([], max_length=MAX_SEATS)
