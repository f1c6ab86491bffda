"""The outbox of push messages. :mod:`games.push.jobs.outbox_delivery` sends them."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from games.play.models import SeatMember
from games.play.terms.seating import is_away
from games.push.models import OutgoingPush, PushSubscription
from games.push.services.delivery_policies import get_delivery_policy

# How long a worker has to send a message before another may try.
SENDING_LEASE = timedelta(minutes=1)
RETRY_DELAYS = [timedelta(seconds=s) for s in (30, 120, 600, 3600, 4 * 3600)]
"""Delays before the second try, the third and so on. After the last try the message is given up."""
MAX_RETRY_DELAY = timedelta(hours=6)
"""The longest delay, even if a service asks for more."""

FORGET_BROWSER_AFTER = timedelta(days=7)
"""A browser is deleted after failing for this long and at least ``MIN_FAILURES`` times."""
MIN_FAILURES = 10


def claim_push(now: datetime) -> OutgoingPush | None:
    """Claim the next message to be sent, or return ``None``. Obsolete ones are settled on the
    way."""
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    due = OutgoingPush.objects.filter(free, due_at__lte=now).select_related(
        "subscription__player", "notice__room__lexicon", "notice__room__host", "game__room__host"
    )
    for push in due.order_by("due_at", "pk")[:20]:
        if _is_obsolete(push, now):
            _delete_push(push)
        # The update repeats the condition, so only one of several workers claims the row.
        elif due.filter(pk=push.pk).update(claimed_until=now + SENDING_LEASE):
            return push
    return None


def mark_push_sent(push: OutgoingPush) -> None:
    """Settle a message the service has accepted, and reset the browser's failures."""
    with transaction.atomic():
        _delete_push(push)
        failing = PushSubscription.objects.filter(pk=push.subscription_id, failures__gt=0)
        failing.update(failures=0, failing_since=None)


def mark_browser_gone(push: OutgoingPush) -> None:
    """Delete a browser that no longer exists."""
    PushSubscription.objects.filter(pk=push.subscription_id).delete()


def mark_push_failed(
    push: OutgoingPush, now: datetime, *, wait: timedelta | None = None, whole_service: bool = False
) -> None:
    """Schedule another try with a growing delay, or give up after the last.

    ``wait`` is the shortest delay the service asks for. ``whole_service`` means that the service
    failed rather than this browser, so messages to its other browsers wait as well.
    """
    tries = push.attempts + 1
    with transaction.atomic():
        if tries > len(RETRY_DELAYS):
            _delete_push(push)
        else:
            # The service may ask for a longer delay than ours, but not for an endless one.
            later = now + min(max(RETRY_DELAYS[tries - 1], wait or timedelta(0)), MAX_RETRY_DELAY)
            OutgoingPush.objects.filter(pk=push.pk).update(
                attempts=tries, due_at=later, claimed_until=None
            )
            if whole_service:
                others = OutgoingPush.objects.filter(
                    subscription__service=push.subscription.service
                )
                # Without this every message to a failing service would run into its own timeout.
                others.filter(due_at__lt=later, claimed_until=None).update(due_at=later)
        if not whole_service:
            _count_failure(push.subscription, now)


def _delete_push(push: OutgoingPush) -> None:
    OutgoingPush.objects.filter(pk=push.pk).update(due_at=None, claimed_until=None)


def _count_failure(browser: PushSubscription, now: datetime) -> None:
    since = browser.failing_since or now
    # Both conditions, because one long outage with few messages says nothing about the browser.
    if now - since > FORGET_BROWSER_AFTER and browser.failures >= MIN_FAILURES:
        browser.delete()
        return
    PushSubscription.objects.filter(pk=browser.pk).update(
        failures=F("failures") + 1, failing_since=since
    )


def _is_obsolete(push: OutgoingPush, now: datetime) -> bool:
    """Return whether the message has expired, the browser's session has ended, the notice was read
    or is another player's, or no one waits for the player's turn."""
    browser = push.subscription
    if (
        browser.epoch != browser.player.epoch
        or now > push.created_at + get_delivery_policy(push.kind).lifetime
    ):
        return True
    if push.notice is not None:
        return push.notice.read_at is not None or push.notice.player_id != browser.player_id
    holder = SeatMember.objects.filter(
        game=push.game, player=browser.player_id, game_over=False
    ).first()
    # The player may have moved or come back since the message was queued.
    has_moved_on = push.game is None or push.game.turn_number != push.turn
    return holder is None or has_moved_on or not is_away(holder, now)
