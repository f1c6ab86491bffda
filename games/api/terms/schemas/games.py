"""Finished games."""

from datetime import datetime
from uuid import UUID

from ninja import Field, Schema


class SeatResult(Schema):
    """One seat at the end of a game.

    `bot`: a member's program; `computer`: one of the site's own players.
    """

    name: str
    score: int | None
    bot: bool
    computer: bool


class GameLine(Schema):
    """A finished game in a list. `winner` is a seat number, counted from 0; null for a draw."""

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
    """A page of games.

    `next` is the cursor of the next page, null at the end. It is also in the `Link` header.
    """

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
    """A challenge.

    `upheld`: the challenge succeeded and the play was withdrawn. `bonus`: points given to the
    challenged seat when the challenge failed.
    """

    words: list[VerdictOut]
    upheld: bool
    bonus: int


class MoveOut(Schema):
    """One move of a game.

    `racks` are those of all seats before the move, in tile notation, null where unknown. `position`
    and `tiles` of a play are as in GCG: `8H`, `C.aT`. `bingo` and `stolen` are points. `withdrawn`:
    the play was successfully challenged. `changes` and `scores` list, for every seat, the points
    gained by this move and the total after it.
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
    """The result of a game.

    `scores` are final: `before`, with the `adjustments` for tiles left and the points lost for
    `overtime`.
    """

    reason: str
    winner: int | None
    before: list[int]
    scores: list[int]
    adjustments: list[int]
    overtime: list[int]
    tie_break: str | None
    racks: list[str | None]


class RecordSeat(Schema):
    """A player. `computer` is the level of a computer player, null for people and bots."""

    name: str
    computer: int | None


class PinnedDictionary(Schema):
    name: str
    revision: int


class RatingChangeOut(Schema):
    """The effect of a rated game on one player's rating.

    `counted` is the weight of the game in per cent: 100, less for repeated games between the same
    players, or 0 with a `reason`: `moves` means that a player had not moved.
    """

    seat: int
    name: str
    before: str = Field(examples=["1500?"])
    after: str
    change: int
    counted: int
    reason: str | None


class RecordOut(Schema):
    """A whole game with every rack, play and challenge, identical to `/games/ID.json`.

    `ratings` is empty unless the game was rated and is over.
    """

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
    ratings: list[RatingChangeOut]
    started_at: datetime | None
    ended_at: datetime | None
    seats: list[RecordSeat]
    first: int | None
    moves: list[MoveOut]
    end: EndOut | None
