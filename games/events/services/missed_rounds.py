"""Rounds that an entrant asks to miss, without leaving the event."""

from datetime import datetime

from games.events.models import Entrant, Event
from games.events.services.acts import ActRecorder, record_act, require_not_over
from games.events.services.entries import get_entrant, require_entrant
from games.events.store.event_state import read_plan
from games.pairing.event import Method
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict


def find_missable_round(event: Event) -> int:
    """Return the first round that is not paired yet, 0 if no one can miss it.

    Arenas have a single round, and whoever misses a round of a knock-out is out of it.
    """
    number = event.rounds.count() + 1
    plan = read_plan(event)
    if event.is_over or event.arena_minutes is not None or number > len(plan):
        return 0
    return 0 if plan[number - 1].method is Method.KNOCKOUT else number


def set_missed(code: str, player: Player, now: datetime, key: str = "", *, misses: bool) -> None:
    """Miss the next round that is not paired yet, or play it after all. Saying so twice changes
    nothing.

    Raises ``Conflict`` if there is no round that can be missed.
    """
    kind = "miss_round" if misses else "play_round"
    with record_act(code, player, kind, now, key, directing=False) as act:
        _set_missed(act, require_entrant(act.event, player), misses=misses)


def set_missed_by(
    code: str, director: Player, entrant: int, now: datetime, key: str = "", *, misses: bool
) -> None:
    """Do the same for an entrant, as a director."""
    with record_act(code, director, "miss_round" if misses else "play_round", now, key) as act:
        _set_missed(act, get_entrant(act.event, entrant), misses=misses)


def _set_missed(act: ActRecorder, entrant: Entrant, *, misses: bool) -> None:
    require_not_over(act.event)
    number = find_missable_round(act.event)
    if not number:
        raise Conflict("event.no_missable_round")
    missed = {*entrant.sits_out, number} if misses else {*entrant.sits_out} - {number}
    act.update(entrant, sits_out=sorted(missed))
    act.say(name=entrant.shown_name, n=number)
