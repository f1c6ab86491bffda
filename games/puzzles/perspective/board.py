"""The page of one puzzle: the board and the rack, and what this player has been told so far."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.utils.translation import gettext as _

from games.play.gameview import BoardView, RackTileView, Terms, TileView, UnseenView
from games.play.perspective import PlayLook
from games.play.perspective.parts import see_board, see_rack, see_terms, see_tile
from games.play.wording import explain as explain_play
from games.players.models import Player
from games.puzzles.models import Attempt, Kind, Puzzle
from games.puzzles.perspective.endings import Result, look_at_result
from games.puzzles.positions import act_on, is_open
from games.puzzles.services import trying
from games.puzzles.services.days import day_of
from games.puzzles.wording import LEVELS, TASKS, name_game, say_hints
from games.rules.errors import RuleError
from games.rules.game import GameState, Phase, preview, unseen
from games.rules.moves import Act, Play
from games.rules.squares import Square
from games.rules.tiles import BLANK, TileSet

NO_SQUARES: frozenset[Square] = frozenset()


@dataclass(frozen=True, slots=True)
class Score:
    """What a seat has, in seat order. ``name``: "You" for the seat to move."""

    seat: int
    name: str
    points: int
    own: bool


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """All that one player may see of a puzzle.

    ``phase``: "playing", or "over" once it is solved or given up; ``ended``: the end game on the
    board is over, the puzzle is not. ``turn``: acts made on the board; ``stamp`` grows with
    whatever changes. ``day``: whose puzzle it was last.
    """

    id: str
    stamp: int
    turn: int
    phase: str
    ended: bool
    kind: str
    title: str
    task: str
    game: str
    variant: str
    level: str
    day: date | None
    is_today: bool
    board: BoardView
    terms: Terms
    tiles: tuple[TileView, ...]
    rack: tuple[RackTileView, ...]
    other_rack: tuple[RackTileView, ...]
    unseen: UnseenView
    scores: tuple[Score, ...]
    tries: int
    hints: tuple[str, ...]
    more_hints: bool
    result: Result | None

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def data(self) -> dict[str, object]:
        """What the page's script must know, in the form of a room's state."""
        return {
            "stamp": self.stamp,
            "turn": self.turn,
            "game": self.id,
            "phase": self.phase,
            "seat": 0,
            "can": [] if self.is_over or self.ended else ["play", "pass"],
            "seats": [score.name for score in self.scores],
            "rack": [[tile.face, tile.value] for tile in self.rack],
            "tiles": [self._tell(tile) for tile in self.tiles],
        }

    def _tell(self, tile: TileView) -> list[object]:
        told: list[object] = [tile.row * self.board.cols + tile.col, tile.face, tile.value]
        owner = [tile.owner, int(tile.safe)] if self.terms.owned_tiles else []
        return [*told, int(tile.blank), *owner]

    @property
    def may_pass(self) -> bool:
        """Only where passing can be right."""
        return self.kind == Kind.ENDGAME and not self.is_over and not self.ended


def look_at_puzzle(puzzle: Puzzle, player: Player | None, now: datetime) -> PuzzleView:
    """The puzzle as it stands for this player."""
    attempt = trying.attempt_of(puzzle, player)
    state = trying.state_of(puzzle, attempt)
    over = attempt is not None and attempt.is_over
    last = _squares_of_last(attempt, state)
    hints, hidden = _hints(puzzle, attempt, state), _see_unseen(state, puzzle.seat)
    if over and not (attempt and attempt.line):
        best = trying.best_act(puzzle, state)
        state = act_on(state, best, trying.words_of(puzzle, state.tile_set))
        last = _squares(best)
    day = puzzle.days.order_by("-day").values_list("day", flat=True).first()
    tile_set, variant = state.tile_set, state.variant
    turn = len(attempt.line) if attempt else 0
    step = attempt.step if attempt else 0
    rack = () if over else state.seats[puzzle.seat].rack
    return PuzzleView(
        id=str(puzzle.pk),
        stamp=attempt.tries + attempt.hints + over if attempt else 0,
        turn=turn,
        phase="over" if over else "playing",
        ended=state.phase is Phase.OVER and not over,
        kind=puzzle.kind,
        title=str(Kind(puzzle.kind).label),
        task=str(TASKS[Kind(puzzle.kind)]),
        game=name_game(puzzle.variant, puzzle.language),
        variant=puzzle.variant,
        level=str(LEVELS[puzzle.level]),
        day=day,
        is_today=day == day_of(now),
        board=see_board(state.layout, tile_set),
        terms=see_terms(variant, tile_set),
        tiles=tuple(
            replace(see_tile(square, tile, tile_set), last=square in last)
            for square, tile in sorted(state.board.items())
        ),
        rack=see_rack(rack, tile_set),
        other_rack=see_rack(state.seats[1 - puzzle.seat].rack, tile_set) if is_open(state) else (),
        unseen=hidden,
        scores=_see_scores(state, puzzle.seat),
        tries=attempt.tries if attempt else 0,
        hints=() if over else tuple(hints),
        more_hints=not over and state.phase is not Phase.OVER and step < trying.STEPS,
        result=look_at_result(puzzle, attempt, day, now) if attempt and over else None,
    )


def look_at_tentative(
    puzzle: Puzzle, player: Player | None, read: Callable[[TileSet], Act]
) -> PlayLook:
    """What tentative tiles would score. Whether the words are good is told to who tries."""
    state = trying.state_of(puzzle, trying.attempt_of(puzzle, player))
    owned = state.variant.scoring.owned_tiles
    try:
        play = read(state.tile_set)
        assert isinstance(play, Play), "a pass has no preview"
        return PlayLook(preview(state, puzzle.seat, play, None), "", owned)
    except RuleError as error:
        return PlayLook(None, explain_play(error), owned)


def _hints(puzzle: Puzzle, attempt: Attempt | None, state: GameState) -> list[str]:
    if attempt is None or not attempt.step or attempt.is_over or state.phase is Phase.OVER:
        return []
    act = trying.best_act(puzzle, state)
    return say_hints(puzzle.kind, state, puzzle.seat, act, attempt.step)


def _squares_of_last(attempt: Attempt | None, state: GameState) -> frozenset[Square]:
    """Where the latest play of the engine lies."""
    if attempt is None or not attempt.line:
        return NO_SQUARES
    return _squares(trying.read_line(attempt, state.tile_set)[-1])


def _squares(act: Act) -> frozenset[Square]:
    return (
        frozenset(square for square, _letter in act.placed())
        if isinstance(act, Play)
        else NO_SQUARES
    )


def _see_scores(state: GameState, own: int) -> tuple[Score, ...]:
    return tuple(
        Score(number, _("You") if number == own else _("Opponent"), seat.score, number == own)
        for number, seat in enumerate(state.seats)
    )


def _see_unseen(state: GameState, seat: int) -> UnseenView:
    hidden = unseen(state, seat)
    counts = {
        tile.face if tile != BLANK else "?": count  # type: ignore[union-attr]
        for tile, count in hidden.items()
    }
    order = (*state.tile_set.faces, "?")
    groups = tuple((face, counts[face]) for face in order if counts.get(face))
    return UnseenView(groups, hidden.total(), len(state.bag))
