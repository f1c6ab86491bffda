"""Computer players at the table: which seat acts next, and what it does.

``next_task`` reads the rows, ``decide`` thinks about them and touches no database. What a level
knows and how well it plays is in :mod:`games.engine.players`; here is only the way between the
two. The engine sees no more of a state than the seat may.
"""

import logging
import random
from dataclasses import dataclass
from uuid import UUID

from games import store
from games.engine.budget import Budget
from games.engine.engine import Engine
from games.engine.players import choose, judge, moment_of_thought
from games.history import state_at
from games.models import Game, Hint
from games.rules.game import GameState, Phase, can, preview
from games.rules.moves import Accept, Act, Challenge, Pass, Play
from games.services.schedule import seats_to_act
from games.telling import write_word
from lexicon.models import Lexicon
from lexicon.store import open_lexicon
from lexicon.wordgraph import WordGraph

logger = logging.getLogger(__name__)

COMMON_WORDS = "en-common"
HINT_SECONDS = 2.0
HINT_PLAYS = 5


@dataclass(frozen=True)
class Task:
    """One act to be decided: who, where, at which turn, and with which words."""

    code: str
    game_id: UUID
    seat: int
    turn: int
    level: int
    state: GameState
    words: WordGraph
    common: WordGraph
    allow_errors: bool
    pause: float


@dataclass(frozen=True)
class Question:
    state: GameState
    seat: int
    words: WordGraph


def next_task(game: Game) -> Task | None:
    """The next act a computer of this game has to make, ``None`` when it is no computer's turn."""
    game = Game.objects.select_related("room", "room__lexicon").get(pk=game.pk)
    if not game.running:
        return None
    state = store.load(game)
    levels = dict(game.seats.exclude(computer_level=None).values_list("number", "computer_level"))
    seat = min(seats_to_act(state) & levels.keys(), default=None)
    if seat is None or game.revision_id is None:
        return None
    level = levels[seat] or 1
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
        allow_errors=game.room.allow_errors,
        pause=moment_of_thought(level, random.Random()) if game.room.unhurried else 0.0,
    )


def decide(task: Task) -> Act:
    """Challenge, accept, or take a turn. A fault in the engine costs the turn, not the game."""
    try:
        return _decide(task, random.Random())
    except Exception:
        logger.exception("The engine failed in room %s, turn %s", task.code, task.turn)
        return Accept() if task.state.phase is Phase.FINAL_CHALLENGE else Pass()


def _decide(task: Task, rng: random.Random) -> Act:
    state, seat = task.state, task.seat
    if can(state, seat, Challenge):
        verdict = judge(state, seat, task.level, task.words, task.common, rng)
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
        allow_errors=task.allow_errors,
    )


def question_of(hint: Hint) -> Question:
    """The position a hint was asked for."""
    game = Game.objects.select_related("room").get(pk=hint.game_id)
    state = state_at(game, hint.turn)
    assert game.revision_id is not None
    return Question(state, hint.seat, open_lexicon(game.revision_id, state.tile_set.faces))


def answer(question: Question) -> list[dict[str, object]]:
    """The best plays, the best first, as data for the page."""
    state, seat = question.state, question.seat
    found = Engine(question.words).best_plays(state, HINT_PLAYS, Budget(HINT_SECONDS), seat=seat)
    return [_tell(state, seat, one.act) for one in found if isinstance(one.act, Play)]


def _tell(state: GameState, seat: int, play: Play) -> dict[str, object]:
    position, tiles = play.write(state.tile_set)
    score = preview(state, seat, play, None)
    return {
        "position": position,
        "tiles": tiles,
        "word": write_word(score.words[0]),
        "score": score.total,
    }


def _common_words(lexicon: Lexicon, faces: tuple[str, ...]) -> WordGraph | None:
    """Words that people know, for the gentle levels: shipped for English alone."""
    if lexicon.language.split("-")[0] != "en":
        return None
    common = Lexicon.objects.filter(slug=COMMON_WORDS).first()
    if common is None or common.current_revision_id is None:
        return None
    return open_lexicon(common.current_revision_id, faces)
