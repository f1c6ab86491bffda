"""Entries that directors make: members, people without a page here, and computer players.

Whoever is entered into an event that is played here is told, and is paired only once they have
confirmed the entry: nobody loses a game they did not know about.
"""

from datetime import datetime
from typing import Any

from games.common.names import clean_title
from games.events.models import Entrant, Event
from games.events.services.access import find_own_entrant
from games.events.services.acts import ActRecorder, record_act, require_not_over
from games.events.services.announcements import send_entry_notice
from games.events.services.entries import (
    get_entrant,
    get_event_rating,
    require_place,
    store_entrant,
)
from games.events.terms.settings import MAX_COMPUTERS
from games.play.terms.computer_levels import is_level
from games.players.models import Player
from games.players.services.blocks import is_block_between
from games.players.services.sanctions import require_may_play
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest, NotFound


def add_entrant(
    code: str,
    director: Player,
    name: str,
    now: datetime,
    key: str = "",
    rating: int = 0,
    *,
    agreed: bool = False,
) -> Entrant:
    """Enter a member, or someone without a page here into an event on real boards.

    With ``agreed``, the member has said elsewhere that they will play. Raises ``NotFound`` for a
    name that no member has, and ``Conflict`` for someone who is in the event or cannot be entered.
    """
    with record_act(code, director, "add_entrant", now, key) as act:
        event, written = act.event, clean_title(name)[:40]
        if not written:
            raise InvalidRequest("form.text")
        member = Player.objects.filter(nickname__iexact=written, user__isnull=False).first()
        if member is None and not event.on_boards:
            raise NotFound("event.no_member")
        if member is None:
            entrant = store_entrant(act, now, rating=rating, name=written)
        else:
            entrant = _add_member(act, director, member, now, rating, agreed=agreed)
        act.say(name=entrant.shown_name)
    return entrant


def _add_member(
    act: ActRecorder, director: Player, member: Player, now: datetime, rating: int, *, agreed: bool
) -> Entrant:
    event = act.event
    if find_own_entrant(event, member) is not None:
        raise Conflict("event.entered", name=member.nickname)
    values: dict[str, Any] = {"rating": rating or get_event_rating(event, member)}
    asks = not (agreed or event.on_boards or member == director)
    if asks:
        _require_available(director, member, now)
    entrant = store_entrant(act, now, player=member, unconfirmed=asks, **values)
    if asks:
        send_entry_notice(event, director, member, now)
    return entrant


def add_computer(
    code: str, director: Player, level: int, now: datetime, key: str = "", name: str = ""
) -> Entrant:
    """Enter a computer player of a level (given by its code), called "Bot" and a number unless it
    has a name.

    Raises ``Conflict`` for events on real boards, and ``Forbidden`` for rated ones.
    """
    if not is_level(level):
        raise InvalidRequest("computer.level")
    with record_act(code, director, "add_computer", now, key) as act:
        event = act.event
        if event.on_boards:
            raise Conflict("event.computer_on_boards")
        if event.rated:
            raise Forbidden("rated.people_only")
        number = event.entrants.exclude(computer_level=None).count() + 1
        if number > MAX_COMPUTERS:
            raise Conflict("event.many_computers", n=MAX_COMPUTERS)
        shown = clean_title(name)[:40] or f"Bot {number}"
        entrant = store_entrant(act, now, name=shown, computer_level=level, rating=0)
        act.say(name=shown)
    return entrant


def reenter(code: str, director: Player, entrant: int, now: datetime, key: str = "") -> None:
    """Let someone play again who had withdrawn, as a director.

    Someone who withdrew by themselves has to confirm it where the event is played here.
    """
    with record_act(code, director, "reenter", now, key) as act:
        event = act.event
        require_not_over(event)
        found = get_entrant(event, entrant)
        act.say(name=found.shown_name)
        if found.withdrawn_from is None:
            return
        require_place(event)
        member = found.player
        if member is None or event.on_boards or not _withdrew_alone(event, found):
            act.update(found, withdrawn_from=None)
            return
        _require_available(director, member, now)
        act.update(found, withdrawn_from=None, unconfirmed=True)
        send_entry_notice(event, director, member, now)


def _withdrew_alone(event: Event, entrant: Entrant) -> bool:
    """Return whether an entrant's last withdrawal was their own."""
    for act in event.acts.filter(kind="withdraw", undone_at=None).order_by("-number"):
        if any(change["row"] == entrant.pk for change in act.changes):
            return act.actor_id == entrant.player_id
    return False


def _require_available(director: Player, member: Player, now: datetime) -> None:
    """Raise ``Conflict`` for someone who may not play now, or is kept apart from the director.

    It does not say which, since nobody learns that they were blocked.
    """
    try:
        require_may_play(member, now)
    except Forbidden as error:
        raise Conflict("event.unavailable", name=member.nickname) from error
    if is_block_between(director.pk, member.pk):
        raise Conflict("event.unavailable", name=member.nickname)
