"""Attempts at a puzzle: trying a play, taking a hint, giving up.

The engine always runs before the transaction, so that no lock is held while it thinks. An attempt
ends only once. In an endgame the plays of both sides are stored, and a play for a position that is
no longer on the board is rejected.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db import transaction

from games.play.terms.running_games import is_language_in_play
from games.players.models import Player
from games.puzzles.models import DailyPuzzle, Puzzle, PuzzleAttempt, PuzzleKind
from games.puzzles.services.daily_puzzles import get_puzzle_day
from games.puzzles.terms.puzzle_positions import apply_puzzle_act, get_spread
from games.rules.equipment.tiles import TileSet
from games.rules.equipment.word_lookup import PermissiveDictionary
from games.rules.flow.game import GameState, Phase, verify
from games.rules.plays.acts import Act, Play, act_from_json, act_to_json
from lexicon.graph.wordgraph import WordGraph
from lexicon.store import open_lexicon
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest, NotFound

MAX_HINT_STEPS = 3
"""Hints for one play: its value, its place, and its first letter."""

PuzzlePlayAnswer = Literal["found", "less", "on", "short", "unjudged"]


@dataclass(frozen=True, slots=True)
class PuzzlePlayResult:
    """The result of a play.

    "found": it is the best play, or the endgame reached its best result. "less": it falls short by
    ``lost`` in the puzzle's unit, or by an unknown amount if that is ``None``. "on": the endgame
    goes on after ``reply``. "short": the endgame is over, ``lost`` points below the best result.
    "unjudged": it is not the best play, and whether its words are valid is not revealed.
    """

    answer: PuzzlePlayAnswer
    play: Act
    lost: float | None = None
    reply: tuple[Act, ...] = ()


def find_puzzle(puzzle_id: UUID) -> Puzzle:
    """Return a puzzle by its id. Raises ``NotFound``."""
    puzzle = Puzzle.objects.select_related("revision__lexicon").filter(pk=puzzle_id).first()
    if puzzle is None:
        raise NotFound("puzzle.unknown")
    return puzzle


def get_attempt(puzzle: Puzzle, player: Player | None) -> PuzzleAttempt | None:
    """Return the player's attempt at the puzzle, if there is one."""
    if player is None:
        return None
    return PuzzleAttempt.objects.filter(puzzle=puzzle, player=player).first()


def get_start_position(puzzle: Puzzle) -> GameState:
    """Return the puzzle's initial position."""
    return GameState.from_json(puzzle.state)


def open_puzzle_words(puzzle: Puzzle, tile_set: TileSet) -> WordGraph:
    return open_lexicon(puzzle.revision_id, tile_set.faces)


def get_current_state(puzzle: Puzzle, attempt: PuzzleAttempt | None) -> GameState:
    """Return the position on the board, including the plays made so far in an endgame."""
    state = get_start_position(puzzle)
    if attempt is None or not attempt.line:
        return state
    words = open_puzzle_words(puzzle, state.tile_set)
    for act in list_played_acts(attempt, state.tile_set):
        state = apply_puzzle_act(state, act, words)
    return state


def list_played_acts(attempt: PuzzleAttempt, tile_set: TileSet) -> list[Act]:
    """Return the acts of an endgame so far."""
    return [act_from_json(data, tile_set) for data in attempt.line]


def submit_play(
    puzzle: Puzzle, player: Player, read: Callable[[TileSet], Act], turn: int, now: datetime
) -> PuzzlePlayResult:
    """Judge a play and record the try. ``turn`` is the number of acts on the board it was made on.

    The same play again is judged again, but is no other try: its first answer may have been lost.

    A player with a running game in the puzzle's language does not learn whether the words are
    valid. Raises ``RuleError`` for an illegal play, ``Conflict`` if the attempt has moved on, and
    ``Forbidden`` for an endgame during such a running game, since endgames cannot go on without
    judging words.
    """
    unjudged = is_language_in_play(player, puzzle.language)
    if unjudged and puzzle.kind == PuzzleKind.ENDGAME:
        raise Forbidden("puzzle.closed")
    attempt = get_attempt(puzzle, player)
    _require_open(attempt, turn)
    state = get_current_state(puzzle, attempt)
    words = open_puzzle_words(puzzle, state.tile_set)
    act = read(state.tile_set)
    if state.phase is Phase.OVER:
        raise Conflict("puzzle.ended")
    if puzzle.kind == PuzzleKind.ENDGAME:
        trial, line = _play_endgame(puzzle, state, act, words)
    else:
        if not isinstance(act, Play):
            raise InvalidRequest("puzzle.no_pass")
        verify(state, puzzle.seat, act, PermissiveDictionary() if unjudged else words)
        trial, line = _compare_with_answers(puzzle, state.tile_set, act), ()
        if unjudged and trial.answer != "found":
            trial = PuzzlePlayResult("unjudged", act)
    data = [act_to_json(act, state.tile_set) for act in line]
    with transaction.atomic():
        # Checked again under the lock, because another tab may have moved while the engine was
        # thinking.
        locked = _lock_open_attempt(puzzle, player, turn, now)
        played = None if data else act_to_json(act, state.tile_set)
        if played is None or played != locked.last_try:
            locked.tries += 1
        locked.last_try = played
        locked.line, locked.step = [*locked.line, *data], locked.step if not data else 0
        if trial.answer == "found":
            _end_attempt(locked, PuzzleAttempt.Status.SOLVED, now)
        locked.save()
    return trial


def take_hint(puzzle: Puzzle, player: Player, turn: int, now: datetime) -> None:
    """Reveal one more hint about the play to be found, up to ``MAX_HINT_STEPS``."""
    with transaction.atomic():
        attempt = _lock_open_attempt(puzzle, player, turn, now)
        if attempt.step < MAX_HINT_STEPS:
            attempt.step += 1
            attempt.hints += 1
        attempt.save()


def give_up_puzzle(puzzle: Puzzle, player: Player, now: datetime) -> None:
    """Give up an attempt. One that has already ended stays as it is."""
    with transaction.atomic():
        attempt = _lock_attempt(puzzle, player, now)
        if not attempt.is_over:
            attempt.line, attempt.step = [], 0
            _end_attempt(attempt, PuzzleAttempt.Status.GIVEN_UP, now)
            attempt.save()


def restart_endgame(puzzle: Puzzle, player: Player, now: datetime) -> None:
    """Reset an endgame to its initial position."""
    with transaction.atomic():
        attempt = _lock_attempt(puzzle, player, now)
        if not attempt.is_over:
            attempt.line, attempt.step = [], 0
            attempt.save()


def find_best_act(puzzle: Puzzle, state: GameState) -> Act:
    """Return the play to be found in the current position.

    It is the stored answer at the start, and the engine's choice later on.
    """
    if state.turn_number == 0:
        position, tiles = puzzle.answers[0]
        return Play.read(position, tiles, state.tile_set)
    return _compute_best_act(state, open_puzzle_words(puzzle, state.tile_set))


def _compute_best_act(state: GameState, words: WordGraph) -> Act:
    """Return the best act of the seat to move.

    The engine is imported here because it is slow to load, and most pages and commands do not need
    it.
    """
    from games.engine.engine import Engine
    from games.puzzles.services.endgame_solver import find_best_reply

    return find_best_reply(state, Engine(words))


def _compare_with_answers(puzzle: Puzzle, tile_set: TileSet, act: Play) -> PuzzlePlayResult:
    """Compare a play with the answers. Two plays are the same if they lay the same tiles."""
    placed = frozenset(act.placed())

    def is_this(position: str, tiles: str) -> bool:
        return frozenset(Play.read(position, tiles, tile_set).placed()) == placed

    if any(is_this(*answer) for answer in puzzle.answers):
        return PuzzlePlayResult("found", act)
    values = (one["value"] for one in puzzle.best if is_this(one["position"], one["tiles"]))
    value = next(values, None)
    return PuzzlePlayResult("less", act, None if value is None else round(puzzle.worth - value, 1))


def _play_endgame(
    puzzle: Puzzle, state: GameState, act: Act, words: WordGraph
) -> tuple[PuzzlePlayResult, tuple[Act, ...]]:
    """Apply the play and the engine's replies.

    This stops when the player is to move again or the game is over.
    """
    line = [act]
    state = apply_puzzle_act(state, act, words)
    while state.phase is not Phase.OVER and state.to_move != puzzle.seat:
        reply = _compute_best_act(state, words)
        line.append(reply)
        state = apply_puzzle_act(state, reply, words)
    if state.phase is not Phase.OVER:
        return PuzzlePlayResult("on", act, reply=tuple(line[1:])), tuple(line)
    won = get_spread(state, puzzle.seat) - get_spread(get_start_position(puzzle), puzzle.seat)
    lost = puzzle.worth - won
    answer: PuzzlePlayAnswer = "found" if lost <= 0 else "short"
    return PuzzlePlayResult(answer, act, lost, tuple(line[1:])), tuple(line)


def _require_open(attempt: PuzzleAttempt | None, turn: int) -> None:
    if attempt is not None and attempt.is_over:
        raise Conflict("puzzle.over")
    if turn != (len(attempt.line) if attempt else 0):
        raise Conflict("puzzle.moved_on")


def _lock_attempt(puzzle: Puzzle, player: Player, now: datetime) -> PuzzleAttempt:
    PuzzleAttempt.objects.get_or_create(puzzle=puzzle, player=player, defaults={"began_at": now})
    return PuzzleAttempt.objects.select_for_update().get(puzzle=puzzle, player=player)


def _lock_open_attempt(puzzle: Puzzle, player: Player, turn: int, now: datetime) -> PuzzleAttempt:
    attempt = _lock_attempt(puzzle, player, now)
    _require_open(attempt, turn)
    return attempt


def _end_attempt(attempt: PuzzleAttempt, status: PuzzleAttempt.Status, now: datetime) -> None:
    """End an attempt. It counts for the streak only on the day whose puzzle it is."""
    day = get_puzzle_day(now)
    attempt.status, attempt.ended_at = status, now
    if DailyPuzzle.objects.filter(puzzle=attempt.puzzle, day=day).exists():
        attempt.on_day = day
