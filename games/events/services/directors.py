"""Who directs an event, and what directors tell everyone."""

from datetime import datetime

from games.events.models import EventDirector
from games.events.services.acts import record_act
from games.events.services.notifications import send_announcement
from games.players.models import Player
from games.players.services.blocks import is_block_between
from games.players.services.sanctions import require_may_write
from scrabble_site.shared.refusals import Conflict, InvalidRequest, NotFound

MAX_ANNOUNCEMENT = 500


def add_director(
    code: str, director: Player, name: str, now: datetime, key: str = "", *, agreed: bool = False
) -> None:
    """Let a member direct the event as well.

    With ``agreed``, they direct a club that the event belongs to. Raises ``NotFound`` for a name
    that no member has, and for someone who is kept apart from the director.
    """
    with record_act(code, director, "add_director", now, key) as act:
        other = Player.objects.filter(nickname__iexact=name.strip(), user__isnull=False).first()
        if other is None:
            raise NotFound("event.no_member")
        if not agreed and is_block_between(director.pk, other.pk):
            raise NotFound("event.no_member")  # nobody learns that they were blocked
        if not EventDirector.objects.filter(event=act.event, player=other).exists():
            act.create(EventDirector(event=act.event, player=other))
        act.add_log_data(name=other.nickname)


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
        act.add_log_data(name=found.player.shown_name)


def announce(code: str, director: Player, text: str, now: datetime, key: str = "") -> None:
    """Tell everyone something. It stays in the log, and players get a notification of it.

    Raises ``Forbidden`` for a director who may not write.
    """
    require_may_write(director, now)
    with record_act(code, director, "announce", now, key) as act:
        words = " ".join(text.split())
        if not words or len(words) > MAX_ANNOUNCEMENT:
            raise InvalidRequest("form.text")
        act.add_log_data(text=words)
        send_announcement(act.event, director, words, now)
