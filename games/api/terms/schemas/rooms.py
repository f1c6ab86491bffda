"""Rooms, and what a program can do in them."""

from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from ninja import Field, Schema

from games.api.terms.schemas.common import LexiconRef, RequestBody
from games.api.terms.schemas.games import VerdictOut

MAX_NOTATION_LENGTH = 120
Text = Annotated[str, Field(max_length=MAX_NOTATION_LENGTH)]


class RoomLine(Schema):
    """A public room in the lobby, waiting for players or in play."""

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
    """A tile on the board.

    `tile` is in notation, in lower case for a blank. `owner` is a seat number.
    """

    row: int
    col: int
    square: str
    tile: str
    value: int
    blank: bool
    owner: int
    safe: bool


class TableSeat(Schema):
    """A seat.

    `tiles` is the number of tiles on its rack; `rack` shows them once the game is over. While a
    play waits for the other seats, `accepted` says whether this one has accepted it, and `rejected`
    whether it has voted against it.
    """

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
    rejected: bool


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


class AbsenceVote(Schema):
    seat: int
    choice: str


class TableAbsence(Schema):
    """The vote about an absent player.

    In a game without a clock the player to move, at `seat`, is away, and the players present decide
    what happens. `choices` are the options now, out of `wait`, `computer` and `without`.
    """

    seat: int
    choices: list[str]
    votes: list[AbsenceVote]


class TableVote(Schema):
    """The vote on words that are not in the dictionary.

    Only in rooms whose `challenge` is `vote`. While a play waits for the other seats, `seat` made
    it and `words` are put to the vote. A seat that can vote has `accept` and `challenge` in `can`:
    `accept` votes for the play, `challenge` against it. The play stays on the board if at least
    half of the other seats accept it. `accepted_words` count for the rest of the game.
    """

    seat: int | None
    words: list[str]
    accepted_words: list[str]


class TableEnd(Schema):
    reason: str
    winner: int | None
    scores: list[int]
    record: str


class RoomOut(Schema):
    """A room as the requester may see it.

    While a game is running, only the requester's own rack is shown. `turn` and `game` must be sent
    along with an act. `can` lists the actions open to the requester now. `stamp` grows with every
    change. `layout` is one of those in `/variants`. `options` are all of the host's choices for the
    room, by name.
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
    options: dict[str, bool | int | str]
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
    absence: TableAbsence | None
    vote: TableVote | None
    end: TableEnd | None


class RoomRequest(RequestBody):
    """A room to open. Omitted fields take their defaults.

    `computer` is the level of the computer players on all other seats: from the weakest 6, 1, 2, 7,
    3, 8, 4, 9 or 5. Without it the seats wait for people and programs. `clock`, the time for a turn
    or the game, is written as `none`, `25+0/5`, `5+5` or `1d`.
    """

    variant: Text = "scrabble"
    dictionary: Text = ""
    tile_set: Text = ""
    seats: int = Field(2, ge=1, le=8)
    challenge: Text = ""
    clock: Text = "none"
    title: str = Field("", max_length=60)
    public: bool = False
    computer: int | None = Field(None, ge=1, le=9)
    key: str = Field(
        "", max_length=64, description="Requests with the same key create only one room."
    )


class SeatRequest(RequestBody):
    """The number of the seat to take. Without `seat`, the first free one is taken."""

    seat: int | None = Field(None, ge=0, le=8)


class AbsenceVoteRequest(RequestBody):
    """A vote about an absent player.

    `seat` is the absent player's; an empty `choice` withdraws the vote.
    """

    seat: int = Field(ge=0, le=8)
    choice: Literal["", "wait", "computer", "without"]


class SeedPart(RequestBody):
    """16 bytes in hexadecimal to mix into the seed of the bag before the game starts."""

    game: UUID
    added: str = Field(max_length=64)


class ActKind(StrEnum):
    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105 - no password
    CHALLENGE = "challenge"
    ACCEPT = "accept"
    RESIGN = "resign"
    ABORT = "abort"


class ActIn(RequestBody):
    """A move in one turn of one game. It is rejected if that turn is over.

    `play` needs `position` (`8H` across, `H8` down) and `tiles`: the whole main word from its first
    letter on, `.` for a square that is already filled, lower case for a blank, brackets for a tile
    of several letters (`[CH]`). `exchange` needs `tiles` (`AB?`). `abort` annuls the game and is
    possible until every seat has moved once. Where the players vote on words, `accept` is a vote
    for the play and `challenge` one against it. Sending the same `key` again has no further effect.
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
    """The owner of this token and what it permits. `rooms` are the bot's open games."""

    token: str
    scopes: list[str]
    member: str
    bot: str | None
    rooms: list[OwnRoom]
