"""Asking for an analysis, calling it off, and taking away what is kept of a record."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.analysis.models import Analysis
from games.common.rates import spend
from games.common.refusals import Forbidden, Missing, Unsuitable
from games.engine.analysis.report import VERSION, Level
from games.players.models import Player
from games.records.services.sources import Source

State = Analysis.State


def ask_analysis(source: Source, level: Level, player: Player) -> Analysis:
    """The analysis of a record: the one there is, or a new one in the queue. What was called off
    goes on where it stood; what failed, or was told differently in an earlier release, begins anew.

    Raises ``Unsuitable`` where no dictionary belongs to the record.
    """
    if source.revision is None:
        raise Unsuitable("analysis.no_words")
    with transaction.atomic():
        rows = Analysis.objects.select_for_update()
        found = rows.filter(record_id=source.id, level=level).first()
        if found is not None and not _is_to_be_done(found):
            return found
        spend(f"analyses_{level}", player=player.pk)
        asked = {"asker": player, "asked_at": timezone.now(), "state": State.WAITING}
        if found is None:
            made, _ = Analysis.objects.get_or_create(
                record_id=source.id, level=level, defaults={**asked, "version": VERSION}
            )
            return made
        if found.version != VERSION:
            found.parts.all().delete()
        for name, value in {**asked, "version": VERSION, "report": None, "failures": 0}.items():
            setattr(found, name, value)
        found.holder, found.claimed_until = "", None
        found.save()
        return found


def _is_to_be_done(analysis: Analysis) -> bool:
    if analysis.state == State.DONE:
        return analysis.version != VERSION
    return analysis.state != State.WAITING


def cancel_analysis(record_id: UUID, level: Level, player: Player | None) -> None:
    """Call an analysis off that one has asked for; what is done of it is kept. One that is complete
    by now stays."""
    found = Analysis.objects.filter(record_id=record_id, level=level).first()
    if found is None:
        raise Missing("analysis.unknown")
    if player is None or found.asker_id != player.pk:
        raise Forbidden("analysis.not_yours")
    Analysis.objects.filter(pk=found.pk, state=State.WAITING).update(
        state=State.CANCELLED, holder="", claimed_until=None
    )


def forget_analyses(record_id: UUID) -> None:
    """Take away all that is kept of a record that is being taken away itself."""
    Analysis.objects.filter(record_id=record_id).delete()


def forget_gone(sender: Any, record_id: UUID, **_: Any) -> None:  # noqa: ARG001 - a signal's
    """An upload was deleted."""
    forget_analyses(record_id)
