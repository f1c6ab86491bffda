"""Words that players missed in duplicate games: main words of best plays that they did not find."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Min, QuerySet
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
    """Store the missed words of all people in a game.

    A word is missed if its play was worth at least :data:`MIN_LOSS` points more than the player's.
    Someone who sent nothing in a turn has missed its word too, except before their first play and
    after their last one, when they may not have been there.
    """
    lexicon = game.lexicon
    if lexicon.current_revision_id is None:
        return
    examiner = get_examiner(lexicon)
    spans = _find_spans(game)
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
            for player, sent, points in _list_sent(game, turn.number, spans)
            # A player who found the word, but not its best place, has not missed it.
            if best.score - points >= MIN_LOSS
            and (sent is None or fold_word(sent.words[0], lexicon.language) != letters)
        )
        MissedWord.objects.bulk_create(rows, ROWS_AT_ONCE, ignore_conflicts=True)


def _find_spans(game: DuplicateGame) -> Mapping[UUID, tuple[int, int]]:
    """Return the turns of each person's first and last play, without people who have left."""
    sent = _filter_plays(game).values_list("entrant__player")
    spans = sent.annotate(first=Min("turn"), last=Max("turn"))
    return {player: (first, last) for player, first, last in spans}


def _list_sent(
    game: DuplicateGame, turn: int, spans: Mapping[UUID, tuple[int, int]]
) -> Iterator[tuple[UUID, StoredPlay | None, int]]:
    """Yield the people who were there in a turn, each with the play that they sent, and its
    points."""
    rows = _filter_plays(game).filter(turn=turn).values_list("entrant__player", "play", "points")
    plays = {player: (play, points) for player, play, points in rows}
    for player, (first, last) in spans.items():
        if player in plays:
            play, points = plays[player]
            assert play is not None
            yield player, StoredPlay.from_json(play), points
        elif first < turn < last:
            yield player, None, 0


def _filter_plays(game: DuplicateGame) -> QuerySet[DuplicateSubmission]:
    people = DuplicateSubmission.objects.filter(
        entrant__player__isnull=False, entrant__player__left_at=None
    )
    return people.filter(game=game, play__isnull=False)
