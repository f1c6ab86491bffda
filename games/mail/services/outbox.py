"""The outbox: e-mails are stored in the transaction of the event they are about.

This module also limits how much e-mail one person can cause. :mod:`games.mail.jobs.outbox_delivery`
sends what is stored.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet

from games.mail.models import OutgoingMail
from games.mail.services.addresses import get_mail_address
from games.mail.services.send_times import get_send_time
from games.players.models import Notification, Player
from games.players.services.notification_settings import (
    NotificationChannel,
    get_notification_settings,
    wants_mail,
    wants_notification,
)
from games.players.services.notifications import get_notification_kind
from games.players.services.time_zones import get_zone_name

ONE_DAY = timedelta(days=1)
MAX_PER_RECIPIENT_AND_DAY = 8
"""E-mails a day that one person can cause to another."""
MAX_PER_SENDER_AND_DAY = 40
"""E-mails a day that one person can cause in all."""
MAX_INVITATIONS_PER_DAY = {"one": 3, "all": 12}
"""Invitations a day e-mailed to a person: from one other person, and from all together."""

MAX_COMBINED = 20
"""E-mails combined with the first in one message."""

# How long a worker has to send an e-mail before another may try.
SENDING_LEASE = timedelta(minutes=2)
RETRY_DELAYS = [timedelta(minutes=m) for m in (1, 5, 20, 60, 240, 720, 1440)]
"""Delays before the second try, the third and so on. After the last try the e-mail is given up."""


def queue_notification_mail(
    notice: Notification, now: datetime, *, sender: Player | None = None, by: datetime | None = None
) -> None:
    """Queue an e-mail about a notice, if its player has a confirmed address and wants it.

    Its words are chosen when it is sent (:mod:`games.mail.perspective.mail_texts`). It is sent
    after its kind's delay, or at the next of the hours the player has chosen, unless the notice has
    been read by then. ``by`` is the deadline of what the player has to do.
    """
    player, wait = notice.player, get_notification_kind(notice.kind).mail_after
    if wait is None or not settings.MAIL_ENABLED or not _is_still_wanted(notice, player):
        return
    to = get_mail_address(player)
    if not to or (sender and not _is_within_limits(sender, player, to, notice.kind, now)):
        return
    preferences, ready = get_notification_settings(player), now + wait
    OutgoingMail.objects.create(
        # No subject and text: they are composed when it is sent, as the game may move on.
        kind=notice.kind,
        to=to,
        player=player,
        sender=sender,
        notice=notice,
        created_at=now,
        due_at=get_send_time(ready, preferences.mail_hours, get_zone_name(player), by),
    )


def queue_account_mail(to: str, subject: str, text: str, now: datetime) -> None:
    """Queue an e-mail about an account (a link, a code), to be sent at once. Callers limit how many
    can be requested. Does nothing on a site without a mail server."""
    if not settings.MAIL_ENABLED:
        return
    OutgoingMail.objects.create(
        kind="account", to=to, subject=subject[:120], text=text, created_at=now, due_at=now
    )


def claim_mail(now: datetime) -> OutgoingMail | None:
    """Claim the next e-mail to be sent, or return ``None``. Obsolete ones are settled on the
    way."""
    due = _list_due(now)
    for mail in due.order_by("due_at")[:20]:
        if _is_obsolete(mail):
            _clear_mail(mail)
        # The update repeats the condition, so only one of several workers claims the row.
        elif due.filter(pk=mail.pk).update(claimed_until=now + SENDING_LEASE):
            return mail
    return None


def claim_other_mail(first: OutgoingMail, now: datetime) -> list[OutgoingMail]:
    """Claim the other notification e-mails that are due for the same player and address."""
    if first.notice_id is None:
        return []
    due = _list_due(now).filter(player=first.player, to=first.to, notice__isnull=False)
    wanted = [mail for mail in due.order_by("due_at")[:MAX_COMBINED] if not _is_obsolete(mail)]
    return [
        mail for mail in wanted if due.filter(pk=mail.pk).update(claimed_until=now + SENDING_LEASE)
    ]


def mark_mail_sent(mail: OutgoingMail, now: datetime) -> None:
    """Record that the e-mail was handed to the mail server."""
    _clear_mail(mail, sent_at=now)
    if mail.notice_id is not None:
        # Administrators see it in the list of notices.
        Notification.objects.filter(pk=mail.notice_id).update(mailed_at=now)


def mark_mail_failed(mail: OutgoingMail, reason: str, now: datetime, *, for_good: bool) -> None:
    """Schedule another try with a growing delay, or give up if ``for_good`` says it can never
    succeed."""
    tries = mail.attempts + 1
    if for_good or tries > len(RETRY_DELAYS):
        _clear_mail(mail, attempts=tries, last_error=reason[:200])
        return
    OutgoingMail.objects.filter(pk=mail.pk).update(
        attempts=tries,
        last_error=reason[:200],
        due_at=now + RETRY_DELAYS[tries - 1],
        claimed_until=None,
    )


def _clear_mail(mail: OutgoingMail, **changes: object) -> None:
    """Settle an e-mail and erase its text, which is no longer needed."""
    OutgoingMail.objects.filter(pk=mail.pk).update(
        due_at=None, claimed_until=None, text="", **changes
    )


def _is_obsolete(mail: OutgoingMail) -> bool:
    """Return whether the notice was read, the player no longer wants such e-mail, or the address
    changed."""
    if mail.player is None:
        return False
    # Confirmation e-mails of an earlier release, which went to an address still to be confirmed.
    if mail.notice is None:
        return mail.to != mail.player.email_asked
    is_news = mail.notice.read_at is None and _is_still_wanted(mail.notice, mail.player)
    return not is_news or mail.to != get_mail_address(mail.player)


def _is_still_wanted(notice: Notification, player: Player) -> bool:
    kind = get_notification_kind(notice.kind).setting_event
    return (
        wants_mail(player)
        if kind is None
        else wants_notification(player, kind, NotificationChannel.MAIL)
    )


def _list_due(now: datetime) -> QuerySet[OutgoingMail]:
    """Return the e-mails that are due and not claimed."""
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    due = OutgoingMail.objects.filter(free, due_at__lte=now)
    return due.select_related(
        "player__notification_settings", "notice__room__lexicon", "notice__room__host"
    )


def _is_within_limits(sender: Player, player: Player, to: str, kind: str, now: datetime) -> bool:
    today = OutgoingMail.objects.filter(created_at__gt=now - ONE_DAY)
    caused = today.filter(sender=sender)
    to_one = caused.filter(player=player)
    if to_one.count() >= MAX_PER_RECIPIENT_AND_DAY or caused.count() >= MAX_PER_SENDER_AND_DAY:
        return False
    if kind != "invitation":
        return True
    # By address rather than by player: the mailbox is what must not be flooded.
    sent_today = today.filter(kind=kind, to=to).count()
    return (
        to_one.filter(kind=kind).count() < MAX_INVITATIONS_PER_DAY["one"]
        and sent_today < MAX_INVITATIONS_PER_DAY["all"]
    )
