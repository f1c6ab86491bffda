"""Events when a guest joins a member's account, or a player is renamed, deleted or exported."""

from typing import Any

from django.db.models import F, Q

from games.events.models import Entrant, EntrantPartner, Event, EventDirector
from games.events.services.entries import find_next_round
from games.players.models import Player


def keep_one_entry(guest: Player, member: Player, **_signal: Any) -> None:
    """Keep the guest's results without the player where both are in the same event.

    The guest's other entries, and the events that they direct, move to the member with the rest of
    their data.
    """
    _bump_events(guest)
    entered = Q(entrants__player=member) | Q(entrants__partners__player=member)
    both = list(Event.objects.filter(entered).values_list("pk", flat=True))
    EntrantPartner.objects.filter(player=guest, event__in=both).delete()
    for entrant in Entrant.objects.filter(player=guest, event__in=both):
        if not _hand_over(entrant):
            entrant.name, entrant.player = entrant.shown_name, None
            entrant.save(update_fields=["name", "player"])
    directed = EventDirector.objects.filter(player=member).values("event")
    EventDirector.objects.filter(player=guest, event__in=directed).delete()


def keep_results_only(player: Player, **_signal: Any) -> None:
    """Take a player whose account is deleted out of events in which they have not been paired.

    In all others the pairings and results stay, without the name, and the player is paired no more.
    A team that shares a rack stays as long as anyone is in it.
    """
    _bump_events(player)
    EntrantPartner.objects.filter(player=player).delete()
    for entrant in Entrant.objects.filter(player=player):
        _hand_over(entrant)
    unpaired = Entrant.objects.filter(player=player, seats=None, byes=None)
    unpaired.filter(event__stage=Event.Stage.OPEN).delete()
    for entrant in Entrant.objects.filter(player=player, withdrawn_from=None):
        entrant.withdrawn_from = find_next_round(entrant.event)
        entrant.save(update_fields=["withdrawn_from"])
    EventDirector.objects.filter(player=player).delete()


def _hand_over(entrant: Entrant) -> bool:
    """Make the next person of a team the one who entered it. Returns whether there is one."""
    partner = entrant.partners.select_related("player").first()
    if partner is None:
        return False
    entrant.player = partner.player
    entrant.save(update_fields=["player"])
    partner.delete()
    return True


def show_new_name(player: Player, **_signal: Any) -> None:
    """Show the new name of a player in their events."""
    _bump_events(player)


def export_event_data(player: Player, **_signal: Any) -> dict[str, Any]:
    """Return the events that a player directs or has entered."""
    entries = player.event_entries.select_related("event").order_by("entered_at", "pk")
    directed = Event.objects.filter(directors__player=player).order_by("created_at")
    return {
        "events": [
            {
                "event": entry.event.title,
                "code": entry.event.code,
                "entered_at": entry.entered_at,
                "rating": entry.rating,
                "team": entry.team,
                "withdrawn_from": entry.withdrawn_from,
                "unconfirmed": entry.unconfirmed,
            }
            for entry in entries
        ],
        "shared_entries": [
            {"event": one.event.title, "code": one.event.code, "joined_at": one.joined_at}
            for one in player.shared_entries.select_related("event")
        ],
        "directed_events": list(directed.values("code", "title", "about", "created_at")),
    }


def _bump_events(player: Player) -> None:
    """Give all events that show a player's name a new stamp."""
    theirs = Q(entrants__player=player) | Q(entrants__partners__player=player)
    theirs |= Q(directors__player=player)
    events = Event.objects.filter(theirs).values_list("pk", flat=True)
    Event.objects.filter(pk__in=list(events)).update(stamp=F("stamp") + 1)
