"""Games that are over."""

from datetime import datetime
from uuid import UUID

from ninja import Field, Schema

from games.api.schemas.common import LexiconRef


class SeatResult(Schema):
    """One seat at the end. `bot`: a member's program; `computer`: one of the site's own."""

    name: str
    score: int | None
    bot: bool
    computer: bool


class GameLine(Schema):
    """An ended game in a list. `winner` is a seat, counted from 0; none for a draw."""

    id: UUID
    url: str
    variant: str
    language: str
    tile_set: str
    rated: bool
    started_at: datetime | None
    ended_at: datetime
    reason: str = Field(examples=["out"])
    winner: int | None
    seats: list[SeatResult]


class GamePage(Schema):
    """`next`: the cursor of the page after; none at the end. The `Link` header says the same."""

    items: list[GameLine]
    next: str | None


class WordOut(Schema):
    word: str
    score: int
    main: bool


class VerdictOut(Schema):
    word: str
    good: bool


class ChallengeOut(Schema):
    """`upheld`: the challenge was right, and the play was taken back."""

    seat: int
    challenged: int
    upheld: bool
    words: list[VerdictOut]


class MoveOut(Schema):
    """One act. `rack` is the seat's before it, in tile notation; none where it is not known.

    `position` and `tiles` are as in GCG: `8H`, `C.aT`. `scores`: of all seats, afterwards.
    """

    number: int
    seat: int
    kind: str = Field(examples=["play"])
    position: str
    tiles: str
    rack: str | None
    words: list[WordOut]
    score: int
    bingo: bool
    stolen: int
    challenge: ChallengeOut | None
    scores: list[int]


class OutcomeOut(Schema):
    """`scores` are final: `before`, with the `adjustments` for tiles left and `overtime`."""

    reason: str
    winner: int | None
    scores: list[int]
    before: list[int]
    adjustments: list[int]
    overtime: list[int]
    tie_break: str | None
    went_out: int | None


class RecordOut(Schema):
    """A whole game: every rack, play and challenge."""

    id: UUID
    title: str
    url: str
    variant: str
    language: str
    tile_set: str
    layout: str
    lexicon: LexiconRef | None
    started_at: datetime | None
    ended_at: datetime | None
    rated: bool
    seats: list[SeatResult]
    racks: list[str]
    """What was left at the end."""
    moves: list[MoveOut]
    outcome: OutcomeOut | None
