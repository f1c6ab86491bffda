"""What waits to be sent to browsers. :mod:`games.push.post` does the sending."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from games.play.chairs import is_away
from games.play.models import Holder
from games.push.models import Push, Subscription
from games.push.services.kinds import manner_of

LEASE = timedelta(minutes=1)
PAUSES = [timedelta(seconds=s) for s in (30, 120, 600, 3600, 4 * 3600)]
"""Before the second try, the third ...; after the last it is given up."""
LONGEST_PAUSE = timedelta(hours=6)
"""However long a service asks one to wait."""

KEPT = timedelta(days=1)
"""What is settled is kept for so long, that it is not told twice."""

GIVEN_UP_AFTER = timedelta(days=7)
"""A browser that could not be reached for so long, and ``FEWEST_FAILURES`` times, is forgotten."""
FEWEST_FAILURES = 10


def take_push(now: datetime) -> Push | None:
    """The next to be sent, claimed for a while; those that are moot are settled."""
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    due = Push.objects.filter(free, due_at__lte=now).select_related(
        "subscription__player", "notice__room", "game__room"
    )
    for push in due.order_by("due_at", "pk")[:20]:
        if _is_moot(push, now):
            _settle(push)
        elif due.filter(pk=push.pk).update(claimed_until=now + LEASE):
            return push
    return None


def note_sent(push: Push) -> None:
    """The service has taken it."""
    with transaction.atomic():
        _settle(push)
        failing = Subscription.objects.filter(pk=push.subscription_id, failures__gt=0)
        failing.update(failures=0, failing_since=None)


def note_gone(push: Push) -> None:
    """There is no such browser any more."""
    Subscription.objects.filter(pk=push.subscription_id).delete()


def note_failed(
    push: Push, now: datetime, *, wait: timedelta | None = None, whole_service: bool = False
) -> None:
    """Try again later, ever more rarely. ``wait``: at least so long, as the service asks;
    ``whole_service``: it is not this browser, so what others there are to be told waits as well."""
    tries = push.attempts + 1
    with transaction.atomic():
        if tries > len(PAUSES):
            _settle(push)
        else:
            later = now + min(max(PAUSES[tries - 1], wait or timedelta(0)), LONGEST_PAUSE)
            Push.objects.filter(pk=push.pk).update(attempts=tries, due_at=later, claimed_until=None)
            if whole_service:
                others = Push.objects.filter(subscription__service=push.subscription.service)
                others.filter(due_at__lt=later, claimed_until=None).update(due_at=later)
        if not whole_service:
            _count_failure(push.subscription, now)


def forget_pushes(now: datetime) -> None:
    """What is settled is not kept for ever."""
    Push.objects.filter(due_at=None, created_at__lt=now - KEPT).delete()


def _settle(push: Push) -> None:
    Push.objects.filter(pk=push.pk).update(due_at=None, claimed_until=None)


def _count_failure(browser: Subscription, now: datetime) -> None:
    since = browser.failing_since or now
    if now - since > GIVEN_UP_AFTER and browser.failures >= FEWEST_FAILURES:
        browser.delete()
        return
    Subscription.objects.filter(pk=browser.pk).update(
        failures=F("failures") + 1, failing_since=since
    )


def _is_moot(push: Push, now: datetime) -> bool:
    """It is old, the browser another's by now, the notice read, the turn over."""
    browser = push.subscription
    if browser.epoch != browser.player.epoch or now > push.created_at + manner_of(push.kind).lasts:
        return True
    if push.notice is not None:
        return push.notice.read_at is not None or push.notice.player_id != browser.player_id
    holder = Holder.objects.filter(game=push.game, player=browser.player_id, over=False).first()
    has_moved_on = push.game is None or push.game.turn_number != push.turn
    return holder is None or has_moved_on or not is_away(holder, now)
