"""Who directs an event, and what directors tell everyone."""

from datetime import datetime

from django.db.models import Q
from django.urls import reverse

from games.events.models import Entrant, EventDirector
from games.events.services.acts import record_act
from games.play.services.notifications import may_notify
from games.players.models import Player
from games.players.services.notifications import create_notification
from scrabble_site.shared.refusals import Conflict, InvalidRequest, NotFound

MAX_ANNOUNCEMENT = 500


def add_director(code: str, director: Player, name: str, now: datetime, key: str = "") -> None:
    """Let a member direct the event, too."""
    with record_act(code, director, "add_director", now, key) as act:
        other = Player.objects.filter(nickname__iexact=name.strip(), user__isnull=False).first()
        if other is None:
            raise NotFound("event.no_member")
        if not EventDirector.objects.filter(event=act.event, player=other).exists():
            act.create(EventDirector(event=act.event, player=other))
        act.say(name=other.nickname)


def remove_director(code: str, director: Player, pk: int, now: datetime, key: str = "") -> None:
    """Let someone, maybe oneself, direct the event no longer; ``pk`` is that of the row.

    Raises ``Conflict`` for the only director of an event.
    """
    with record_act(code, director, "remove_director", now, key) as act:
        rows = list(act.event.directors.select_related("player"))
        found = next((row for row in rows if row.pk == pk), None)
        if found is None:
            raise NotFound("event.no_director")
        if len(rows) < 2:
            raise Conflict("event.last_director")
        act.delete(found)
        act.say(name=found.player.shown_name)


def announce(code: str, director: Player, text: str, now: datetime, key: str = "") -> None:
    """Tell everyone something. It stays in the log, and players get a notification of it."""
    with record_act(code, director, "announce", now, key) as act:
        words = " ".join(text.split())
        if not words or len(words) > MAX_ANNOUNCEMENT:
            raise InvalidRequest("form.text")
        act.say(text=words)
        path = reverse("games:event", args=[code])
        for player in _list_players(act.event.pk, but=director):
            if may_notify(director, player):
                data = {"title": act.event.title, "text": words}
                create_notification(player, "event_announcement", now, path=path, **data)


def _list_players(event: int, but: Player) -> list[Player]:
    """Return everyone who takes part in an event and has a page here."""
    staying = Entrant.objects.filter(event=event, withdrawn_from=None)
    theirs = Q(event_entries__in=staying) | Q(shared_entries__entrant__in=staying)
    return list(Player.objects.filter(theirs).exclude(pk=but.pk).distinct().order_by("pk"))
