"""Notices to the players of a league: they lead to its page or to its ladder."""

from datetime import datetime
from typing import Any

from django.urls import reverse

from games.leagues.models import League
from games.mail.services.outbox import queue_notification_mail
from games.play.services.notifications import may_notify
from games.players.models import Player
from games.players.services.notifications import create_notification


def notify_of_league(player: Player, league: League, kind: str, now: datetime, **data: Any) -> None:
    """Notify a player of something in a league that no one has caused."""
    path = reverse("games:league", args=[league.code])
    notice = create_notification(player, kind, now, path=path, title=league.title, **data)
    queue_notification_mail(notice, now)


def notify_of_ladder(
    player: Player, sender: Player, league: League, kind: str, now: datetime, **data: Any
) -> None:
    """Notify a player of what ``sender`` did on the ladder, unless the two are kept apart."""
    if not may_notify(sender, player):
        return
    path = reverse("games:ladder", args=[league.code])
    notice = create_notification(
        player, kind, now, path=path, players=[sender.pk], title=league.title, **data
    )
    queue_notification_mail(notice, now, sender=sender)
