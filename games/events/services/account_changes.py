"""Events when a guest joins a member's account, or a player is renamed, deleted or exported."""

from typing import Any

from django.db.models import F, Q

from games.common.generated_names import FORMER_PLAYER
from games.events.models import Entrant, EntrantPartner, Event, EventAct, EventDirector
from games.events.services.entries import find_next_round
from games.players.models import Player


def keep_one_entry(guest: Player, member: Player, **_signal: Any) -> None:
    """Keep the guest's results by name, without the player, if both are in the same event.

    In events played here no one is paired under that name any more, since no one could play. The
    guest's other entries, and the events that they direct, move to the member with the rest of
    their data.
    """
    _bump_events(guest)
    entered = Q(entrants__player=member) | Q(entrants__partners__player=member)
    both = list(Event.objects.filter(entered).values_list("pk", flat=True))
    EntrantPartner.objects.filter(player=guest, event__in=both).delete()
    for entrant in Entrant.objects.filter(player=guest, event__in=both):
        if not _hand_over(entrant):
            entrant.name, entrant.player = entrant.shown_name, None
            if not entrant.event.on_boards and entrant.withdrawn_from is None:
                entrant.withdrawn_from = find_next_round(entrant.event)
            entrant.save(update_fields=["name", "player", "withdrawn_from"])
    directed = EventDirector.objects.filter(player=member).values("event")
    EventDirector.objects.filter(player=guest, event__in=directed).delete()


def keep_results_only(player: Player, **_signal: Any) -> None:
    """Take a player whose account is deleted out of events in which they have not been paired.

    In all others the pairings and results stay, without the name, also in the logs, and the player
    is no longer paired. A team that shares a rack stays as long as anyone is in it.
    """
    _bump_events(player)
    _forget_in_logs(player)
    EntrantPartner.objects.filter(player=player).delete()
    for entrant in Entrant.objects.filter(player=player):
        _hand_over(entrant)
    unpaired = Entrant.objects.filter(player=player, seats=None, byes=None)
    unpaired.filter(event__stage=Event.Stage.OPEN).delete()
    for entrant in Entrant.objects.filter(player=player, withdrawn_from=None):
        entrant.withdrawn_from = find_next_round(entrant.event)
        entrant.save(update_fields=["withdrawn_from"])
    EventDirector.objects.filter(player=player).delete()


def _forget_in_logs(player: Player) -> None:
    """Replace a player's name in the logs of the events in which they took part."""
    theirs = Q(event__entrants__player=player) | Q(event__entrants__partners__player=player)
    theirs |= Q(event__directors__player=player) | Q(actor=player)
    for act in EventAct.objects.filter(theirs).distinct():
        data = _replace_name(act.data, player.shown_name)
        if data != act.data:
            act.data = data
            act.save(update_fields=["data"])


def _replace_name(data: Any, name: str) -> Any:
    """Return data with the name of a former player in place of this name."""
    if isinstance(data, dict):
        return {key: _replace_name(value, name) for key, value in data.items()}
    if isinstance(data, list):
        return [_replace_name(value, name) for value in data]
    return FORMER_PLAYER if data == name else data


def _hand_over(entrant: Entrant) -> bool:
    """Make the next person of a team the one who entered it. Returns whether there was one."""
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
    """Raise the stamps of all events that show a player's name."""
    theirs = Q(entrants__player=player) | Q(entrants__partners__player=player)
    theirs |= Q(directors__player=player)
    events = Event.objects.filter(theirs).values_list("pk", flat=True)
    Event.objects.filter(pk__in=list(events)).update(stamp=F("stamp") + 1)
