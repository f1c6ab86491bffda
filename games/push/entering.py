"""Whose a browser is by now: told it is what that player is told.

The session of a browser that is told holds its mark. Who logs in there takes it over, who logs out
ends it; a session that was ended elsewhere has an epoch that has passed.
"""

from typing import Any

from django.http import HttpRequest

from games.players.models import Player
from games.push.services.subscriptions import hand_over

MARK_KEY = "push"


def remember(request: HttpRequest, mark: str) -> None:
    """This browser is told."""
    request.session[MARK_KEY] = mark


def follow(*, request: HttpRequest, player: Player | None, **_signal: Any) -> None:
    """The browser is somebody's from now on, or a stranger's."""
    mark = request.session.get(MARK_KEY)
    if not mark:
        return
    hand_over(mark, player)
    if player is None:
        del request.session[MARK_KEY]


def end(*, request: HttpRequest, **_signal: Any) -> None:
    """Somebody logs out here."""
    follow(request=request, player=None)
