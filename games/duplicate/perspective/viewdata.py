"""What one viewer may see of a duplicate game, as plain data for templates.

Every value may be shown to the viewer for whom it was built. A view built without a viewer holds
nothing personal and is the same for everyone.
"""

from dataclasses import dataclass, field
from datetime import datetime

from games.play.perspective.viewdata import (
    BoardView,
    PersonView,
    RackTileView,
    TileView,
    UnseenView,
    VariantTerms,
)


@dataclass(frozen=True, slots=True)
class DuplicatePlayView:
    """A play: its main word, where it is and what it scores. All words, the main word first."""

    word: str
    position: str
    # In notation, with "." for letters that were on the board.
    tiles: str
    score: int
    words: tuple[str, ...] = ()
    bingo: bool = False


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings."""

    # Id of the entrant, valid within the game.
    entrant: int
    place: int
    person: PersonView
    # The strength of a computer player; ``None`` for people.
    computer: int | None
    points: int
    # Points as a percentage of the sum of all best plays; ``None`` before the first turn is over.
    percent: float | None
    # Points below that sum, as a negative number.
    difference: int
    best_plays: int
    lone_best_plays: int
    own: bool


@dataclass(frozen=True, slots=True)
class OwnTurn:
    """What the viewer did in a turn that is over."""

    # ``None`` without a submission.
    play: DuplicatePlayView | None
    points: int
    bonus: int
    invalid_words: tuple[str, ...]
    # Points below the best play.
    lost: int
    # Whether it was a best play.
    best: bool


@dataclass(frozen=True, slots=True)
class TurnResult:
    """A turn that is over."""

    number: int
    rack: tuple[RackTileView, ...]
    best: DuplicatePlayView
    # How many found a best play, how many submitted a play, and how many were in the game.
    finders: int
    submitted: int
    entrants: int
    # The only player who found the best play; ``None`` unless there is exactly one.
    lone_finder: PersonView | None
    # Extra points for the lone finder.
    bonus: int
    # ``None`` in the view for everyone, and for viewers who had not entered by then.
    own: OwnTurn | None = None


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """The viewer's own part of a running game."""

    entrant: int
    # What is submitted in this turn; ``None`` for nothing. Whether its words are valid is not
    # known before the turn is over.
    sent: DuplicatePlayView | None
    # Whether the viewer has said that this is all for the turn.
    done: bool
    standing: StandingRow
    # What the viewer's page has added to the seed; "" for nothing yet.
    contribution: str


@dataclass(frozen=True, slots=True)
class ComputerEntryView:
    """A computer player that the host has added."""

    entrant: int
    name: str
    level: int


@dataclass(frozen=True, slots=True)
class FairBagView:
    """What is known about the seed of the bag; ``secret`` is "" until the game is over."""

    seed_hash: str
    secret: str
    contributions: tuple[str, ...]
    scheme: int


@dataclass(frozen=True, slots=True)
class DuplicateView:
    """All that one viewer may see of a duplicate game."""

    code: str
    title: str
    # Grows with every change that everyone can see.
    stamp: int
    # One of :class:`games.duplicate.models.DuplicateGame.Stage`.
    stage: str
    # Number of the turn; during a pause of the turn that is over. 0 before the start.
    turn: int
    # When the turn or the pause is over.
    due_at: datetime | None
    # When the turn's warning sounds; ``None`` for turns shorter than a minute.
    warning_at: datetime | None
    variant_name: str
    dictionary: str
    # What differs from a standard game, one phrase each.
    options: tuple[str, ...]
    board: BoardView
    terms: VariantTerms
    tiles: tuple[TileView, ...]
    # Everyone's rack. Empty before the start and during a pause.
    rack: tuple[RackTileView, ...]
    unseen: UnseenView
    entrants: int
    # The first twenty; ``own`` is only set in a view for that viewer.
    standings: tuple[StandingRow, ...]
    last_turn: TurnResult | None
    host: PersonView
    computers: tuple[ComputerEntryView, ...]
    bag: FairBagView
    # Why the game ended: "no_tiles", "no_balance", "no_play" or "abandoned"; "" while it goes on.
    ending: str
    ending_text: str
    # Code of the game that follows this one, or "".
    next_code: str
    # Everything below depends on the viewer.
    own: OwnEntry | None = None
    is_host: bool = False
    # Also for entrants while the host is away.
    may_start: bool = False
    may_skip: bool = False
    may_play_again: bool = False

    @property
    def is_over(self) -> bool:
        return self.stage == "ended"

    @property
    def in_turn(self) -> bool:
        return self.stage == "turn"

    @property
    def may_submit(self) -> bool:
        return self.in_turn and self.own is not None

    @property
    def data(self) -> dict[str, object]:
        """State for the page's script, in the format of a room's state."""
        return {
            "stamp": self.stamp,
            "turn": self.turn,
            "game": self.code,
            "phase": {"turn": "playing", "ended": "over"}.get(self.stage, self.stage),
            "stage": self.stage,
            "seat": 0 if self.own is not None else None,
            "seedHash": self.bag.seed_hash,
            "can": ["play"] if self.may_submit else [],
            "seats": [],
            "rack": [[tile.face, tile.value] for tile in self.rack],
            "tiles": [
                [tile.row * self.board.cols + tile.col, tile.face, tile.value, int(tile.blank)]
                for tile in self.tiles
            ],
            "due": _to_ms(self.due_at),
            "warning": _to_ms(self.warning_at),
        }


def _to_ms(at: datetime | None) -> int | None:
    return round(at.timestamp() * 1000) if at else None


@dataclass(frozen=True, slots=True)
class FoundPlayView:
    """A play that some made in a turn, or the best one that no one found."""

    play: DuplicatePlayView
    points: int
    invalid_words: tuple[str, ...]
    # How many made it, and who: at most twenty names.
    count: int
    people: tuple[PersonView, ...]
    best: bool
    own: bool


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """One turn in the list of a review."""

    number: int
    best: DuplicatePlayView
    rack: tuple[RackTileView, ...]
    finders: int
    # The viewer's points and what they fell short by; ``None`` without an entry by then.
    own_points: int | None
    own_lost: int | None
    shown: bool


@dataclass(frozen=True, slots=True)
class MissedKind:
    """How often the viewer found best plays of one kind."""

    # "bingo", "extension", "parallel", "through" or "other".
    kind: str
    label: str
    chances: int
    found: int
    lost: int


@dataclass(frozen=True, slots=True)
class DuplicateReview:
    """A finished or running game, seen at one of its closed turns."""

    code: str
    title: str
    is_over: bool
    steps: tuple[ReviewStep, ...]
    # The turn that is shown, and the ones before and after it; ``None`` at either end.
    turn: TurnResult
    earlier: int | None
    later: int | None
    board: BoardView
    # The board with the best play of the turn, whose tiles are marked as the last ones.
    tiles: tuple[TileView, ...]
    plays: tuple[FoundPlayView, ...]
    standings: tuple[StandingRow, ...]
    # The dictionary, for the words that the viewer missed.
    dictionary: str
    # By points lost, the most costly kind first. Empty for viewers who did not play.
    missed: tuple[MissedKind, ...] = field(default=())
