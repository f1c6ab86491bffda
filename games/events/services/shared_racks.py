"""Teams that share a rack: whoever enters gets a link, by which others join the team."""

import secrets
from datetime import datetime

from django.utils.crypto import salted_hmac

from games.common.names import clean_nickname, list_confusable_keys
from games.events.models import Entrant, EntrantPartner, Event
from games.events.services.access import find_own_entrant
from games.events.services.acts import ActRecorder, record_act, require_not_over
from games.players.models import Player
from games.players.services.sanctions import require_may_play
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest, NotFound

TOKEN_LENGTH = 20


def make_team_token(entrant: Entrant) -> str:
    """Return the part of a team's link that nobody can guess."""
    digest = salted_hmac("games.events.shared_racks", str(entrant.pk)).hexdigest()
    return digest[:TOKEN_LENGTH]


def find_team(event: Event, pk: int, token: str) -> Entrant:
    """Return the team to which a link leads. Raises ``NotFound`` for any other link."""
    rows = event.entrants.select_related("player").prefetch_related("partners__player")
    found = rows.filter(pk=pk).first() if event.shared_racks else None
    if found is None or not secrets.compare_digest(token.encode(), make_team_token(found).encode()):
        raise NotFound("event.no_team")
    return found


def join_team(
    code: str, player: Player, pk: int, token: str, now: datetime, key: str = ""
) -> Entrant:
    """Join a team by its link, from its next table on. Joining twice changes nothing.

    Raises ``Conflict`` for a team that is full or has left, and for someone who takes part already.
    """
    with record_act(code, player, "join_team", now, key, directing=False) as act:
        event = act.event
        team = find_team(event, pk, token)
        own = find_own_entrant(event, player)
        if own is not None and own.pk == team.pk:
            return team
        if own is not None:
            raise Conflict("event.entered", name=player.shown_name)
        if event.is_over or team.withdrawn_from is not None:
            raise Conflict("event.over" if event.is_over else "event.team_left")
        if count_free_places(event, team) < 1:
            raise Conflict("event.team_full")
        require_may_play(player, now)
        if event.rated and player.user_id is None:
            raise Forbidden("rated.members_only")
        partner = EntrantPartner(event=event, entrant=team, player=player, joined_at=now)
        act.create(partner)
        act.say(name=player.shown_name, team=team.shown_name)
    return team


def remove_from_team(
    code: str, director: Player, partner: int, now: datetime, key: str = ""
) -> None:
    """Take one person out of a team, as a director. The team goes on without them."""
    with record_act(code, director, "leave_team", now, key) as act:
        found = EntrantPartner.objects.filter(event=act.event, pk=partner).first()
        if found is None:
            raise NotFound("event.no_entrant")
        remove_partner(act, found)


def remove_partner(act: ActRecorder, partner: EntrantPartner) -> None:
    """Delete the row of someone who leaves a team. Raises ``Conflict`` once the event is over."""
    require_not_over(act.event)
    act.delete(partner)
    act.kind = "leave_team"
    act.say(name=partner.player.shown_name, team=partner.entrant.shown_name)


def count_free_places(event: Event, team: Entrant) -> int:
    """Return how many more people may share a team's rack."""
    return get_variant(event.variant).team_size - len(team.list_people())


def clean_team_name(event: Event, text: str) -> str:
    """Return a team's name as it will be stored, "" for none.

    Raises ``InvalidRequest`` for a name that no person may have, or that looks like another
    entrant's.
    """
    name = clean_nickname(text)
    keys = list_confusable_keys(name) if name else frozenset[str]()
    others = event.entrants.select_related("player") if name else ()
    if any(keys & list_confusable_keys(one.shown_name) for one in others):
        raise InvalidRequest("event.team_taken", name=name)
    return name
