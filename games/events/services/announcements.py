"""Notifications of what a director announces, and of entries that a director has made."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q

from games.events.models import Entrant, Event
from games.mail.services.outbox import queue_notification_mail
from games.play.services.notifications import may_notify
from games.players.models import Notification, Player
from games.players.services.notifications import create_notification

KIND = "event_announcement"
ENTRY_KIND = "event_entry"


def send_announcement(event: Event, director: Player, text: str, now: datetime) -> None:
    """Notify everyone who takes part, except people who are kept apart from the director."""
    for player in _list_players(event, but=director):
        if may_notify(director, player):
            data = {"title": event.title, "text": text}
            create_notification(player, KIND, now, path=event.get_absolute_url(), **data)


def send_entry_notice(event: Event, director: Player, member: Player, now: datetime) -> None:
    """Ask a member whether they will play in an event into which a director has entered them."""
    if may_notify(director, member):
        data = {"title": event.title, "players": [str(director.pk)]}
        path = event.get_absolute_url()
        notice = create_notification(member, ENTRY_KIND, now, path=path, **data)
        queue_notification_mail(notice, now, sender=director)


def withdraw_entry_notices(event: Event, entrants: Iterable[int]) -> None:
    """Delete the questions to these entrants (rows), whose entry is being undone."""
    asked = Entrant.objects.filter(event=event, pk__in=list(entrants)).values("player")
    notices = Notification.objects.filter(kind=ENTRY_KIND, path=event.get_absolute_url())
    notices.filter(player__in=asked).delete()


def withdraw_announcement(event: Event, text: str) -> None:
    """Delete the notifications of an announcement that has been undone."""
    notices = Notification.objects.filter(kind=KIND, path=event.get_absolute_url())
    notices.filter(data__text=text).delete()


def _list_players(event: Event, but: Player) -> list[Player]:
    """Return the people in an event who have a page here."""
    staying = Entrant.objects.filter(event=event, withdrawn_from=None, unconfirmed=False)
    theirs = Q(event_entries__in=staying) | Q(shared_entries__entrant__in=staying)
    return list(Player.objects.filter(theirs).exclude(pk=but.pk).distinct().order_by("pk"))
