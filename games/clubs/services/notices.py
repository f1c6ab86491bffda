"""Notices about clubs."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from games.clubs.models import Club
from games.mail.services.outbox import queue_notification_mail
from games.players.models import Player
from games.players.services.notifications import create_notification


def notify_club(
    audience: Iterable[Player],
    kind: str,
    club: Club,
    now: datetime,
    *,
    path: str = "",
    people: Iterable[object] = (),
    **data: Any,
) -> None:
    """Notify players of something in a club. It leads to ``path``, or to the club's page.

    ``people`` are the ids of the players whom the text names.
    """
    leads_to, named = path or club.get_absolute_url(), list(people)
    for player in audience:
        notice = create_notification(
            player, kind, now, path=leads_to, players=named, club=club.title, **data
        )
        queue_notification_mail(notice, now)
