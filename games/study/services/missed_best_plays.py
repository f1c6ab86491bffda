"""Words that players missed in duplicate games: main words of best plays that they did not find."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.duplicate.models import DuplicateGame, DuplicateSubmission
from games.duplicate.terms.plays import StoredPlay
from games.study.models import MissedWord
from games.study.services.examiners import get_examiner
from games.study.services.missed_words import MIN_LOSS
from lexicon.lists.folding import fold_word

ROWS_AT_ONCE = 500


def on_duplicate_ended(*, game: DuplicateGame, **_signal: Any) -> None:
    """Collect the missed words of everyone in the game, once its end is committed."""
    collect = partial(collect_missed_best_plays, game, timezone.now())
    transaction.on_commit(collect, robust=True)


def collect_missed_best_plays(game: DuplicateGame, now: datetime) -> None:
    """Store the missed words of all people who sent a play in the turn.

    A word is missed if its play was worth at least :data:`MIN_LOSS` points more than the player's.
    """
    lexicon = game.lexicon
    if lexicon.current_revision_id is None:
        return
    examiner = get_examiner(lexicon)
    for turn in game.turns.all():
        best = StoredPlay.from_json(turn.best)
        letters = fold_word(best.words[0], lexicon.language)
        if (word := examiner.graph.find(letters)) is None:
            continue  # the dictionary has lost it since
        rows = (
            MissedWord(
                player_id=player,
                lexicon=lexicon,
                word=examiner.write(word),
                record_id=game.pk,
                number=turn.number,
                equity_loss=best.score - points,
                missed_at=now,
            )
            for player, sent, points in _list_sent(game, turn.number)
            # A player who found the word, but not its best place, has not missed it.
            if best.score - points >= MIN_LOSS
            and fold_word(sent.words[0], lexicon.language) != letters
        )
        MissedWord.objects.bulk_create(rows, ROWS_AT_ONCE, ignore_conflicts=True)


def _list_sent(game: DuplicateGame, turn: int) -> Iterator[tuple[UUID, StoredPlay, int]]:
    """Yield the people who sent a play in a turn, with the play and its points."""
    sent = DuplicateSubmission.objects.filter(game=game, turn=turn, play__isnull=False)
    people = sent.filter(entrant__player__isnull=False, entrant__player__left_at=None)
    for player, play, points in people.values_list("entrant__player", "play", "points"):
        assert play is not None
        yield player, StoredPlay.from_json(play), points
