"""Views of a whole room, its board and its result."""

from dataclasses import dataclass
from typing import Literal

from games.play.perspective.viewdata.absence import AbsenceView
from games.play.perspective.viewdata.challenges import (
    ChallengeTermsView,
    ChallengeView,
    WordVotesView,
)
from games.play.perspective.viewdata.clock import ClockView
from games.play.perspective.viewdata.moves import LastMoveView, MoveView
from games.play.perspective.viewdata.rack_visibility import ALL_RACKS_HIDDEN, RackVisibilityView
from games.play.perspective.viewdata.seat import PersonView, RackTileView, SeatView
from games.play.perspective.viewdata.series import SeriesView
from lexicon.lists.folding import Folding

MOVES_PER_BUNDLE = 80
"""Moves listed in a bundle. Few games have more, and those must not make every bundle larger."""

RoomPhase = Literal["waiting", "starting", "playing", "final_challenge", "over"]


@dataclass(frozen=True, slots=True)
class TileView:
    """One tile on the board. ``row`` and ``col`` count from 0; ``value`` is 0 for a blank."""

    row: int
    col: int
    square: str
    face: str
    value: int
    blank: bool
    # The owner's seat and whether the tile is safe, in games with owned tiles.
    owner: int
    safe: bool
    # Whether the last play laid it, or stole it.
    last: bool
    stolen: bool


@dataclass(frozen=True, slots=True)
class RatingView:
    """What a rated game did to one player's rating."""

    name: str
    before: str
    after: str
    change: int = 0
    # How much of the game counted, in per cent.
    share: int = 100
    # "moves" if the rating did not change because a player had not moved.
    unchanged: str = ""


@dataclass(frozen=True, slots=True)
class FinalScoreView:
    """One seat's score before and after the final adjustment."""

    seat: int
    name: str
    before: int
    adjustment: int
    total: int
    # The tiles left; ``None`` if they were not recorded.
    rack: tuple[RackTileView, ...] | None
    winner: bool
    # Points lost for overtime.
    overtime: int = 0
    # The seat's holders, unless ``name`` is a team's.
    people: tuple[PersonView, ...] = ()
    # Of all holders of the seat, if the game was rated.
    ratings: tuple[RatingView, ...] = ()


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """How the game ended. ``winner`` is a seat number, ``None`` for a draw or an annulled game."""

    reason: str
    sentence: str
    winner: int | None
    finals: tuple[FinalScoreView, ...]
    tie_break: str
    # The site's part of the seed of the bag, in hexadecimal.
    secret: str
    record_url: str
    # Why a rated game counted less than fully, or not at all.
    rating_note: str = ""

    @property
    def overtime(self) -> bool:
        """Return whether a seat lost points for overtime."""
        return any(final.overtime for final in self.finals)


@dataclass(frozen=True, slots=True)
class DrawView:
    """The draw for the first turn, in rounds (equal tiles draw again)."""

    # In each round, names with the faces of the tiles drawn.
    rounds: tuple[tuple[tuple[str, str], ...], ...]
    first: str


@dataclass(frozen=True, slots=True)
class UnseenView:
    """The tiles that a viewer does not see: in the bag or on other racks."""

    # Faces with their counts in alphabet order, the blank ``"?"`` last.
    groups: tuple[tuple[str, int], ...]
    total: int
    # Number of tiles in the bag.
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
class VariantTerms:
    """The variant's own terms, and which parts its page has."""

    # Label of the button: "Exchange" or "Swap".
    exchange: str
    # Whether tiles show their owner's colour and a mark when they are safe.
    owned_tiles: bool
    # The letters that no blank may represent, whose remaining tiles are counted; "" for none.
    meter: str
    meter_total: int
    # Letters that a blank may represent, in alphabet order.
    blank_faces: tuple[str, ...]
    rack_size: int
    # Language of the tiles, by whose rules typed letters become upper case.
    language: str
    # Faces of several letters that cannot be laid with single tiles.
    whole_faces: tuple[str, ...]
    # How typed letters are folded, as in dictionaries.
    folding: Folding


@dataclass(frozen=True, slots=True)
class RoomView:
    """Everything that one viewer may see of a room and its current game."""

    code: str
    title: str
    # Counts the games of the room from 1.
    number: int
    game_id: str
    # Grows with every change of the room.
    stamp: int
    # Turn number, which commands must repeat.
    turn: int
    phase: RoomPhase
    variant: str
    variant_name: str
    # Room options in a few words each: "English (open)", "single challenge" ...
    summary: tuple[str, ...]
    edition: str
    public: bool
    link: str
    # The viewer's own seat, ``None`` for a spectator.
    seat: int | None
    seats: tuple[SeatView, ...]
    to_move: int | None
    # Actions open to the viewer now, see :mod:`games.play.perspective.actions`.
    actions: frozenset[str]
    board: BoardView
    terms: VariantTerms
    tiles: tuple[TileView, ...]
    rack: tuple[RackTileView, ...] | None
    unseen: UnseenView
    moves: tuple[MoveView, ...]
    last_move: LastMoveView | None
    # The status line: what happened last and who is to move.
    say: str
    challenge: ChallengeView | None
    outcome: OutcomeView | None
    draw: DrawView | None
    exchange_most: int
    s_left: int | None
    # SHA-256 of the bag's secret, published before the deal.
    seed_hash: str
    # Players' contributions to the seed of the bag: names with hexadecimal text, "" if missing.
    contributions: tuple[tuple[str, str], ...]
    preview_shows_words: bool
    # Set if the players vote on words that are not in the dictionary.
    votes: WordVotesView | None
    # Whether the viewer is invited to this game and may sit down or decline.
    invitation: bool
    # For screen readers only: where the last play lies, and what its blanks represent.
    spoken: str = ""
    # Whether seats may be shared.
    teams: bool = False
    # Whether anyone may join a team during the game.
    late_members: bool = False
    # Rated rooms are for members only; guests are told how to become one.
    rated: bool = False
    # Whether the title was chosen; otherwise it follows the host's name.
    named: bool = False
    # Set if something in the game is timed in seconds.
    clock: ClockView | None = None
    # For players: the vote about the player to move, who is away.
    absence: AbsenceView | None = None
    # What happened at the viewer's own seat while they were away.
    while_away: str = ""
    # The policy on racks; the racks shown are in ``seats``.
    racks: RackVisibilityView = ALL_RACKS_HIDDEN
    # Form to dispute a word of this game; empty until the game is over.
    dispute_url: str = ""
    series: SeriesView | None = None
    # Set while a play can be challenged.
    challenge_terms: ChallengeTermsView | None = None
    # The page of the swapped match that this table belongs to; "" in other rooms.
    match_url: str = ""
    # Whether the players were settled by an event, to which the room belongs.
    prepared: bool = False
    # Whether the game has ended and its result waits for the other table of the match.
    is_held: bool = False
    # Whether a game of the room has a record.
    has_ended_games: bool = False
    # Names of those for whom a seat is kept.
    awaited: tuple[str, ...] = ()
    # Whether new players are kept out; the lobby does not list the room then.
    locked: bool = False
    # For the host: name (or "") and badge of each removed visitor.
    removed: tuple[tuple[str, str], ...] = ()
    # For the host: badges of spectators who are kept apart from a seat holder.
    unseatable: tuple[str, ...] = ()
    # Whether everyone plays on one device, and who it is being passed to.
    one_device: bool = False
    passed_to: str = ""

    @property
    def newest_first(self) -> tuple[MoveView, ...]:
        return self.moves[::-1]

    @property
    def latest_moves(self) -> tuple[MoveView, ...]:
        """Return the newest moves, as many as a bundle carries; the page loads others on demand."""
        return self.moves[-MOVES_PER_BUNDLE:][::-1]

    def moves_before(self, number: int) -> tuple[MoveView, ...]:
        """Return as many moves again, from the one before ``number`` backwards."""
        earlier = [move for move in self.moves if move.number < number]
        return tuple(earlier[-MOVES_PER_BUNDLE:][::-1])

    @property
    def free_seat(self) -> bool:
        """Return whether, before the start, a seat or a place in a team is free for anyone."""
        return self.phase == "waiting" and any(
            seat.with_free_place or not (seat.taken or seat.reserved_for) for seat in self.seats
        )

    @property
    def my_turn(self) -> bool:
        return self.seat is not None and self.seat == self.to_move and not self.passed_to

    @property
    def has_open_seat(self) -> bool:
        """Return whether someone can still be invited or sit down."""
        return any(not seat.taken for seat in self.seats)

    @property
    def own_seat(self) -> SeatView | None:
        return None if self.seat is None else self.seats[self.seat]
