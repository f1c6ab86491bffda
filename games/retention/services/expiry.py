"""Deletes rows older than their retention period, in batches of one kind, each in a transaction.

A batch skips rows that are locked and holds its own locks for milliseconds. No progress is stored
between processes: a new process finds the remaining rows by an index.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import F, Model, Q, QuerySet

from games.accounts.models import UsedDeviceLink
from games.analysis.models import Analysis
from games.api.models import ApiToken
from games.chat.models import Message
from games.clubs.models import ClubMessage
from games.computers.models import Hint
from games.duplicate.models import DuplicateGame
from games.fairplay.models import MeasuredGame, PageAbsence, PlayerSignals
from games.mail.models import OutgoingMail
from games.moderation.models import ModerationReport
from games.play.services.locking import write_transaction
from games.players.models import DeletedAccountHash, Notification
from games.push.models import OutgoingPush
from games.retention.services.people_expiry import (
    delete_guest_practice,
    delete_unconfirmed_accounts,
    delete_unused_guests,
    end_unused_sessions,
)

BATCH_SIZE = 200
"""Rows deleted in one transaction, not counting those that cascade."""

ExpiredRows = Callable[[datetime, datetime], QuerySet[Any]]
"""Returns the rows to delete, given the instant before which rows are too old, and the present."""


class DeletionStep(NamedTuple):
    """The result of one batch."""

    # Number of rows.
    deleted: int
    # Where the next batch continues, ``None`` if this kind is done for now.
    after: Any = None


DeletionFunction = Callable[[datetime, datetime, Any, int], DeletionStep]


def build_deletion(rows: ExpiredRows) -> DeletionFunction:
    """Return a function that deletes a batch of these rows, which need nothing else."""

    def delete(before: datetime, now: datetime, _after: Any, batch: int) -> DeletionStep:
        deleted = _delete_some(rows(before, now), batch)
        return DeletionStep(deleted, True if deleted == batch else None)

    return delete


def _delete_some(rows: QuerySet[Any], batch: int) -> int:
    model: type[Model] = rows.model
    with write_transaction():
        # Locked rows are in use and can wait for the next round.
        free = rows.select_for_update(skip_locked=True, of=("self",))
        found = list(free.values_list("pk", flat=True)[:batch])
        # The base manager, so that no default filter of a model hides rows.
        model._base_manager.filter(pk__in=found).delete()
    return len(found)


def _by_column(model: type[Any], field: str, **more: object) -> ExpiredRows:
    """Return a function for the rows whose time in this column is too long ago."""

    def rows(before: datetime, _now: datetime) -> QuerySet[Any]:
        found: QuerySet[Any] = model.objects.filter(**{f"{field}__lt": before}, **more)
        return found.order_by(field)

    return rows


def _list_ended_tokens(before: datetime, _now: datetime) -> QuerySet[Any]:
    """Return tokens that were revoked or that ended with all sessions of their owner."""
    outdated = ~Q(epoch=F("owner__epoch")) & (
        Q(used_at__lt=before) | Q(used_at=None, created_at__lt=before)
    )
    return ApiToken.objects.filter(Q(revoked_at__lt=before) | outdated).order_by("pk")


def _list_unread_analyses(before: datetime, _now: datetime) -> QuerySet[Any]:
    unread = Q(read_at__lt=before) | Q(read_at=None, asked_at__lt=before)
    return Analysis.objects.filter(unread).exclude(state=Analysis.State.WAITING).order_by("pk")


def _delete_messages(before: datetime, now: datetime, after: Any, batch: int) -> DeletionStep:
    """Delete messages in rooms, then messages to clubs."""
    in_rooms = build_deletion(_by_column(Message, "sent_at"))(before, now, after, batch)
    if in_rooms.after is not None:
        return in_rooms
    in_clubs = build_deletion(_by_column(ClubMessage, "sent_at"))(before, now, after, batch)
    return DeletionStep(in_rooms.deleted + in_clubs.deleted, in_clubs.after)


def _delete_signals(before: datetime, now: datetime, after: Any, batch: int) -> DeletionStep:
    """Delete measured games, then the figures of players who have played none since."""
    games = build_deletion(_by_column(MeasuredGame, "ended_at"))(before, now, after, batch)
    if games.after is not None:
        return games
    figures = build_deletion(_by_column(PlayerSignals, "updated_at"))(before, now, after, batch)
    # Figures only after all games, or a player's figures could be deleted while their games remain.
    return DeletionStep(games.deleted + figures.deleted, figures.after)


def _list_expired_marks(_before: datetime, now: datetime) -> QuerySet[Any]:
    """Return the hashes of deleted accounts' names and addresses. Each has its own expiry."""
    return DeletedAccountHash.objects.filter(until__lt=now).order_by("until")


DELETIONS: dict[str, DeletionFunction] = {
    # These four return plain tuples: their module must not import this one.
    "guests": lambda *given: DeletionStep(*delete_unused_guests(*given)),
    "guest_practice": lambda *given: DeletionStep(*delete_guest_practice(*given)),
    "accounts": lambda *given: DeletionStep(*delete_unconfirmed_accounts(*given)),
    "sessions": lambda *given: DeletionStep(*end_unused_sessions(*given)),
    "links": build_deletion(_by_column(UsedDeviceLink, "followed_at")),
    "tokens": build_deletion(_list_ended_tokens),
    "deletion_marks": build_deletion(_list_expired_marks),
    "notices": build_deletion(_by_column(Notification, "created_at")),
    "chat": _delete_messages,
    "emails": build_deletion(_by_column(OutgoingMail, "created_at", due_at=None)),
    "pushes": build_deletion(_by_column(OutgoingPush, "created_at", due_at=None)),
    "hints": build_deletion(_by_column(Hint, "asked_at")),
    "analyses": build_deletion(_list_unread_analyses),
    "page_absences": build_deletion(_by_column(PageAbsence, "until")),
    "signals": _delete_signals,
    "reports": build_deletion(_by_column(ModerationReport, "settled_at")),
    "duplicate_plays": build_deletion(_by_column(DuplicateGame, "ended_at")),
}
"""The deletion for each row of ``settings.RETENTION``."""


def delete_batch(
    kind: str, now: datetime, after: Any = None, batch: int = BATCH_SIZE
) -> DeletionStep:
    """Delete one batch of a kind, continuing from ``after``."""
    # Every period is a number of days; the privacy page shows the same table.
    before = now - timedelta(days=settings.RETENTION[kind].days)
    return DELETIONS[kind](before, now, after, batch)


def delete_all(now: datetime, kinds: Iterable[str] = DELETIONS, batch: int = BATCH_SIZE) -> int:
    """Delete everything whose period is over, batch by batch. Return the number of rows."""
    deleted = 0
    for kind in kinds:
        step = delete_batch(kind, now, batch=batch)
        deleted += step.deleted
        while step.after is not None:
            step = delete_batch(kind, now, step.after, batch)
            deleted += step.deleted
    return deleted
