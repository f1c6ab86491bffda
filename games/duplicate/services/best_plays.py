"""The best play of a turn, and the plays of the computer players.

Both are computed once the rack is drawn, mostly during the pause before the turn, without holding a
lock. :mod:`games.duplicate.jobs` runs the engine between :func:`find_turn_without_best_play` and
:func:`save_best_plays`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q

from games.common.randomness import make_random
from games.duplicate import store
from games.duplicate.models import (
    RUNNING_STAGES,
    DuplicateEntrant,
    DuplicateGame,
    DuplicateSubmission,
)
from games.duplicate.services.locking import locked_game
from games.duplicate.terms.plays import StoredPlay
from games.rules.duplicate.game import DuplicateState, judge_submission
from lexicon.graph.wordgraph import WordGraph
from lexicon.terms.alphabets import get_main_language


@dataclass(frozen=True, slots=True)
class BestPlayTask:
    """A turn whose best play is wanted, and the levels of the computer players by entrant."""

    code: str
    game: DuplicateGame
    state: DuplicateState
    levels: dict[int, int]


@dataclass(frozen=True, slots=True)
class BestPlays:
    """The best play of a turn, ``None`` if no play is possible, and those of computer players."""

    turn: int
    best: StoredPlay | None
    # By entrant; without those that find none.
    plays: dict[int, StoredPlay]


def find_turn_without_best_play(failed: Collection[str] = ()) -> BestPlayTask | None:
    """Return a turn whose best play is not known yet, the most urgent first.

    Games whose codes are in ``failed`` are left out.
    """
    running = DuplicateGame.objects.filter(stage__in=RUNNING_STAGES, revision__isnull=False)
    # A turn's own best play is missing, or during a pause that of the next turn.
    behind = Q(secret__best_turn__lt=F("turn"))
    behind |= Q(stage=DuplicateGame.Stage.PAUSE, secret__best_turn__lte=F("turn"))
    waiting = running.filter(behind).exclude(code__in=failed).order_by("due_at")
    game = waiting.select_related("secret", "lexicon").first()
    if game is None:
        return None
    computers = game.entrants.exclude(computer_level=None)
    levels = {one.pk: one.computer_level or 1 for one in computers}
    return BestPlayTask(game.code, game, store.load_whole_state(game.secret), levels)


def load_dictionary(task: BestPlayTask) -> WordGraph:
    """Open the game's dictionary, apart from the search: a broken one fails only its own game."""
    return store.open_words(task.game)


def compute_best_plays(task: BestPlayTask, words: WordGraph) -> BestPlays:
    """Let the engine find the plays. It is imported here because it is slow to load."""
    from games.engine.duplicate import choose_duplicate_play, find_best_duplicate_play
    from lexicon.lists.frequencies import load_word_frequencies

    state = task.state
    best = find_best_duplicate_play(state, words)
    if best is None:
        return BestPlays(state.turn, None, {})
    plays = {}
    if task.levels:
        frequencies = load_word_frequencies(get_main_language(task.game.lexicon.language), words)
    for entrant, level in task.levels.items():
        rng = make_random(task.code, state.turn, entrant)
        chosen = choose_duplicate_play(state, level, words, frequencies, rng)
        if chosen is not None:
            score = judge_submission(state, chosen, words).score
            plays[entrant] = StoredPlay.of(chosen, score, state.tile_set)
    score = judge_submission(state, best.play, words).score
    return BestPlays(state.turn, StoredPlay.of(best.play, score, state.tile_set), plays)


def save_best_plays(code: str, found: BestPlays, now: datetime) -> None:
    """Store the plays, unless another worker has done so or the game has moved on."""
    with locked_game(code) as game:
        secret = game.secret
        if secret.best_turn >= found.turn or game.is_over:
            return
        secret.best_turn = found.turn
        secret.best = None if found.best is None else found.best.to_json()
        secret.save(update_fields=["best_turn", "best"])
        present = DuplicateEntrant.objects.filter(pk__in=found.plays, game=game)
        DuplicateSubmission.objects.bulk_create(
            [
                DuplicateSubmission(
                    game=game,
                    entrant_id=entrant,
                    turn=found.turn,
                    play=found.plays[entrant].to_json(),
                    points=found.plays[entrant].score,
                    done=True,
                    arrived_at=now,
                )
                for entrant in present.values_list("pk", flat=True)
            ],
            ignore_conflicts=True,
        )


def prepare_best_plays(now: datetime) -> int:
    """Find all best plays that are missing, one after another. Returns how many there were."""
    count = 0
    while (task := find_turn_without_best_play()) is not None:
        save_best_plays(task.code, compute_best_plays(task, load_dictionary(task)), now)
        count += 1
    return count
