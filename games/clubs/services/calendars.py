"""The address at which calendar programs read the nights of a player's clubs."""

import secrets
from datetime import datetime
from typing import Any

from games.clubs.models import ClubCalendar
from games.clubs.services.clubs import require_account
from games.players.models import Player
from games.players.services.identity import is_enabled
from scrabble_site.shared.refusals import NotFound


def renew_calendar(player: Player, now: datetime) -> ClubCalendar:
    """Give a player's calendar an address, or a new one: the old one is gone."""
    require_account(player)
    token = secrets.token_urlsafe(18)
    calendar, _made = ClubCalendar.objects.update_or_create(
        player=player, defaults={"token": token, "created_at": now}
    )
    return calendar


def find_calendar(token: str) -> ClubCalendar:
    """Return a calendar by the secret part of its address. Raises ``NotFound``, also for a disabled
    account."""
    calendars = ClubCalendar.objects.select_related("player__user")
    calendar = calendars.filter(token=token).first()
    if calendar is None or not is_enabled(calendar.player):
        raise NotFound("club.no_calendar")
    return calendar


def end_calendar(player: str, **_signal: Any) -> None:
    """Delete the address of a player (an id) whose sessions have all ended: others may know it."""
    ClubCalendar.objects.filter(player__pk=player).delete()
