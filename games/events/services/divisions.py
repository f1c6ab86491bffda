"""Dividing the players of an event, by rating or by hand."""

from collections.abc import Sequence
from datetime import datetime

from games.events.models import Event
from games.events.services.acts import record_act, require_not_over
from games.events.terms.divisions import choose_division
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict


def set_divisions(
    code: str,
    director: Player,
    names: Sequence[str],
    floors: Sequence[int] | None,
    now: datetime,
    key: str = "",
) -> None:
    """Choose the divisions, before the first round is paired; no names leave the event undivided.

    With ``floors`` everyone is divided by rating. Otherwise players stay where they are, and those
    of a division that is gone are in the last one, until a director moves them. Raises ``Conflict``
    once a round has been paired, and for arenas and matches of teams, which have no divisions.
    """
    with record_act(code, director, "divisions", now, key) as act:
        event = act.event
        _require_divisible(event)
        kept = list(floors) if floors is not None else None
        act.update(event, divisions=list(names), division_floors=kept)
        for entrant in event.entrants.all():
            if kept is None and entrant.division in names:
                continue
            act.update(entrant, division=choose_division(names, kept, entrant.rating))
        act.say(names=list(names))


def _require_divisible(event: Event) -> None:
    require_not_over(event)
    if event.arena_minutes is not None or event.boards:
        raise Conflict("event.undivided")
    paired = event.rounds.order_by("number").first()
    if paired is not None:
        raise Conflict("event.divided_late")
