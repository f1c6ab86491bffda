"""Trying a puzzle: a play, a hint, giving up. What is thought about comes before what is written.

An attempt ends once, with whatever came first. In an end game the plays of both sides are kept;
who sends a play for a position that is no longer on the board is told so.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db import transaction

from games.common.refusals import Conflict, Missing, Unsuitable
from games.players.models import Player
from games.puzzles.models import Attempt, Daily, Kind, Puzzle
from games.puzzles.positions import act_on, spread_of
from games.puzzles.services.days import day_of
from games.rules.game import GameState, Phase, verify
from games.rules.moves import Act, Play, act_from_json, act_to_json
from games.rules.tiles import TileSet
from lexicon.graph.wordgraph import WordGraph
from lexicon.store import open_lexicon

STEPS = 3
"""Hints for one play: how much, where, and with which letter it begins."""

Answer = Literal["found", "less", "on", "short"]


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a play.

    FOUND: it is the best, or an end game reached its best result. LESS: ``lost`` of the puzzle's
    measure against the best, ``None`` where it is more than was counted. ON: the end game goes on
    after ``reply``. SHORT: it ended, ``lost`` points below the best result.
    """

    answer: Answer
    play: Act
    lost: float | None = None
    reply: tuple[Act, ...] = ()


def find_puzzle(puzzle_id: UUID) -> Puzzle:
    """Raises Missing."""
    puzzle = Puzzle.objects.select_related("revision__lexicon").filter(pk=puzzle_id).first()
    if puzzle is None:
        raise Missing("puzzle.unknown")
    return puzzle


def attempt_of(puzzle: Puzzle, player: Player | None) -> Attempt | None:
    """What this player has made of it so far."""
    if player is None:
        return None
    return Attempt.objects.filter(puzzle=puzzle, player=player).first()


def position_of(puzzle: Puzzle) -> GameState:
    """Where it begins."""
    return GameState.from_json(puzzle.state)


def words_of(puzzle: Puzzle, tile_set: TileSet) -> WordGraph:
    return open_lexicon(puzzle.revision_id, tile_set.faces)


def state_of(puzzle: Puzzle, attempt: Attempt | None) -> GameState:
    """The position on the board: in an end game after what was played so far."""
    state = position_of(puzzle)
    if attempt is None or not attempt.line:
        return state
    words = words_of(puzzle, state.tile_set)
    for act in read_line(attempt, state.tile_set):
        state = act_on(state, act, words)
    return state


def read_line(attempt: Attempt, tile_set: TileSet) -> list[Act]:
    """The acts of an end game so far."""
    return [act_from_json(data, tile_set) for data in attempt.line]


def try_play(
    puzzle: Puzzle, player: Player, read: Callable[[TileSet], Act], turn: int, now: datetime
) -> Trial:
    """Judge a play and write it down. ``turn``: acts made on the board it was laid on.

    Raises RuleError for what the rules refuse and Conflict for an attempt that has gone on.
    """
    attempt = attempt_of(puzzle, player)
    _require_open(attempt, turn)
    state = state_of(puzzle, attempt)
    words = words_of(puzzle, state.tile_set)
    act = read(state.tile_set)
    if state.phase is Phase.OVER:
        raise Conflict("puzzle.ended")
    if puzzle.kind == Kind.ENDGAME:
        trial, line = _go_on(puzzle, state, act, words)
    else:
        if not isinstance(act, Play):
            raise Unsuitable("puzzle.no_pass")
        verify(state, puzzle.seat, act, words)
        trial, line = _compare(puzzle, state.tile_set, act), ()
    data = [act_to_json(one, state.tile_set) for one in line]
    with transaction.atomic():
        kept = _locked(puzzle, player, turn, now)
        kept.tries += 1
        kept.line, kept.step = [*kept.line, *data], kept.step if not data else 0
        if trial.answer == "found":
            _end(kept, Attempt.Status.SOLVED, now)
        kept.save()
    return trial


def ask_hint(puzzle: Puzzle, player: Player, turn: int, now: datetime) -> None:
    """Tell one step more of the play to be found, up to ``STEPS``."""
    with transaction.atomic():
        kept = _locked(puzzle, player, turn, now)
        if kept.step < STEPS:
            kept.step += 1
            kept.hints += 1
        kept.save()


def give_up(puzzle: Puzzle, player: Player, now: datetime) -> None:
    """End an attempt; one that has ended stays as it is."""
    with transaction.atomic():
        kept = _begun(puzzle, player, now)
        if not kept.is_over:
            kept.line, kept.step = [], 0
            _end(kept, Attempt.Status.GIVEN_UP, now)
            kept.save()


def start_again(puzzle: Puzzle, player: Player, now: datetime) -> None:
    """Lay an end game out anew."""
    with transaction.atomic():
        kept = _begun(puzzle, player, now)
        if not kept.is_over:
            kept.line, kept.step = [], 0
            kept.save()


def best_act(puzzle: Puzzle, state: GameState) -> Act:
    """The play to be found in the position on the board: kept with the puzzle where it begins,
    thought about further on."""
    if state.turn_number == 0:
        position, tiles = puzzle.answers[0]
        return Play.read(position, tiles, state.tile_set)
    return _think(state, words_of(puzzle, state.tile_set))


def _think(state: GameState, words: WordGraph) -> Act:
    """The best act of whoever is to move. The engine is loaded by the first who needs it: pages and
    commands that do not are spared its weight."""
    from games.engine.engine import Engine
    from games.puzzles.solving import find_reply

    return find_reply(state, Engine(words))


def _compare(puzzle: Puzzle, tile_set: TileSet, act: Play) -> Trial:
    """Plays are the same when they lay the same tiles."""
    laid = frozenset(act.placed())

    def is_this(position: str, tiles: str) -> bool:
        return frozenset(Play.read(position, tiles, tile_set).placed()) == laid

    if any(is_this(*answer) for answer in puzzle.answers):
        return Trial("found", act)
    values = (one["value"] for one in puzzle.best if is_this(one["position"], one["tiles"]))
    value = next(values, None)
    return Trial("less", act, None if value is None else round(puzzle.worth - value, 1))


def _go_on(
    puzzle: Puzzle, state: GameState, act: Act, words: WordGraph
) -> tuple[Trial, tuple[Act, ...]]:
    """The play, and the engine's replies until it is the player's turn again or all is over."""
    line = [act]
    state = act_on(state, act, words)
    while state.phase is not Phase.OVER and state.to_move != puzzle.seat:
        reply = _think(state, words)
        line.append(reply)
        state = act_on(state, reply, words)
    if state.phase is not Phase.OVER:
        return Trial("on", act, reply=tuple(line[1:])), tuple(line)
    won = spread_of(state, puzzle.seat) - spread_of(position_of(puzzle), puzzle.seat)
    lost = puzzle.worth - won
    answer: Answer = "found" if lost <= 0 else "short"
    return Trial(answer, act, lost, tuple(line[1:])), tuple(line)


def _require_open(attempt: Attempt | None, turn: int) -> None:
    if attempt is not None and attempt.is_over:
        raise Conflict("puzzle.over")
    if turn != (len(attempt.line) if attempt else 0):
        raise Conflict("puzzle.moved_on")


def _begun(puzzle: Puzzle, player: Player, now: datetime) -> Attempt:
    Attempt.objects.get_or_create(puzzle=puzzle, player=player, defaults={"began_at": now})
    return Attempt.objects.select_for_update().get(puzzle=puzzle, player=player)


def _locked(puzzle: Puzzle, player: Player, turn: int, now: datetime) -> Attempt:
    kept = _begun(puzzle, player, now)
    _require_open(kept, turn)
    return kept


def _end(kept: Attempt, status: Attempt.Status, now: datetime) -> None:
    """A puzzle counts for a run of days on its own day alone."""
    day = day_of(now)
    kept.status, kept.ended_at = status, now
    if Daily.objects.filter(puzzle=kept.puzzle, day=day).exists():
        kept.on_day = day
