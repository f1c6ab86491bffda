"""Events by their codes, and who directs them or takes part."""

from django.db.models import Q

from games.events.models import Entrant, Event, EventDirector
from games.players.models import Player
from scrabble_site.shared.refusals import Forbidden, NotFound


def find_event(code: str) -> Event:
    """Return an event by its code. Raises ``NotFound``."""
    event = Event.objects.select_related("lexicon").filter(code=code).first()
    if event is None:
        raise NotFound("event.unknown")
    return event


def find_page_of_room(code: str) -> str:
    """Return the address of the event to which a room belongs, "" if it belongs to none."""
    event = Event.objects.filter(rounds__tables__game__room__code=code).first()
    return "" if event is None else event.get_absolute_url()


def find_own_entrant(event: Event, player: Player | None) -> Entrant | None:
    """Return the entrant that a player is, alone or with others, ``None`` if they take no part."""
    if player is None:
        return None
    own = Q(player=player) | Q(partners__player=player)
    rows = event.entrants.select_related("player").prefetch_related("partners__player")
    return rows.filter(own).order_by("pk").distinct().first()


def is_director(event: Event, player: Player | None) -> bool:
    if player is None:
        return False
    return EventDirector.objects.filter(event=event, player=player).exists()


def require_director(event: Event, player: Player) -> None:
    """Raise ``Forbidden`` for a player who does not direct the event."""
    if not is_director(event, player):
        raise Forbidden("event.directors_only")
