"""Push subscriptions: adding, transferring and ending them."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from games.players.models import Player
from games.push.models import PushSubscription
from games.push.services.endpoints import get_push_service, hash_endpoint, validate_keys

MAX_BROWSERS = 12
"""Most browsers per player. The oldest are deleted."""

ENDED_EPOCH = -1
"""Epoch of a subscription that has ended; no session has it."""


def add_subscription(player: Player, endpoint: str, p256dh: str, auth: str, now: datetime) -> str:
    """Subscribe this browser for the player, and for no one else. Return its endpoint's hash.

    Raises ``InvalidRequest`` if the endpoint is not at a known service or the keys are invalid.
    """
    service = get_push_service(endpoint)
    validate_keys(p256dh, auth)
    endpoint_hash = hash_endpoint(endpoint)
    with transaction.atomic():
        # Locked, so that two subscriptions at once cannot exceed the limit.
        player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        PushSubscription.objects.filter(endpoint_hash=endpoint_hash).exclude(player=player).delete()
        PushSubscription.objects.update_or_create(
            endpoint_hash=endpoint_hash,
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
        surplus = list(player.subscriptions.values_list("pk", flat=True)[MAX_BROWSERS:])
        PushSubscription.objects.filter(pk__in=surplus).delete()
    return endpoint_hash


def remove_subscription(player: Player, endpoint: str) -> None:
    """Unsubscribe this browser."""
    player.subscriptions.filter(endpoint_hash=hash_endpoint(endpoint)).delete()


def list_active_subscriptions(player: Player) -> QuerySet[PushSubscription]:
    """Return the player's subscriptions whose sessions are still valid."""
    return player.subscriptions.filter(epoch=player.epoch)


def transfer_subscription(endpoint_hash: str, player: Player | None) -> None:
    """Transfer a browser's subscription to another player, or delete it."""
    rows = PushSubscription.objects.filter(endpoint_hash=endpoint_hash)
    if player is None:
        rows.delete()
    else:
        rows.update(player=player, epoch=player.epoch)


def end_guest_subscriptions(*, guest: Player, **_signal: Any) -> None:
    """End a guest's subscriptions when the guest is merged into a member. The browser where that
    happened is transferred afterwards."""
    guest.subscriptions.update(epoch=ENDED_EPOCH)


def erase_push_data(*, player: Player, **_signal: Any) -> None:
    """Delete the subscriptions of a player who deletes their account."""
    player.subscriptions.all().delete()


def export_push_data(*, player: Player, **_signal: Any) -> dict[str, Any]:
    """Return the player's subscriptions for their data export, without endpoints and keys, which
    would let others send to the browser."""
    rows = player.subscriptions.values("service", "created_at", "failures")
    return {"push": list(rows)}


def delete_ended_subscriptions() -> None:
    """Delete subscriptions whose sessions have ended."""
    PushSubscription.objects.exclude(epoch=F("player__epoch")).delete()
