"""A puzzle's page: the board, the rack, and the hints this player has taken."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.utils.translation import gettext as _

from games.play.perspective import PlayPreview
from games.play.perspective.board_and_racks import (
    build_board_view,
    build_rack_view,
    build_tile_view,
    build_variant_terms,
)
from games.play.perspective.viewdata import (
    BoardView,
    RackTileView,
    TileView,
    UnseenView,
    VariantTerms,
)
from games.play.perspective.wording import explain as explain_play
from games.play.terms.running_games import is_language_in_play
from games.players.models import Player
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleKind
from games.puzzles.perspective.puzzle_results import PuzzleResult, build_puzzle_result
from games.puzzles.perspective.wording import (
    LEVEL_NAMES,
    TASK_TEXTS,
    describe_hints,
    describe_variant_and_language,
)
from games.puzzles.services import puzzle_attempts
from games.puzzles.services.daily_puzzles import get_puzzle_day
from games.puzzles.terms.puzzle_positions import apply_puzzle_act, is_fully_visible
from games.rules.equipment.errors import RuleError
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import BLANK, TileSet
from games.rules.flow.game import GameState, Phase, count_unseen_tiles, preview_score
from games.rules.plays.acts import Act, Play

NO_SQUARES: frozenset[Square] = frozenset()


@dataclass(frozen=True, slots=True)
class PuzzleSeatScore:
    """A seat's score. ``name`` is "You" for the seat to move."""

    seat: int
    name: str
    points: int
    own: bool


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """All that one player may see of a puzzle."""

    id: str
    # Grows with every change.
    stamp: int
    # Number of acts made on the board.
    turn: int
    # "playing", or "over" once it is solved or given up.
    phase: str
    # The endgame on the board is over, but the puzzle is not solved.
    ended: bool
    kind: str
    title: str
    task: str
    game: str
    variant: str
    level: str
    # The last day of which it was the puzzle.
    day: date | None
    is_today: bool
    board: BoardView
    terms: VariantTerms
    tiles: tuple[TileView, ...]
    rack: tuple[RackTileView, ...]
    other_rack: tuple[RackTileView, ...]
    unseen: UnseenView
    scores: tuple[PuzzleSeatScore, ...]
    tries: int
    hints: tuple[str, ...]
    more_hints: bool
    result: PuzzleResult | None
    # The player has a running game in this language and is therefore not told which words are
    # valid.
    unjudged: bool = False

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def data(self) -> dict[str, object]:
        """State for the page's script, in the format of a room's state."""
        return {
            "stamp": self.stamp,
            "turn": self.turn,
            "game": self.id,
            "phase": self.phase,
            "seat": 0,
            "can": [] if self.is_over or self.ended else ["play", "pass"],
            "seats": [score.name for score in self.scores],
            "rack": [[tile.face, tile.value] for tile in self.rack],
            "tiles": [self._serialize_tile(tile) for tile in self.tiles],
        }

    def _serialize_tile(self, tile: TileView) -> list[object]:
        fields: list[object] = [tile.row * self.board.cols + tile.col, tile.face, tile.value]
        owner = [tile.owner, int(tile.safe)] if self.terms.owned_tiles else []
        return [*fields, int(tile.blank), *owner]

    @property
    def may_pass(self) -> bool:
        """Passing is offered only in endgames, where it can be the best act."""
        return self.kind == PuzzleKind.ENDGAME and not self.is_over and not self.ended


def build_puzzle_view(puzzle: Puzzle, player: Player | None, now: datetime) -> PuzzleView:
    """Return the current state of the puzzle for this player."""
    attempt = puzzle_attempts.get_attempt(puzzle, player)
    state = puzzle_attempts.get_current_state(puzzle, attempt)
    over = attempt is not None and attempt.is_over
    last = _find_last_reply_squares(attempt, state)
    hints, hidden = _list_hints(puzzle, attempt, state), _build_unseen(state, puzzle.seat)
    # A finished puzzle is shown with its answer on the board.
    if over and not (attempt and attempt.line):
        best = puzzle_attempts.find_best_act(puzzle, state)
        state = apply_puzzle_act(
            state, best, puzzle_attempts.open_puzzle_words(puzzle, state.tile_set)
        )
        last = _list_act_squares(best)
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
        title=str(PuzzleKind(puzzle.kind).label),
        task=str(TASK_TEXTS[PuzzleKind(puzzle.kind)]),
        game=describe_variant_and_language(puzzle.variant, puzzle.language),
        variant=puzzle.variant,
        level=str(LEVEL_NAMES[puzzle.level]),
        day=day,
        is_today=day == get_puzzle_day(now),
        board=build_board_view(state.layout, tile_set),
        terms=build_variant_terms(variant, tile_set),
        tiles=tuple(
            replace(build_tile_view(square, tile, tile_set), last=square in last)
            for square, tile in sorted(state.board.items())
        ),
        rack=build_rack_view(rack, tile_set),
        other_rack=build_rack_view(state.seats[1 - puzzle.seat].rack, tile_set)
        if is_fully_visible(state)
        else (),
        unseen=hidden,
        scores=_build_scores(state, puzzle.seat),
        tries=attempt.tries if attempt else 0,
        hints=() if over else tuple(hints),
        more_hints=not over
        and state.phase is not Phase.OVER
        and step < puzzle_attempts.MAX_HINT_STEPS,
        result=build_puzzle_result(puzzle, attempt, day, now) if attempt and over else None,
        unjudged=not over and is_language_in_play(player, puzzle.language),
    )


def preview_tentative_play(
    puzzle: Puzzle, player: Player | None, read: Callable[[TileSet], Act]
) -> PlayPreview:
    """Return the score of tentative tiles, without judging their words."""
    state = puzzle_attempts.get_current_state(puzzle, puzzle_attempts.get_attempt(puzzle, player))
    owned = state.variant.scoring.owned_tiles
    try:
        play = read(state.tile_set)
        assert isinstance(play, Play), "a pass has no preview"
        score = preview_score(state, puzzle.seat, play, None)
        return PlayPreview(score, "", owned, checked_later=True)
    except RuleError as error:
        return PlayPreview(None, explain_play(error), owned)


def _list_hints(puzzle: Puzzle, attempt: PuzzleAttempt | None, state: GameState) -> list[str]:
    if attempt is None or not attempt.step or attempt.is_over or state.phase is Phase.OVER:
        return []
    act = puzzle_attempts.find_best_act(puzzle, state)
    return describe_hints(puzzle.kind, state, puzzle.seat, act, attempt.step)


def _find_last_reply_squares(attempt: PuzzleAttempt | None, state: GameState) -> frozenset[Square]:
    """Return the squares of the engine's latest play."""
    if attempt is None or not attempt.line:
        return NO_SQUARES
    return _list_act_squares(puzzle_attempts.list_played_acts(attempt, state.tile_set)[-1])


def _list_act_squares(act: Act) -> frozenset[Square]:
    return (
        frozenset(square for square, _letter in act.placed())
        if isinstance(act, Play)
        else NO_SQUARES
    )


def _build_scores(state: GameState, own: int) -> tuple[PuzzleSeatScore, ...]:
    return tuple(
        PuzzleSeatScore(
            number, _("You") if number == own else _("Opponent"), seat.score, number == own
        )
        for number, seat in enumerate(state.seats)
    )


def _build_unseen(state: GameState, seat: int) -> UnseenView:
    hidden = count_unseen_tiles(state, seat)
    counts = {
        tile.face if tile != BLANK else "?": count  # type: ignore[union-attr]
        for tile, count in hidden.items()
    }
    order = (*state.tile_set.faces, "?")
    groups = tuple((face, counts[face]) for face in order if counts.get(face))
    return UnseenView(groups, hidden.total(), len(state.bag))
