"""Games that are over."""

from datetime import datetime
from uuid import UUID

from ninja import Field, Schema


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
    """`upheld`: the challenge was right, and the play was taken back. `bonus`: points that the
    challenged seat got for a challenge in vain."""

    words: list[VerdictOut]
    upheld: bool
    bonus: int


class MoveOut(Schema):
    """One act. `racks`, of all seats before it, are in tile notation; none where not known.

    `position` and `tiles` of a play are as in GCG: `8H`, `C.aT`; `bingo` and `stolen` are points,
    `withdrawn`: it was challenged away. `changes` and `scores`: of all seats, by it and afterwards.
    """

    number: int
    seat: int
    kind: str = Field(examples=["play"])
    racks: list[str | None]
    position: str | None = None
    tiles: str | None = None
    words: list[WordOut] | None = None
    bingo: int | None = None
    stolen: int | None = None
    withdrawn: bool | None = None
    exchanged: str | None = None
    challenge: ChallengeOut | None = None
    changes: list[int]
    scores: list[int]
    spent_ms: int | None
    left_ms: list[int | None] | None


class EndOut(Schema):
    """`scores` are final: `before`, with the `adjustments` for tiles left and `overtime`."""

    reason: str
    winner: int | None
    before: list[int]
    scores: list[int]
    adjustments: list[int]
    overtime: list[int]
    tie_break: str | None
    racks: list[str | None]


class RecordSeat(Schema):
    """`computer`: the level of a computer player."""

    name: str
    computer: int | None


class PinnedDictionary(Schema):
    name: str
    revision: int


class RecordOut(Schema):
    """A whole game: every rack, play and challenge. The same as `/games/ID.json`."""

    id: UUID
    title: str
    variant: str
    layout: str
    tile_set: str
    language: str
    direction: str = Field(examples=["ltr"])
    dictionary: PinnedDictionary | None
    options: dict[str, str | int]
    rated: bool
    started_at: datetime | None
    ended_at: datetime | None
    seats: list[RecordSeat]
    first: int | None
    moves: list[MoveOut]
    end: EndOut | None
