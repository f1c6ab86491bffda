"""Rooms, and what a program does in them."""

from enum import StrEnum
from typing import Annotated
from uuid import UUID

from ninja import Field, Schema

from games.api.schemas.common import LexiconRef
from games.api.schemas.games import VerdictOut

NOTATION_MOST = 120
Text = Annotated[str, Field(max_length=NOTATION_MOST)]


class RoomLine(Schema):
    """A public room in the list: one that waits for players, or is being played."""

    code: str
    url: str
    title: str
    variant: str
    summary: list[str]
    status: str
    seats_taken: int
    seats_total: int
    players: list[str]


class RoomList(Schema):
    waiting: list[RoomLine]
    playing: list[RoomLine]


class BoardTileOut(Schema):
    """`tile` in notation: lower case for a blank. `owner` is a seat."""

    row: int
    col: int
    square: str
    tile: str
    value: int
    blank: bool
    owner: int
    safe: bool


class TableSeat(Schema):
    """A place at the table. `tiles`: how many are on its rack; `rack`: which, once it is over."""

    number: int
    name: str
    taken: bool
    computer: bool
    bot: bool
    score: int
    tiles: int
    rack: str | None
    in_play: bool
    accepted: bool


class TableMove(Schema):
    number: int
    seat: int
    kind: str
    position: str
    word: str
    score: int
    total: int
    withdrawn: bool


class UnseenTile(Schema):
    face: str
    count: int


class TableChallenge(Schema):
    challenger: str
    challenged: str
    upheld: bool
    words: list[VerdictOut]


class TableEnd(Schema):
    reason: str
    winner: int | None
    scores: list[int]
    record: str


class RoomOut(Schema):
    """A room as whoever asks may see it: only their own rack, and nobody's of a running game else.

    `turn` and `game` are what an act must name; `can` the verbs that are open to the asker now;
    `stamp` grows with every change. `layout` is one of `/variants`.
    """

    code: str
    url: str
    title: str
    variant: str
    layout: str
    tile_set: str
    lexicon: LexiconRef
    challenge: str
    rated: bool
    public: bool
    phase: str
    stamp: int
    game: UUID
    number: int
    turn: int
    to_move: int | None
    seat: int | None
    rack: str | None
    can: list[str]
    seats: list[TableSeat]
    board: list[BoardTileOut]
    unseen: list[UnseenTile]
    bag: int
    exchange_most: int
    moves: list[TableMove]
    challenged: TableChallenge | None
    end: TableEnd | None


class RoomWish(Schema):
    """A room to open. Whatever is left out is as usual. `computer`: the level, 1 to 5, of the
    computer players on all other seats; without it the seats wait for people and programs.
    The time for a turn or the game is written as `none`, `25+0/5`, `5+5` or `1d`."""

    variant: Text = "scrabble"
    dictionary: Text = ""
    tile_set: Text = ""
    seats: int = Field(2, ge=1, le=8)
    challenge: Text = ""
    clock: Text = "none"
    title: str = Field("", max_length=60)
    public: bool = False
    computer: int | None = Field(None, ge=1, le=5)
    key: str = Field("", max_length=64, description="The same key makes one room.")


class SeatWish(Schema):
    """`seat`: which; the first that is free where none is named."""

    seat: int | None = Field(None, ge=0, le=8)


class SeedPart(Schema):
    """16 bytes in hexadecimal that are mixed into the seed of the bag, before the start."""

    game: UUID
    added: str = Field(max_length=64)


class ActKind(StrEnum):
    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105 - no password
    CHALLENGE = "challenge"
    ACCEPT = "accept"
    RESIGN = "resign"


class ActIn(Schema):
    """An act, for the very turn of the very game it answers.

    `play` needs `position` (`8H` across, `H8` down) and `tiles`: the whole main word from its
    first letter on, `.` for a square that is filled already, lower case for a blank, brackets for
    a tile of several letters (`[CH]`). `exchange` needs `tiles` (`AB?`). The same `key` sent again
    changes nothing more.
    """

    game: UUID
    turn: int = Field(ge=0, le=100_000)
    act: ActKind
    position: Text = ""
    tiles: Text = ""
    key: str = Field("", max_length=64)


class OwnRoom(Schema):
    code: str
    title: str
    status: str
    my_turn: bool


class MeOut(Schema):
    """Whom this token speaks for. `rooms`: the bot's open games."""

    token: str
    scopes: list[str]
    member: str
    bot: str | None
    rooms: list[OwnRoom]
