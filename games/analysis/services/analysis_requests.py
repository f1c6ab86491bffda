"""Requesting, cancelling and deleting analyses."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.analysis.models import Analysis
from games.analysis.services.fairness import require_fair, require_open
from games.common.client_addresses import get_current_address
from games.common.rate_limits import enforce_rate_limit
from games.engine.analysis.report import VERSION, AnalysisLevel
from games.players.models import Player
from games.records.services.record_sources import RecordSource
from scrabble_site.shared.refusals import Forbidden, InvalidRequest, NotFound

AnalysisState = Analysis.State


def queue_analysis(source: RecordSource, level: AnalysisLevel, player: Player) -> Analysis:
    """Return the analysis of a record, queueing it if necessary.

    A cancelled analysis resumes where it stopped. One that failed, or whose report has an outdated
    format, is queued again. Raises ``InvalidRequest`` if the record has no dictionary, and
    ``Forbidden`` if the analysis could help in a running game.
    """
    if source.revision is None:
        raise InvalidRequest("analysis.no_words")
    require_open(source.id, player)
    require_fair(source)
    with transaction.atomic():
        rows = Analysis.objects.select_for_update()
        found = rows.filter(record_id=source.id, level=level).first()
        if found is not None and not _needs_work(found):
            return found
        enforce_rate_limit(f"analyses_{level}", player=player.pk)
        request_fields = {
            "asker": player,
            "asked_at": timezone.now(),
            "state": AnalysisState.WAITING,
        }
        request_fields["asked_from"] = _hash_address(get_current_address())
        # The row lock covers only existing rows: of two first requests at once, one creates the
        # row.
        if found is None:
            made, _ = Analysis.objects.get_or_create(
                record_id=source.id, level=level, defaults={**request_fields, "version": VERSION}
            )
            return made
        if found.version != VERSION:
            found.parts.all().delete()
        for name, value in {
            **request_fields,
            "version": VERSION,
            "report": None,
            "failures": 0,
        }.items():
            setattr(found, name, value)
        found.holder, found.claimed_until = "", None
        found.save()
        return found


def _hash_address(address: str) -> str:
    """Return a keyed hash that distinguishes addresses without revealing them; "" for none."""
    if not address:
        return ""
    return salted_hmac("games.analysis.asking", address, algorithm="sha256").hexdigest()[:16]


def _needs_work(analysis: Analysis) -> bool:
    if analysis.state == AnalysisState.DONE:
        return analysis.version != VERSION
    return analysis.state != AnalysisState.WAITING


def cancel_analysis(record_id: UUID, level: AnalysisLevel, player: Player | None) -> None:
    """Cancel an analysis that the player requested. Finished moves are kept, and so is a complete
    report.

    Raises ``NotFound`` and ``Forbidden``.
    """
    found = Analysis.objects.filter(record_id=record_id, level=level).first()
    if found is None:
        raise NotFound("analysis.unknown")
    if player is None or found.asker_id != player.pk:
        raise Forbidden("analysis.not_yours")
    Analysis.objects.filter(pk=found.pk, state=AnalysisState.WAITING).update(
        state=AnalysisState.CANCELLED, asked_from="", holder="", claimed_until=None
    )


def delete_analyses(record_id: UUID) -> None:
    """Delete all analyses of a record that is being deleted."""
    Analysis.objects.filter(record_id=record_id).delete()


def on_upload_deleted(sender: Any, record_id: UUID, **_: Any) -> None:  # noqa: ARG001 - a signal's
    delete_analyses(record_id)
