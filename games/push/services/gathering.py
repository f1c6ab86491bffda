"""What is to be pushed: notices that nobody has read, and turns of live games whose player is away.

The worker looks every few seconds, so no move and no message waits for it, and whoever leaves a
notice need not know of it. Run twice at once it finds everything once: a notice is taken by one
guarded update, a turn by a unique row.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.play import store
from games.play.chairs import AWAY_AFTER
from games.play.models import Game, Holder
from games.play.services.schedule import is_paused, seats_to_act, turn_days
from games.players.models import Notice, Player
from games.players.services.tellings import Channel, Kind, kind_of, wants
from games.push.models import Push, Subscription
from games.push.services.kinds import LIVE_TURN
from games.push.services.subscriptions import told_browsers

NEWS_FOR = timedelta(hours=12)
"""A notice that could not be pushed for so long is no news."""

TURN_FOR = timedelta(minutes=10)
"""The same of a turn in a live game."""

A_MOMENT = timedelta(seconds=3)
"""What an open page shows by itself is read by then."""

MOST_AT_ONCE = 100


def gather(now: datetime) -> None:
    """Put into the outbox what is to be told by now."""
    for notice in _untold(now)[:MOST_AT_ONCE]:
        _take(notice, now)
    for holder in _awaited(now)[:MOST_AT_ONCE]:
        _take_turn(holder, now)


def _told(player: str) -> Exists:
    """Whether the player of that column has a browser that is told."""
    held = Subscription.objects.filter(player=OuterRef(player), epoch=OuterRef(f"{player}__epoch"))
    return Exists(held)


def _untold(now: datetime) -> QuerySet[Notice]:
    """Unread notices of people who are not in their rooms."""
    here = Holder.objects.filter(
        player=OuterRef("player"), game__room=OuterRef("room"), seen_at__gt=now - AWAY_AFTER
    )
    fresh = Notice.objects.filter(
        read_at=None,
        pushed_at=None,
        created_at__gt=now - NEWS_FOR,
        created_at__lte=now - A_MOMENT,
    )
    return fresh.filter(_told("player"), ~Exists(here)).select_related("player__telling")


def _take(notice: Notice, now: datetime) -> None:
    kind = kind_of(notice.kind)
    with transaction.atomic():
        if not Notice.objects.filter(pk=notice.pk, pushed_at=None).update(pushed_at=now):
            return
        if kind is not None and wants(notice.player, kind, Channel.PUSH):
            _tell_all(notice.player, now, kind=notice.kind, notice=notice)


def _awaited(now: datetime) -> QuerySet[Holder]:
    """People away from live games that may wait for them and of whose turn they were not told."""
    pushed = Push.objects.filter(
        subscription__player=OuterRef("player"),
        game=OuterRef("game"),
        turn=OuterRef("game__turn_number"),
    )
    away = Q(seen_at=None) | Q(seen_at__lte=now - AWAY_AFTER)
    waiting = Holder.objects.filter(
        away,
        over=False,
        game__status__in=(Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE),
        game__moved_at__gt=now - TURN_FOR,
        game__moved_at__lte=now - A_MOMENT,
    )
    found = waiting.filter(_told("player"), ~Exists(pushed))
    return found.select_related("game__room", "seat", "player__telling")


def _take_turn(holder: Holder, now: datetime) -> None:
    game = holder.game
    state = store.load_face_down(game)
    if turn_days(game.room) is not None or is_paused(game, state):
        return  # turns that have days are told by notices
    if holder.seat.number in seats_to_act(state) and wants(holder.player, Kind.TURN, Channel.PUSH):
        _tell_all(holder.player, now, kind=LIVE_TURN, game=game, turn=game.turn_number)


def _tell_all(player: Player, now: datetime, **what: Any) -> None:
    """Put one thing before every browser of a player."""
    rows = [
        Push(subscription=browser, created_at=now, due_at=now, **what)
        for browser in told_browsers(player)
    ]
    Push.objects.bulk_create(rows, ignore_conflicts=True)
