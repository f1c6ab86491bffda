"""Deletes unused guests and unconfirmed accounts, and ends unused sessions.

Rows are scanned in order, a batch at a time; ``after`` is the last row of the previous batch.
"""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Exists, OuterRef, Q

from games.accounts.services.account_deletion import delete_account
from games.daily.models import DailyAttempt
from games.people.models import MemberPresence, PrivacySettings
from games.play.models import Room, SeatMember
from games.play.services.locking import write_transaction
from games.players.models import MemberSession, NotificationSettings, Player
from games.players.services.sessions import close_session
from games.puzzles.models import PuzzleAttempt
from games.study.models import MissedWord, Quiz, StudyCard, StudyList

BEFORE_EVERYONE = (datetime(1970, 1, 1, tzinfo=UTC), UUID(int=0))
"""A position before every guest."""

PRACTICE_TABLES: dict[type[models.Model], str] = {
    PuzzleAttempt: "began_at",
    DailyAttempt: "began_at",
    StudyCard: "last_review",
    StudyList: "made_at",
    MissedWord: "missed_at",
    Quiz: "made_at",
}
"""Tables of guests' practice, with the column of its last use."""
MAX_PRACTICE_ROWS = 1000
"""Rows of one table deleted in one transaction."""

DELETED_WITH_GUEST = {NotificationSettings, MemberPresence, PrivacySettings}
"""Tables whose rows are deleted with a guest. A row in any other table keeps its guest."""


def delete_unused_guests(
    before: datetime, _now: datetime, after: Any, batch: int
) -> tuple[int, Any]:
    """Delete guests who came before that instant and have left nothing behind."""
    found = _list_guests_after(after, before, batch)
    with write_transaction():
        rows = Player.objects.filter(pk__in=[pk for _created, pk in found], user=None)
        # Guests locked by a request are in use.
        unused = set(rows.select_for_update(skip_locked=True).values_list("pk", flat=True))
        for model, name in _list_player_foreign_keys():
            if unused:
                referenced = model._base_manager.filter(**{f"{name}__in": unused}).order_by()
                unused -= set(referenced.values_list(name, flat=True))
        Player.objects.filter(pk__in=unused).delete()
    return len(unused), found[-1] if len(found) == batch else None


def delete_guest_practice(
    before: datetime, _now: datetime, after: Any, batch: int
) -> tuple[int, Any]:
    """Delete guests' practice that has not been used since that instant."""
    found, deleted = _list_guests_after(after, before, batch), 0
    guests = [pk for _created, pk in found]
    for model, field in PRACTICE_TABLES.items():
        with write_transaction():
            old = model._base_manager.filter(player__in=guests, **{f"{field}__lt": before})
            some = list(old.values_list("pk", flat=True)[:MAX_PRACTICE_ROWS])
            model._base_manager.filter(pk__in=some).delete()
        deleted += len(some)
        if len(some) == MAX_PRACTICE_ROWS:
            # There is more to delete for these guests, so the next batch starts at the same place.
            return deleted, after or BEFORE_EVERYONE
    return deleted, found[-1] if len(found) == batch else None


def delete_unconfirmed_accounts(
    before: datetime, now: datetime, after: Any, batch: int
) -> tuple[int, Any]:
    """Delete accounts without a confirmed address that have not been used since that instant and
    hold no seat.

    Does nothing on a site without a mail server, where no address can be confirmed.
    """
    if not settings.MAIL_ENABLED:
        return 0, None
    line = EmailAddress.objects.filter(verified=False, pk__gt=after or 0).order_by("pk")
    rows = list(line.values_list("pk", "user")[:batch])
    deleted = 0
    for user in _list_abandoned([user for _pk, user in rows], before):
        deleted += 1
        player = Player.objects.filter(user=user).first()
        if player is None:
            user.delete()
        else:
            # Players are not deleted but made anonymous: their games remain.
            delete_account(player, now)
    return deleted, rows[-1][0] if len(rows) == batch else None


def _list_guests_after(after: Any, before: datetime, batch: int) -> list[tuple[datetime, UUID]]:
    """Return the next players without an account who came before that instant, by time and id."""
    rows = Player.objects.filter(user=None, operator=None, created_at__lt=before)
    if after is not None:
        at, pk = after
        # The plain lower bound lets the database use its index on ``created_at``.
        rows = rows.filter(Q(created_at=at, pk__gt=pk) | Q(created_at__gt=at), created_at__gte=at)
    return list(rows.order_by("created_at", "pk").values_list("created_at", "pk")[:batch])


def _list_abandoned(users: list[int], before: datetime) -> list[User]:
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    sessions = MemberSession.objects.filter(player__user=OuterRef("pk"), seen_at__gte=before)
    visits = MemberPresence.objects.filter(player__user=OuterRef("pk"), seen_at__gte=before)
    seats = SeatMember.objects.filter(player__user=OuterRef("pk"), game_over=False)
    rooms = Room.objects.filter(host__user=OuterRef("pk")).exclude(stage=Room.Stage.OVER)
    unused = User.objects.filter(pk__in=users, date_joined__lt=before).filter(
        Q(last_login=None) | Q(last_login__lt=before), is_staff=False, is_superuser=False
    )
    used = (addresses, sessions, visits, seats, rooms)
    return list(unused.filter(*(~Exists(each) for each in used)))


def end_unused_sessions(
    before: datetime, _now: datetime, _after: Any, batch: int
) -> tuple[int, Any]:
    """End members' sessions that have not been used since that instant."""
    rows = MemberSession.objects.filter(seen_at__lt=before).order_by("seen_at")
    found = list(rows.values_list("player", "number")[:batch])
    for pk, number in found:
        with write_transaction():
            player = Player.objects.select_for_update(no_key=True).get(pk=pk)
            # It may have been used again since the list was read.
            if player.sessions.filter(number=number, seen_at__lt=before).exists():
                close_session(player, number)
    return len(found), True if len(found) == batch else None


def _list_player_foreign_keys() -> list[tuple[type[models.Model], str]]:
    """Return every foreign key whose rows keep a guest from being deleted."""
    return [
        (relation.related_model, relation.field.name)
        for relation in Player._meta.get_fields(include_hidden=True)
        if isinstance(relation, models.ManyToOneRel)
        and relation.related_model not in DELETED_WITH_GUEST
    ]
