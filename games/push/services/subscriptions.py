"""Which browsers are told by push, and when that ends."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from games.players.models import Player
from games.push.models import Subscription
from games.push.services.endpoints import check_keys, mark_of, service_of

MOST = 12
"""Browsers of one player; of more the oldest are forgotten."""

NO_EPOCH = -1
"""Of a browser whose session has ended."""


def subscribe(player: Player, endpoint: str, p256dh: str, auth: str, now: datetime) -> str:
    """Tell this browser what the player wants pushed, and nobody else any more; its mark.

    Raises ``Unsuitable`` for what is no browser of a known service.
    """
    service = service_of(endpoint)
    check_keys(p256dh, auth)
    mark = mark_of(endpoint)
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        Subscription.objects.filter(mark=mark).exclude(player=player).delete()
        Subscription.objects.update_or_create(
            mark=mark,
            defaults={
                "player": player,
                "endpoint": endpoint,
                "p256dh": p256dh,
                "auth": auth,
                "service": service,
                "epoch": player.epoch,
                "created_at": now,
                "failures": 0,
                "failing_since": None,
            },
        )
        surplus = list(player.subscriptions.values_list("pk", flat=True)[MOST:])
        Subscription.objects.filter(pk__in=surplus).delete()
    return mark


def unsubscribe(player: Player, endpoint: str) -> None:
    """Tell this browser nothing more."""
    player.subscriptions.filter(mark=mark_of(endpoint)).delete()


def told_browsers(player: Player) -> QuerySet[Subscription]:
    """The browsers whose sessions hold."""
    return player.subscriptions.filter(epoch=player.epoch)


def hand_over(mark: str, player: Player | None) -> None:
    """A browser is somebody's from now on, or nobody's."""
    kept = Subscription.objects.filter(mark=mark)
    if player is None:
        kept.delete()
    else:
        kept.update(player=player, epoch=player.epoch)


def end_merged(*, guest: Player, **_signal: Any) -> None:
    """A guest has become one with a member: only the browser where that was done goes on."""
    guest.subscriptions.update(epoch=NO_EPOCH)


def take_away(*, player: Player, **_signal: Any) -> None:
    """The player leaves for good."""
    player.subscriptions.all().delete()


def hand_out(*, player: Player, **_signal: Any) -> dict[str, Any]:
    """For the player's own eyes; addresses and keys would let others write to the browser."""
    told = player.subscriptions.values("service", "created_at", "failures")
    return {"push": list(told)}


def forget_ended() -> None:
    """Browsers whose sessions have ended are not told again."""
    Subscription.objects.exclude(epoch=F("player__epoch")).delete()
