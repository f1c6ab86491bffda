"""Turns of computer players: which seat acts next, and what it does.

``find_next_turn`` reads the database; ``decide_act`` runs the engine and does not touch the
database. :mod:`games.engine.levels` defines what each level knows and how well it plays. The engine
sees only what the seat may see.
"""

import random
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from games.common.randomness import make_random
from games.computers.models import Hint
from games.engine.budget import Budget
from games.engine.hints import find_best_act, find_highest_scoring_play
from games.engine.levels import choose_act, fallbacks, get_level, respond_to_play
from games.play import store
from games.play.models import Game
from games.play.perspective.narration import format_word
from games.play.services.schedule import list_seats_to_act
from games.play.services.thinking_times import get_time_to_spare
from games.play.store.replay import state_at
from games.rules.flow.game import GameState, Phase, can, preview_score
from games.rules.plays.acts import Accept, Act, Challenge, Exchange, Pass, Play
from lexicon.graph.wordgraph import WordGraph
from lexicon.lists.frequencies import load_word_frequencies
from lexicon.store import open_lexicon
from lexicon.terms.alphabets import get_main_language

# Most seconds of computing time for a hint.
HINT_SECONDS = 2.0
MIN_SECONDS = 0.05
"""Seconds of computing time that every turn gets, however many are waiting."""


@dataclass(frozen=True)
class ComputerTurn:
    """One act to be computed: room, seat, turn, dictionary and time limit."""

    code: str
    game_id: UUID
    seat: int
    turn: int
    level: int
    state: GameState
    words: WordGraph
    language: str
    allow_errors: bool
    seconds: float


@dataclass(frozen=True)
class HintQuestion:
    """A position for a hint.

    ``after_turn``: the turn was already made, and its best act is requested.
    """

    state: GameState
    seat: int
    words: WordGraph
    after_turn: bool
    seconds: float


def find_next_turn(game: Game, seconds: float) -> ComputerTurn | None:
    """Return the next act that a computer player of this game must make, or ``None``.

    ``seconds`` is its share of computing time; the turn may need less. If all people have left the
    game, the computers get no time beyond a static evaluation.
    """
    game = Game.objects.select_related("room", "room__lexicon").get(pk=game.pk)
    if not game.running:
        return None
    state = store.load_state(game)
    levels = dict(game.seats.exclude(computer_level=None).values_list("number", "computer_level"))
    seat = min(list_seats_to_act(state) & levels.keys(), default=None)
    if seat is None or game.revision_id is None:
        return None
    level = levels[seat] or 1
    people = set(range(len(state.seats))) - levels.keys()
    in_play = set(state.in_play)
    seconds = min(seconds, get_time_to_spare(state, timezone.now()).total_seconds())
    faces = state.tile_set.faces
    words = open_lexicon(game.revision_id, faces)
    return ComputerTurn(
        code=game.room.code,
        game_id=game.pk,
        seat=seat,
        turn=game.turn_number,
        level=level,
        state=state,
        words=words,
        language=get_main_language(game.room.lexicon.language),
        allow_errors=game.room.allow_computer_errors,
        seconds=_get_seconds(seconds, get_level(level).seconds) if people & in_play else 0.0,
    )


def decide_act(task: ComputerTurn, rng: random.Random | None = None) -> Act:
    """Compute the act. If the engine fails, the seat passes or accepts, so the game goes on."""
    try:
        return _decide_act(task, rng or make_random(task.seat, task.turn))
    except Exception:
        fallbacks.exception("The engine failed in room %s, turn %s", task.code, task.turn)
        return Accept() if task.state.phase is Phase.FINAL_CHALLENGE else Pass()


def _decide_act(task: ComputerTurn, rng: random.Random) -> Act:
    state, seat = task.state, task.seat
    frequencies = load_word_frequencies(task.language, task.words)
    if can(state, seat, Challenge):
        verdict = respond_to_play(state, seat, task.level, task.words, frequencies, rng)
        if verdict is not None:
            return verdict
    if state.phase is Phase.FINAL_CHALLENGE:
        return Accept()
    return choose_act(
        state,
        seat,
        task.level,
        task.words,
        frequencies,
        rng,
        Budget(seconds=task.seconds),
        allow_errors=task.allow_errors,
    )


def _get_seconds(share: float, wanted: float) -> float:
    return min(max(share, MIN_SECONDS), wanted)


def build_hint_question(hint: Hint, seconds: float) -> HintQuestion:
    """Read the position for which a hint was requested."""
    game = Game.objects.select_related("room").get(pk=hint.game_id)
    state = state_at(game, hint.turn)
    assert game.revision_id is not None
    words = open_lexicon(game.revision_id, state.tile_set.faces)
    return HintQuestion(
        state, hint.seat, words, hint.after_turn, _get_seconds(seconds, HINT_SECONDS)
    )


def find_hint_plays(question: HintQuestion) -> list[dict[str, object]]:
    """Return the highest-scoring play for the current turn, or the best act for an earlier one.

    The result is data for the page, empty if there is no play.
    """
    state, seat = question.state, question.seat
    if question.after_turn:
        best = find_best_act(state, seat, question.words, Budget(question.seconds))
        return [_serialize_play(state, seat, best.act)]
    found = find_highest_scoring_play(state, seat, question.words)
    return [] if found is None else [_serialize_play(state, seat, found.act)]


def _serialize_play(state: GameState, seat: int, act: Act) -> dict[str, object]:
    tile_set = state.tile_set
    if isinstance(act, Exchange):
        return {"exchange": tile_set.write(act.tiles)}
    if not isinstance(act, Play):
        return {"exchange": ""}
    position, tiles = act.write(tile_set)
    score = preview_score(state, seat, act, None)
    word = format_word(score.words[0], tile_set.language)
    placed = [
        (square.name, letter.face, tile_set.value(letter.tile), letter.blank)
        for square, letter in act.placed()
    ]
    play = {"position": position, "tiles": tiles, "word": word, "score": score.total}
    return {**play, "laid": placed}
