"""Notifications of what a director announces."""

from datetime import datetime

from django.db.models import Q

from games.events.models import Entrant, Event
from games.play.services.notifications import may_notify
from games.players.models import Notification, Player
from games.players.services.notifications import create_notification

KIND = "event_announcement"


def send_announcement(event: Event, director: Player, text: str, now: datetime) -> None:
    """Notify everyone who takes part, except people who are kept apart from the director."""
    for player in _list_players(event, but=director):
        if may_notify(director, player):
            data = {"title": event.title, "text": text}
            create_notification(player, KIND, now, path=event.get_absolute_url(), **data)


def withdraw_announcement(event: Event, text: str) -> None:
    """Delete the notifications of an announcement that has been undone."""
    notices = Notification.objects.filter(kind=KIND, path=event.get_absolute_url())
    notices.filter(data__text=text).delete()


def _list_players(event: Event, but: Player) -> list[Player]:
    """Return the people in an event who have a page here."""
    staying = Entrant.objects.filter(event=event, withdrawn_from=None)
    theirs = Q(event_entries__in=staying) | Q(shared_entries__entrant__in=staying)
    return list(Player.objects.filter(theirs).exclude(pk=but.pk).distinct().order_by("pk"))
