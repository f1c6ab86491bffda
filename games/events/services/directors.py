"""Who directs an event, and what directors tell everyone."""

from datetime import datetime

from games.events.models import EventDirector
from games.events.services.acts import record_act
from games.events.services.announcements import send_announcement
from games.players.models import Player
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
    """Remove a director, by the ``pk`` of the row; directors may remove themselves.

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
        send_announcement(act.event, director, words, now)
