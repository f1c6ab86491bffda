"""What one pair of eyes may see of a room: plain data for templates.

Built by :mod:`games.play.perspective` (the one place that hides things) and turned into HTML by
:mod:`games.play.fragments`. Nothing here knows models, requests or secrets: a value that is in a
``RoomView`` may be shown to the viewer it was built for.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

MOVES_AT_ONCE = 80
"""Moves a bundle lists: hardly a game has more, and one that has must not swell every bundle."""

Phase = Literal["waiting", "starting", "playing", "final_challenge", "over"]


@dataclass(frozen=True, slots=True)
class TileView:
    """One tile on the board. ``row`` and ``col`` count from 0; ``value`` is 0 for a blank."""

    row: int
    col: int
    square: str
    face: str
    value: int
    blank: bool
    owner: int
    safe: bool
    last: bool
    stolen: bool


@dataclass(frozen=True, slots=True)
class RackTileView:
    """One tile on a rack; a blank has face ``"?"`` and value 0."""

    face: str
    value: int
    blank: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """One place at the table, taken or free.

    ``tiles`` is the number of tiles on the rack; ``rack`` is filled only where this viewer may
    see it (own seat, racks open by room option, or the game is over).
    """

    number: int
    names: tuple[str, ...]
    taken: bool
    mine: bool
    host: bool
    to_move: bool
    in_play: bool
    score: int
    safe_points: int | None
    tiles: int
    rack: tuple[RackTileView, ...] | None
    accepted: bool
    turns_owed: int
    computer: str | None
    delta: int | None
    """Change of the score by the last move (both seats can change in Qwibble)."""
    kept_for: str = ""
    """Who is invited to this free seat: it is kept for them."""
    open_to_me: bool = False
    """The viewer may sit down here."""
    away: bool = False
    """Nobody of this seat has been in the room for a while."""
    wants_rematch: bool = False

    @property
    def name(self) -> str:
        return " & ".join(self.names)

    @property
    def initials(self) -> str:
        return self.name[:2].upper()


@dataclass(frozen=True, slots=True)
class WordVerdict:
    word: str
    good: bool
    definition: str


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """The latest challenge: who, whose play, each word with its verdict, and what followed."""

    challenger: str
    challenged: str
    words: tuple[WordVerdict, ...]
    upheld: bool
    penalty: str


@dataclass(frozen=True, slots=True)
class MoveView:
    """One line of the move list. ``kind`` is the act's name in lower case ("play", "pass" ...)."""

    number: int
    seat: int
    name: str
    kind: str
    position: str
    word: str
    text: str
    score: int
    total: int
    withdrawn: bool
    has_more: bool
    """A play shows how it was scored, and one's own turns against the computer their best play."""


@dataclass(frozen=True, slots=True)
class LastMoveView:
    """The last-move line: a sentence and the change of every seat's score."""

    kind: str
    text: str
    deltas: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class FinalScoreView:
    seat: int
    name: str
    before: int
    adjustment: int
    total: int
    rack: tuple[RackTileView, ...]
    winner: bool


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """How the game ended. ``winner`` is a seat number, ``None`` for a draw or an annulled game."""

    reason: str
    sentence: str
    winner: int | None
    finals: tuple[FinalScoreView, ...]
    tie_break: str
    secret: str
    """What the site had chosen for the seed of the bag."""
    record_url: str


@dataclass(frozen=True, slots=True)
class DrawView:
    """The draw for the start, one round after another (equal tiles draw again)."""

    rounds: tuple[tuple[tuple[str, str], ...], ...]
    first: str


@dataclass(frozen=True, slots=True)
class UnseenView:
    """``groups`` holds (face, count) in alphabet order, the blank ``"?"`` last."""

    groups: tuple[tuple[str, int], ...]
    total: int
    bag: int


@dataclass(frozen=True, slots=True)
class SquareView:
    """One square of the static grid. ``premium`` is "", "DL", "TL", "QL", "DW", "TW" or "QW"."""

    row: int
    col: int
    name: str
    premium: str
    start: bool
    padlock: bool


@dataclass(frozen=True, slots=True)
class BoardView:
    rows: int
    cols: int
    col_names: tuple[str, ...]
    squares: tuple[tuple[SquareView, ...], ...]
    direction: Literal["ltr", "rtl"]


@dataclass(frozen=True, slots=True)
class Terms:
    """The variant's own words and which parts its screen has."""

    exchange: str
    """"Exchange" or "Swap": the button's label."""
    owned_tiles: bool
    """Tiles carry an owner's colour and a safe mark."""
    meter: str
    """The letter no blank may stand for, whose tiles left are counted; "" for none."""
    meter_total: int
    blank_faces: tuple[str, ...]
    """Letters a blank may stand for, in alphabet order."""
    rack_size: int
    language: str
    """Of the tiles: what typed letters become in upper case."""


@dataclass(frozen=True, slots=True)
class RoomView:
    """All that one viewer may see of a room and its current game.

    ``stamp`` only grows in a room; ``turn`` is the turn number a command must carry.
    ``seat`` is the viewer's own seat number, ``None`` for a watcher. ``can`` names the verbs open
    to this viewer now: play, exchange, pass, challenge, accept, resign, start, sit, stand,
    decline, rematch.
    """

    code: str
    title: str
    game_id: str
    stamp: int
    turn: int
    phase: Phase
    variant: str
    variant_name: str
    summary: tuple[str, ...]
    """Room options in a few words each: "English (open)", "single challenge" ..."""
    edition: str
    public: bool
    link: str
    seat: int | None
    seats: tuple[SeatView, ...]
    to_move: int | None
    can: frozenset[str]
    board: BoardView
    terms: Terms
    tiles: tuple[TileView, ...]
    rack: tuple[RackTileView, ...] | None
    unseen: UnseenView
    moves: tuple[MoveView, ...]
    last_move: LastMoveView | None
    say: str
    """The one live line: what happened last and who is to move."""
    challenge: ChallengeView | None
    outcome: OutcomeView | None
    draw: DrawView | None
    exchange_most: int
    s_left: int | None
    seed_hash: str
    """The SHA-256 of the bag's secret, from the moment a game is on the table."""
    contributions: tuple[tuple[str, str], ...]
    """What everyone at the table has added to the seed of the bag: (name, hexadecimal or "")."""
    due_at: datetime | None
    """When the referee will act: end of an accept window, or a forfeit."""
    preview_tells_words: bool
    invitation: bool
    """The viewer holds an invitation to this game and may sit down or decline."""
    spoken: str = ""
    """For the ears alone: where the last play lies, and what its blanks stand for."""
    named: bool = False
    """The title was chosen; any other follows the host's name."""
    dispute_url: str = ""
    """Where a word of this game can be disputed, once it is over."""

    @property
    def newest_first(self) -> tuple[MoveView, ...]:
        return self.moves[::-1]

    @property
    def late_moves(self) -> tuple[MoveView, ...]:
        """The newest moves, as many as a bundle carries; the others come when asked for."""
        return self.moves[-MOVES_AT_ONCE:][::-1]

    def moves_before(self, number: int) -> tuple[MoveView, ...]:
        """As many again, from the one before ``number`` backwards."""
        earlier = [move for move in self.moves if move.number < number]
        return tuple(earlier[-MOVES_AT_ONCE:][::-1])

    @property
    def my_turn(self) -> bool:
        return self.seat is not None and self.seat == self.to_move
