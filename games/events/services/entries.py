"""Entering an event and leaving it, checking in, and what directors settle about entrants.

Entries that directors make are in :mod:`games.events.services.director_entries`.
"""

from datetime import datetime
from typing import Any

from django.db.models import Max

from games.events.models import Entrant, Event, EventRound
from games.events.services.access import find_own_entrant, is_director
from games.events.services.acts import ActRecorder, record_act, require_not_over
from games.events.services.club_entry import may_enter_as_member
from games.events.services.shared_racks import clean_team_name, remove_partner
from games.events.terms.divisions import choose_division
from games.events.terms.settings import MAX_ENTRANTS
from games.players.models import Player
from games.players.services.sanctions import require_may_play
from games.ratings.services.ladders import find_rating_points, get_speed
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest, NotFound

EDITABLE = frozenset({"rating", "seed", "team", "division", "name"})
"""Columns of an entrant that a director may change by hand."""


def enter_event(code: str, player: Player, now: datetime, key: str = "", team: str = "") -> Entrant:
    """Enter an event, before the start or between two rounds. Entering twice changes nothing.

    ``team`` is needed where teams meet teams, and may name a team that shares a rack. Raises
    ``Conflict`` once the event is over or full, and ``Forbidden`` if directors choose who enters,
    or for a player who may not play.
    """
    with record_act(code, player, "enter", now, key, directing=False) as act:
        event = act.event
        known = find_own_entrant(event, player)
        if known is not None and known.withdrawn_from is None:
            if known.unconfirmed and known.player_id == player.pk:
                require_may_play(player, now)
                _check_in(act, known, now)
            return known
        act.say(name=player.shown_name)
        voided = known is not None and known.voided_from is not None
        directing = is_director(event, player)
        if voided or (event.entry == Event.Entry.DIRECTOR and not directing):
            raise Forbidden("event.by_director")
        for_members = event.entry == Event.Entry.CLUB and not directing
        if for_members and not may_enter_as_member(event, player):
            raise Forbidden("event.members_only")
        require_may_play(player, now)
        if event.rated and player.user_id is None:
            raise Forbidden("rated.members_only")
        if known is not None and known.player_id == player.pk:
            require_not_over(event)
            require_place(event)
            return act.update(known, withdrawn_from=None, unconfirmed=False)
        if known is not None:  # a team that has left, which someone else had entered
            act.delete(known.partners.get(player=player))
        values = {"player": player, "rating": get_event_rating(event, player)}
        return store_entrant(act, now, **values, **_read_team(event, team))


def _read_team(event: Event, text: str) -> dict[str, str]:
    """Return the columns with the name of an entrant's team, as far as the event has teams."""
    if event.shared_racks:
        return {"name": clean_team_name(event, text)}
    if not event.boards:
        return {}
    team = " ".join(text.split())[:40]
    if not team:
        raise InvalidRequest("event.team")
    return {"team": team}


def check_in(code: str, player: Player, now: datetime, key: str = "") -> None:
    """Check a player in. If a director entered them, this also confirms the entry. Checking in
    twice changes nothing."""
    with record_act(code, player, "check_in", now, key, directing=False) as act:
        found = require_entrant(act.event, player)
        if found.unconfirmed:
            require_may_play(player, now)
        _check_in(act, found, now)


def check_entrant_in(
    code: str, director: Player, entrant: int, now: datetime, key: str = ""
) -> None:
    """Confirm as a director that someone is there.

    Raises ``Conflict`` for someone who has yet to confirm that they will play.
    """
    with record_act(code, director, "check_in", now, key) as act:
        found = get_entrant(act.event, entrant)
        if found.unconfirmed:
            raise Conflict("event.unconfirmed", name=found.shown_name)
        _check_in(act, found, now)


def withdraw(code: str, player: Player, now: datetime, key: str = "") -> None:
    """Withdraw a player: they are no longer paired, and keep their results.

    The player who entered a team withdraws the whole team; a partner only leaves it.
    """
    with record_act(code, player, "withdraw", now, key, directing=False) as act:
        entrant = require_entrant(act.event, player)
        if entrant.player_id == player.pk:
            _withdraw(act, entrant)
        else:
            remove_partner(act, entrant.partners.get(player=player))


def withdraw_entrant(
    code: str, director: Player, entrant: int, now: datetime, key: str = ""
) -> None:
    """Take someone out of the pairings, as a director."""
    with record_act(code, director, "withdraw", now, key) as act:
        _withdraw(act, get_entrant(act.event, entrant))


def edit_entrant(
    code: str, director: Player, entrant: int, now: datetime, key: str = "", **values: Any
) -> None:
    """Change an entrant's rating, seed, team, division or, without a page here, name."""
    unknown = values.keys() - EDITABLE
    assert not unknown, f"not editable: {unknown}"
    with record_act(code, director, "edit_entrant", now, key) as act:
        found = get_entrant(act.event, entrant)
        if "division" in values and values["division"] != found.division:
            _require_division(act.event, found, values["division"])
        if values.get("team", found.team) != found.team and act.event.boards:
            _require_unplayed(found)
        act.update(found, **values)
        act.say(name=found.shown_name, **values)


def _require_division(event: Event, entrant: Entrant, division: str) -> None:
    """Raise unless the entrant may change to this division: those who have played stay."""
    if division not in (event.divisions or [""]):
        raise InvalidRequest("event.division")
    _require_unplayed(entrant)


def _require_unplayed(entrant: Entrant) -> None:
    """Raise ``Conflict`` for someone who has played for a division or a team."""
    if entrant.seats.exists() or entrant.byes.exists():
        raise Conflict("event.division_played", name=entrant.shown_name)


def penalise(
    code: str,
    director: Player,
    entrant: int,
    half_points: int,
    spread: int,
    now: datetime,
    key: str = "",
) -> None:
    """Take half points and spread away from an entrant, in place of any earlier penalty."""
    with record_act(code, director, "penalise", now, key) as act:
        found = get_entrant(act.event, entrant)
        act.update(found, penalty_half_points=half_points, penalty_spread=spread)
        act.say(name=found.shown_name, half_points=half_points, spread=spread)


def void_results_of(
    code: str, director: Player, entrant: int, first: int, now: datetime, key: str = ""
) -> None:
    """Count an entrant's games from a round on as lost by forfeit, and pair them no more."""
    with record_act(code, director, "void", now, key) as act:
        found = get_entrant(act.event, entrant)
        act.update(found, voided_from=first, withdrawn_from=find_next_round(act.event))
        act.say(name=found.shown_name, n=first)


def get_entrant(event: Event, pk: int) -> Entrant:
    """Return an entrant of this event. Raises ``NotFound``."""
    found: Entrant | None = event.entrants.select_related("player").filter(pk=pk).first()
    if found is None:
        raise NotFound("event.no_entrant")
    return found


def store_entrant(act: ActRecorder, now: datetime, **values: Any) -> Entrant:
    """Store a new entrant, who plays from the next round on. Raises ``Conflict`` if there is no
    place."""
    event = act.event
    require_not_over(event)
    require_place(event)
    first = find_next_round(event)
    division = choose_division(event.divisions, event.division_floors, values["rating"])
    is_here = event.stage == Event.Stage.RUNNING or "computer_level" in values
    checked_in = now if event.checks_in and is_here else None
    return act.create(
        Entrant(
            event=event,
            first_round=first,
            division=division,
            entered_at=now,
            checked_in_at=checked_in,
            **values,
        )
    )


def _check_in(act: ActRecorder, entrant: Entrant, now: datetime) -> None:
    event = act.event
    require_not_over(event)
    act.say(name=entrant.shown_name)
    values: dict[str, Any] = {"checked_in_at": entrant.checked_in_at or now}
    if entrant.unconfirmed:
        act.kind = "confirm"
        values |= {"unconfirmed": False, "checked_in_at": now}
        if entrant.first_round > 1 or event.stage == Event.Stage.RUNNING:
            values["first_round"] = find_next_round(event)
    act.update(entrant, **values)


def _withdraw(act: ActRecorder, entrant: Entrant) -> None:
    event = act.event
    require_not_over(event)
    if entrant.withdrawn_from is None:
        act.update(entrant, withdrawn_from=find_next_round(event))
    act.say(name=entrant.shown_name)


def require_place(event: Event) -> None:
    """Raise ``Conflict`` for an event that is full."""
    staying = event.entrants.filter(withdrawn_from=None)
    if staying.count() >= (event.places or MAX_ENTRANTS):
        raise Conflict("event.full")


def require_entrant(event: Event, player: Player) -> Entrant:
    """Return the entrant that a player is. Raises ``Forbidden`` for someone who is none."""
    entrant = find_own_entrant(event, player)
    if entrant is None:
        raise Forbidden("event.not_entered")
    return entrant


def find_next_round(event: Event) -> int:
    """Return the first round that has not started yet."""
    started = event.rounds.exclude(stage=EventRound.Stage.PAIRED)
    last: int | None = started.aggregate(n=Max("number"))["n"]
    return (last or 0) + 1


def get_event_rating(event: Event, player: Player) -> int:
    """Return the rating that a player brings to an event, in points."""
    options = get_variant(event.variant).options(**event.options)
    speed = get_speed(get_variant(event.variant), options)
    return find_rating_points(player, (event.variant, event.lexicon.language, speed.value))
