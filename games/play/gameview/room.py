"""Views of a whole room, its board, its moves and its end. One place at the table: ``seat``."""

from dataclasses import dataclass
from typing import Literal

from games.play.gameview.clock import ClockView
from games.play.gameview.moves import LastMoveView, MoveView
from games.play.gameview.racks import RACKS_HIDDEN, RacksView
from games.play.gameview.seat import PersonView, RackTileView, SeatView
from games.play.gameview.series import SeriesView
from lexicon.lists.folding import Folding

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
class RatingView:
    """What a rated game did to one player's rating: points as text, and how many it gave."""

    name: str
    before: str
    after: str
    change: int


@dataclass(frozen=True, slots=True)
class FinalScoreView:
    seat: int
    name: str
    before: int
    adjustment: int
    total: int
    rack: tuple[RackTileView, ...] | None
    """``None`` where nobody has written it down."""
    winner: bool
    overtime: int = 0
    """Points lost for it."""
    people: tuple[PersonView, ...] = ()
    """Who is meant by ``name``, where it is not that of a team."""
    ratings: tuple[RatingView, ...] = ()
    """Of everybody at the seat, where the game was rated."""


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

    @property
    def overtime(self) -> bool:
        """Somebody lost points for it."""
        return any(final.overtime for final in self.finals)


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
    whole_faces: tuple[str, ...]
    """Faces of several letters that are never laid with single tiles."""
    folding: Folding
    """What becomes of typed letters besides, as of those in dictionaries."""


@dataclass(frozen=True, slots=True)
class RoomView:
    """All that one viewer may see of a room and its current game.

    ``number`` counts the games of the room; ``stamp`` only grows; ``turn`` a command must carry.
    ``seat`` is the viewer's own seat number, ``None`` for a watcher. ``can`` names the verbs open
    to this viewer now: play, exchange, pass, challenge, accept, resign, start, sit, stand,
    leave, name_team, open_doors, decline, rematch.
    """

    code: str
    title: str
    number: int
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
    preview_tells_words: bool
    invitation: bool
    """The viewer holds an invitation to this game and may sit down or decline."""
    spoken: str = ""
    """For the ears alone: where the last play lies, and what its blanks stand for."""
    teams: bool = False
    """A seat may be shared by several people."""
    late_members: bool = False
    """Anybody may join a team while the game goes on."""
    rated: bool = False
    """For members alone: guests are told how to become one."""
    named: bool = False
    """The title was chosen; any other follows the host's name."""
    clock: ClockView | None = None
    """Where the game has clocks that tick."""
    deserted: int | None = None
    """The seat to move, when those who hold it have been away so long that the others may act."""
    racks: RacksView = RACKS_HIDDEN
    """Whether watchers see racks; which, stands with the seats."""
    dispute_url: str = ""
    """Where a word of this game can be disputed, once it is over."""
    series: SeriesView | None = None
    has_ended_games: bool = False
    """Some game of the room has a record already."""
    locked: bool = False
    """Nobody new sits down, and the lobby does not list the room."""
    removed: tuple[tuple[str, str], ...] = ()
    """For the host: name (or "") and badge of everybody who was sent away."""

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
    def free_seat(self) -> bool:
        """Before the start a seat is free that is kept for nobody, or a team has a place."""
        free = (seat for seat in self.seats if seat.roomy or not (seat.taken or seat.kept_for))
        return self.phase == "waiting" and any(free)

    @property
    def my_turn(self) -> bool:
        return self.seat is not None and self.seat == self.to_move

    @property
    def own_seat(self) -> SeatView | None:
        return None if self.seat is None else self.seats[self.seat]
