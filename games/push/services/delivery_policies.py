"""How long each kind of push message is worth delivering, how urgent it is, and what it
replaces."""

from datetime import timedelta

from games.players.services.notifications import DEFAULT_PUSH, PushPolicy, get_notification_kind

LIVE_TURN_KIND = "live turn"
"""A turn in a live game, which is pushed without a notice."""

_LIVE_TURN_PUSH = PushPolicy(lifetime=timedelta(minutes=10), urgency="high", topic="turn")


def get_delivery_policy(kind: str) -> PushPolicy:
    """Return the policy of a kind of notice. A kind unknown to this release gets the usual
    policy."""
    return (
        _LIVE_TURN_PUSH
        if kind == LIVE_TURN_KIND
        else get_notification_kind(kind).push or DEFAULT_PUSH
    )
