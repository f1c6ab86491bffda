"""Computer players at the table: which seat acts next, and what it does.

``next_task`` reads the rows, ``decide`` thinks about them and touches no database. What a level
knows and how well it plays is in :mod:`games.engine.levels`; here is only the way between the
two. The engine sees no more of a state than the seat may.
"""

import random
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from games.computers.models import Hint
from games.engine.budget import Budget
from games.engine.hints import find_best, find_dearest
from games.engine.levels import choose, fallbacks, get_level, respond
from games.play import store
from games.play.history import state_at
from games.play.models import Game
from games.play.services.schedule import seats_to_act, time_to_spare
from games.play.telling import write_word
from games.rules.game import GameState, Phase, can, preview
from games.rules.moves import Accept, Act, Challenge, Exchange, Pass, Play
from lexicon.graph.wordgraph import WordGraph
from lexicon.models import Lexicon
from lexicon.store import open_lexicon

COMMON_WORDS = "en-common"
HINT_SECONDS = 2.0
LEAST_SECONDS = 0.05
"""Time to think that is always there, however many wait."""


@dataclass(frozen=True)
class Task:
    """One act to be decided: who, where, at which turn, with which words and in what time."""

    code: str
    game_id: UUID
    seat: int
    turn: int
    level: int
    state: GameState
    words: WordGraph
    common: WordGraph
    may_err: bool
    seconds: float


@dataclass(frozen=True)
class Question:
    """``over``: the turn has been made, and what would have been best is asked."""

    state: GameState
    seat: int
    words: WordGraph
    over: bool
    seconds: float


def next_task(game: Game, seconds: float) -> Task | None:
    """The next act a computer of this game has to make, ``None`` when it is no computer's turn.

    ``seconds`` are what falls to it just now; what it needs may be less. Where all people have
    left the game, nobody waits for a computer that thinks.
    """
    game = Game.objects.select_related("room", "room__lexicon").get(pk=game.pk)
    if not game.running:
        return None
    state = store.load(game)
    levels = dict(game.seats.exclude(computer_level=None).values_list("number", "computer_level"))
    seat = min(seats_to_act(state) & levels.keys(), default=None)
    if seat is None or game.revision_id is None:
        return None
    level = levels[seat] or 1
    people = set(range(len(state.seats))) - levels.keys()
    in_play = set(state.in_play)
    seconds = min(seconds, time_to_spare(state, timezone.now()).total_seconds())
    faces = state.tile_set.faces
    words = open_lexicon(game.revision_id, faces)
    return Task(
        code=game.room.code,
        game_id=game.pk,
        seat=seat,
        turn=game.turn_number,
        level=level,
        state=state,
        words=words,
        common=_common_words(game.room.lexicon, faces) or words,
        may_err=game.room.may_err,
        seconds=_time_for(seconds, get_level(level).seconds) if people & in_play else 0.0,
    )


def decide(task: Task, rng: random.Random | None = None) -> Act:
    """Challenge, accept, or take a turn. A fault in the engine costs the turn, not the game."""
    try:
        return _decide(task, rng or random.Random())
    except Exception:
        fallbacks.exception("The engine failed in room %s, turn %s", task.code, task.turn)
        return Accept() if task.state.phase is Phase.FINAL_CHALLENGE else Pass()


def _decide(task: Task, rng: random.Random) -> Act:
    state, seat = task.state, task.seat
    if can(state, seat, Challenge):
        verdict = respond(state, seat, task.level, task.words, task.common, rng)
        if verdict is not None:
            return verdict
    if state.phase is Phase.FINAL_CHALLENGE:
        return Accept()
    return choose(
        state,
        seat,
        task.level,
        task.words,
        task.common,
        rng,
        Budget(seconds=task.seconds),
        may_err=task.may_err,
    )


def _time_for(share: float, wanted: float) -> float:
    return min(max(share, LEAST_SECONDS), wanted)


def question_of(hint: Hint, seconds: float) -> Question:
    """The position a hint was asked for."""
    game = Game.objects.select_related("room").get(pk=hint.game_id)
    state = state_at(game, hint.turn)
    assert game.revision_id is not None
    words = open_lexicon(game.revision_id, state.tile_set.faces)
    return Question(state, hint.seat, words, hint.over, _time_for(seconds, HINT_SECONDS))


def answer(question: Question) -> list[dict[str, object]]:
    """The play of the highest score for a turn still to be made, the best act for one that is
    over; as data for the page, empty when there is nothing to be played."""
    state, seat = question.state, question.seat
    if question.over:
        best = find_best(state, seat, question.words, Budget(question.seconds))
        return [_tell(state, seat, best.act)]
    found = find_dearest(state, seat, question.words)
    return [] if found is None else [_tell(state, seat, found.act)]


def _tell(state: GameState, seat: int, act: Act) -> dict[str, object]:
    tile_set = state.tile_set
    if isinstance(act, Exchange):
        return {"exchange": tile_set.write(act.tiles)}
    if not isinstance(act, Play):
        return {"exchange": ""}
    position, tiles = act.write(tile_set)
    score = preview(state, seat, act, None)
    word = write_word(score.words[0], tile_set.language)
    return {"position": position, "tiles": tiles, "word": word, "score": score.total}


def _common_words(lexicon: Lexicon, faces: tuple[str, ...]) -> WordGraph | None:
    """Words that people know, for the gentle levels: shipped for English alone."""
    if lexicon.language.split("-")[0] != "en":
        return None
    common = Lexicon.objects.filter(slug=COMMON_WORDS).first()
    if common is None or common.current_revision_id is None:
        return None
    return open_lexicon(common.current_revision_id, faces)
