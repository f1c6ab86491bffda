"""Finds what to push: unread notices, and turns in live games whose player is away.

The worker polls every few seconds, so no move or message waits for this, and code that creates
notices need not know of it. If two workers run at once, everything is still queued only once: a
notice is claimed by a conditional update, a turn by a unique row.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.play import store
from games.play.models import Game, SeatMember
from games.play.services.schedule import get_turn_days, is_paused, list_seats_to_act
from games.play.terms.seating import AWAY_AFTER
from games.players.models import Notification, Player
from games.players.services.notification_settings import (
    NotificationChannel,
    NotificationEvent,
    wants_notification,
)
from games.players.services.notifications import get_setting_event
from games.push.models import OutgoingPush, PushSubscription
from games.push.services.delivery_policies import LIVE_TURN_KIND
from games.push.services.subscriptions import list_active_subscriptions

NOTICE_LIFETIME = timedelta(hours=12)
"""Notices older than this are no longer pushed."""

LIVE_TURN_LIFETIME = timedelta(minutes=10)
"""Turns in live games that began longer ago are no longer pushed."""

PAGE_GRACE = timedelta(seconds=3)
"""Time for an open page to show the news first."""

MAX_PER_ROUND = 100


def queue_due_pushes(now: datetime) -> None:
    """Put everything that should be pushed now into the outbox."""
    for notice in _list_unread_notices(now)[:MAX_PER_ROUND]:
        _queue_notice(notice, now)
    for holder in _list_awaited_players(now)[:MAX_PER_ROUND]:
        _queue_turn(holder, now)


def _has_browser(player: str) -> Exists:
    """Return a condition that the player in this column has a subscribed browser."""
    held = PushSubscription.objects.filter(
        player=OuterRef(player), epoch=OuterRef(f"{player}__epoch")
    )
    return Exists(held)


def _list_unread_notices(now: datetime) -> QuerySet[Notification]:
    """Return unread notices of people who do not have the notice's room open."""
    present = SeatMember.objects.filter(
        player=OuterRef("player"), game__room=OuterRef("room"), seen_at__gt=now - AWAY_AFTER
    )
    fresh = Notification.objects.filter(
        read_at=None,
        pushed_at=None,
        created_at__gt=now - NOTICE_LIFETIME,
        created_at__lte=now - PAGE_GRACE,
    )
    return fresh.filter(_has_browser("player"), ~Exists(present)).select_related(
        "player__notification_settings"
    )


def _queue_notice(notice: Notification, now: datetime) -> None:
    kind = get_setting_event(notice.kind)
    with transaction.atomic():
        # Only one of several workers succeeds with this update.
        if not Notification.objects.filter(pk=notice.pk, pushed_at=None).update(pushed_at=now):
            return
        if kind is not None and wants_notification(notice.player, kind, NotificationChannel.PUSH):
            _queue_for_browsers(notice.player, now, kind=notice.kind, notice=notice)


def _list_awaited_players(now: datetime) -> QuerySet[SeatMember]:
    """Return players away from live games that may be waiting for them, unless this turn was
    pushed."""
    pushed = OutgoingPush.objects.filter(
        subscription__player=OuterRef("player"),
        game=OuterRef("game"),
        turn=OuterRef("game__turn_number"),
    )
    away = Q(seen_at=None) | Q(seen_at__lte=now - AWAY_AFTER)
    waiting = SeatMember.objects.filter(
        away,
        game_over=False,
        game__status__in=(Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE),
        game__moved_at__gt=now - LIVE_TURN_LIFETIME,
        game__moved_at__lte=now - PAGE_GRACE,
    )
    found = waiting.filter(_has_browser("player"), ~Exists(pushed))
    return found.select_related("game__room", "seat", "player__notification_settings")


def _queue_turn(holder: SeatMember, now: datetime) -> None:
    game = holder.game
    state = store.load_public_state(game)
    if get_turn_days(game.room) is not None or is_paused(game, state):
        return  # correspondence turns are announced by notices
    if holder.seat.number in list_seats_to_act(state) and wants_notification(
        holder.player, NotificationEvent.TURN, NotificationChannel.PUSH
    ):
        _queue_for_browsers(
            holder.player, now, kind=LIVE_TURN_KIND, game=game, turn=game.turn_number
        )


def _queue_for_browsers(player: Player, now: datetime, **what: Any) -> None:
    """Queue one message for every subscribed browser of a player."""
    rows = [
        OutgoingPush(subscription=browser, created_at=now, due_at=now, **what)
        for browser in list_active_subscriptions(player)
    ]
    OutgoingPush.objects.bulk_create(rows, ignore_conflicts=True)
