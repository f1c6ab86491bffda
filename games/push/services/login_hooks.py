"""Moves a browser's push subscription to the player who logs in there.

The session of a subscribed browser contains the hash of its endpoint. A log-in transfers the
subscription and a log-out ends it. If a session was ended elsewhere, the subscription has an
outdated epoch.
"""

from typing import Any

from django.http import HttpRequest

from games.players.models import Player
from games.push.services.subscriptions import transfer_subscription

BROWSER_KEY = "push"


def remember_browser(request: HttpRequest, endpoint_hash: str) -> None:
    """Store the hash of the subscription's endpoint in the session."""
    request.session[BROWSER_KEY] = endpoint_hash


def reassign_browser(*, request: HttpRequest, player: Player | None, **_signal: Any) -> None:
    """Transfer the browser's subscription to ``player``, or delete it if that is ``None``."""
    endpoint_hash = request.session.get(BROWSER_KEY)
    if not endpoint_hash:
        return
    transfer_subscription(endpoint_hash, player)
    if player is None:
        del request.session[BROWSER_KEY]


def release_browser(*, request: HttpRequest, **_signal: Any) -> None:
    """Delete the browser's subscription at log-out."""
    reassign_browser(request=request, player=None)
