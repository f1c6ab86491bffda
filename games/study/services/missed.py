"""Words a player could have played: taken from analyses of their games when these are complete."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.analysis.services.reports import find_report
from games.common.refusals import Missing, Unsuitable
from games.engine.analysis.report import Report, TurnReport
from games.play.models import Game, Holder
from games.players.models import Player
from games.study.models import MissedWord, OwnSeat
from games.study.services.examiners import examiner_of
from games.uploads.models import Upload
from lexicon.models import Lexicon

MARGIN = 10.0
"""Points of equity that a play would have been better by, for its word to have been missed."""


def note_analysed(record_id: UUID, **_said: Any) -> None:
    """Gather for whoever sat in a game played here, or has said which seat of an upload is theirs.
    A more thorough analysis takes the place of an earlier one."""
    report, lexicon = find_report(record_id), _lexicon_of(record_id)
    if report is None or lexicon is None:
        return
    seats = {own.player_id: own.seat for own in OwnSeat.objects.filter(record_id=record_id)}
    holders = Holder.objects.filter(game=record_id, player__left_at=None)
    seats |= dict(holders.values_list("player", "seat__number"))
    for player_id, seat in seats.items():
        gather(player_id, record_id, seat, report, lexicon, timezone.now())


def gather(
    player_id: UUID, record_id: UUID, seat: int, report: Report, lexicon: Lexicon, now: datetime
) -> None:
    """Keep the words that one seat missed in one record, in place of those kept before."""
    with transaction.atomic():
        rows = MissedWord.objects.filter(player=player_id, record_id=record_id)
        rows.delete()
        MissedWord.objects.bulk_create(
            MissedWord(
                player_id=player_id,
                lexicon=lexicon,
                word=word,
                record_id=record_id,
                number=turn.number,
                lost=turn.lost or 0,
                missed_at=now,
            )
            for turn, word in _find_missed(report, seat, lexicon)
        )


def forget_gone(record_id: UUID, **_said: Any) -> None:
    """An upload is no more, nor what was gathered from it."""
    for table in (OwnSeat, MissedWord):
        table.objects.filter(record_id=record_id).delete()


def claim_seat(player: Player | None, record_id: UUID, seat: int | None, now: datetime) -> Upload:
    """Say which seat of one's own upload one had (``None``: not any), and gather what it missed.

    Raises ``Missing`` for what is no upload of one's own, ``Unsuitable`` for a seat it has not.
    """
    found = Upload.objects.filter(pk=record_id, owner=player).select_related("revision__lexicon")
    upload = found.first()
    if player is None or upload is None or upload.revision is None:
        raise Missing("study.upload_unknown")
    if seat is not None and seat >= len(upload.names):
        raise Unsuitable("seat.unknown")
    with transaction.atomic():
        OwnSeat.objects.filter(player=player, record_id=record_id).delete()
        MissedWord.objects.filter(player=player, record_id=record_id).delete()
        if seat is not None:
            OwnSeat.objects.create(player=player, record_id=record_id, seat=seat)
            if report := find_report(record_id):
                gather(player.pk, record_id, seat, report, upload.revision.lexicon, now)
    return upload


def _find_missed(report: Report, seat: int, lexicon: Lexicon) -> Iterator[tuple[TurnReport, str]]:
    """The turns on which a seat missed a word, with the word in notation."""
    examiner = examiner_of(lexicon)
    for turn in report.turns:
        if turn.seat != seat or not turn.rack_known or (turn.lost or 0) < MARGIN:
            continue
        best = next(iter(turn.best), None)
        if best is None or best.kind != "play" or turn.chosen is None:
            continue
        if best.word != turn.chosen.word and (word := examiner.graph.find(best.word)):
            yield turn, examiner.write(word)


def _lexicon_of(record_id: UUID) -> Lexicon | None:
    """The dictionary of a record; none where it is not known, or holds no words any more."""
    for table in (Game, Upload):
        row: Any = table.objects.filter(pk=record_id).select_related("revision__lexicon").first()
        if row is not None and row.revision is not None:
            lexicon: Lexicon = row.revision.lexicon
            return lexicon if lexicon.current_revision_id else None
    return None
