"""Words that a player missed, collected from the analyses of their games."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.analysis.services.reports import find_report
from games.engine.analysis.report import GameReport, TurnReport
from games.play.models import Game, SeatMember
from games.players.models import Player
from games.study.models import MissedWord, UploadOwnerSeat
from games.study.services.examiners import get_examiner
from games.uploads.models import UploadedGame
from lexicon.models import Lexicon
from scrabble_site.shared.refusals import InvalidRequest, NotFound

MIN_LOSS = 10.0
"""A word counts as missed if its play was better by this many points of equity."""


def on_analysis_completed(record_id: UUID, **_signal: Any) -> None:
    """Collect the missed words of everyone who played, from the most thorough analysis.

    For uploads, these are the owners who have said which seat was theirs.
    """
    report, lexicon = find_report(record_id), _find_lexicon(record_id)
    if report is None or lexicon is None:
        return
    seats = {own.player_id: own.seat for own in UploadOwnerSeat.objects.filter(record_id=record_id)}
    holders = SeatMember.objects.filter(game=record_id, player__left_at=None)
    seats |= dict(holders.values_list("player", "seat__number"))
    for player_id, seat in seats.items():
        collect_missed_words(player_id, record_id, seat, report, lexicon, timezone.now())


def collect_missed_words(
    player_id: UUID, record_id: UUID, seat: int, report: GameReport, lexicon: Lexicon, now: datetime
) -> None:
    """Replace the missed words of one seat in one record."""
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
                equity_loss=turn.lost or 0,
                missed_at=now,
            )
            for turn, word in _find_missed(report, seat, lexicon)
        )


def on_upload_deleted(record_id: UUID, **_signal: Any) -> None:
    """Delete everything that was collected from a deleted upload."""
    for table in (UploadOwnerSeat, MissedWord):
        table.objects.filter(record_id=record_id).delete()


def set_own_seat(
    player: Player | None, record_id: UUID, seat: int | None, now: datetime
) -> UploadedGame:
    """Store which seat of an own upload the player had (``None``: none), and collect its missed
    words.

    Raises ``NotFound`` if the player has no such upload with a dictionary, and ``InvalidRequest``
    for a seat that does not exist.
    """
    found = UploadedGame.objects.filter(pk=record_id, owner=player).select_related(
        "revision__lexicon"
    )
    upload = found.first()
    if player is None or upload is None or upload.revision is None:
        raise NotFound("study.upload_unknown")
    if seat is not None and seat >= len(upload.names):
        raise InvalidRequest("seat.unknown")
    with transaction.atomic():
        UploadOwnerSeat.objects.filter(player=player, record_id=record_id).delete()
        MissedWord.objects.filter(player=player, record_id=record_id).delete()
        if seat is not None:
            UploadOwnerSeat.objects.create(player=player, record_id=record_id, seat=seat)
            if report := find_report(record_id):
                collect_missed_words(
                    player.pk, record_id, seat, report, upload.revision.lexicon, now
                )
    return upload


def _find_missed(
    report: GameReport, seat: int, lexicon: Lexicon
) -> Iterator[tuple[TurnReport, str]]:
    """Yield the turns on which a seat missed a word, with the word in notation."""
    examiner = get_examiner(lexicon)
    for turn in report.turns:
        if turn.seat != seat or not turn.rack_known or (turn.lost or 0) < MIN_LOSS:
            continue
        best = next(iter(turn.best), None)
        if best is None or best.kind != "play" or turn.chosen is None:
            continue
        # A player who found the word, but not its best place, has not missed it.
        if best.word != turn.chosen.word and (word := examiner.graph.find(best.word)):
            yield turn, examiner.write(word)


def _find_lexicon(record_id: UUID) -> Lexicon | None:
    """Return the dictionary of a record, or ``None`` if it is unknown or no longer has words."""
    for table in (Game, UploadedGame):
        row: Any = table.objects.filter(pk=record_id).select_related("revision__lexicon").first()
        if row is not None and row.revision is not None:
            lexicon: Lexicon = row.revision.lexicon
            return lexicon if lexicon.current_revision_id else None
    return None
