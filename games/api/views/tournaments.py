"""Tournaments: readable by everyone, directed by the programs of their directors."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from django.http import HttpRequest
from django.utils import timezone
from ninja import Status

from games.api.perspective.tournaments import (
    serialize_entry,
    serialize_event,
    serialize_round,
    serialize_standings,
)
from games.api.terms.schemas.common import READ_ERRORS, WRITE_ERRORS, Problem
from games.api.terms.schemas.tournaments import (
    DirectorRequest,
    EntrantRequest,
    EventListsOut,
    EventOut,
    EventRoundOut,
    EventStandingOut,
    ResultRequest,
)
from games.api.views.routers import StrictRouter, count_requests
from games.api.views.token_auth import get_token, may_direct
from games.events.live.topics import publish_event
from games.events.perspective.event_lists import list_public_events
from games.events.services.access import find_event
from games.events.services.acts import AlreadyDone
from games.events.services.arenas import start_arena
from games.events.services.director_entries import add_entrant
from games.events.services.results import correct_result
from games.events.services.rounds import pair_next_round, start_round
from games.players.models import Player
from scrabble_site.shared.refusals import InvalidRequest

router = StrictRouter(tags=["Events"])


@router.get("/events", response={200: EventListsOut, READ_ERRORS: Problem})
def list_events(request: HttpRequest) -> EventListsOut:
    """Events that anyone may enter."""
    lists = list_public_events(timezone.now())
    return EventListsOut(
        coming=[serialize_entry(entry) for entry in lists.coming],
        running=[serialize_entry(entry) for entry in lists.running],
        over=[serialize_entry(entry) for entry in lists.over],
    )


@router.get("/events/{slug:code}", response={200: EventOut, READ_ERRORS: Problem})
def event_details(request: HttpRequest, code: str) -> EventOut:
    """An event with its entrants and rounds. Anyone who knows its code may read it."""
    return serialize_event(find_event(code))


@router.get(
    "/events/{slug:code}/standings",
    response={200: list[EventStandingOut], READ_ERRORS: Problem},
)
def event_standings(request: HttpRequest, code: str) -> list[EventStandingOut]:
    """The standings, division by division."""
    return serialize_standings(find_event(code))


@router.get(
    "/events/{slug:code}/rounds/{int:number}",
    response={200: EventRoundOut, READ_ERRORS: Problem},
)
def event_tables(request: HttpRequest, code: str, number: int) -> EventRoundOut:
    """The pairings and results of a round, with the reasons in words."""
    return serialize_round(find_event(code), number)


@router.post(
    "/events/{slug:code}/entrants",
    response={201: EventOut, WRITE_ERRORS: Problem},
    auth=may_direct,
)
@count_requests("other_commands", of="owner")
def enter_player(request: HttpRequest, code: str, wish: EntrantRequest) -> Status[EventOut]:
    """Enter a player, as a director."""
    director, now = _get_director(request), timezone.now()
    key = _key(wish.key)
    _carry_out(code, lambda: add_entrant(code, director, wish.name, now, key, rating=wish.rating))
    return Status(201, serialize_event(find_event(code)))


@router.post(
    "/events/{slug:code}/pair",
    response={200: EventRoundOut, WRITE_ERRORS: Problem},
    auth=may_direct,
)
@count_requests("other_commands", of="owner")
def pair_event(request: HttpRequest, code: str, wish: DirectorRequest) -> EventRoundOut:
    """Pair the next round by its plan, as a director."""
    director, now = _get_director(request), timezone.now()
    key = _key(wish.key)
    _carry_out(code, lambda: pair_next_round(code, director, now, key=key))
    return _serialize_last_round(code)


@router.post(
    "/events/{slug:code}/start",
    response={200: EventRoundOut, WRITE_ERRORS: Problem},
    auth=may_direct,
)
@count_requests("other_commands", of="owner")
def start_event_round(request: HttpRequest, code: str, wish: DirectorRequest) -> EventRoundOut:
    """Start the round that is paired, or an arena, as a director."""
    director, now = _get_director(request), timezone.now()
    arena = find_event(code).arena_minutes is not None
    start: Callable[[str, Player, datetime, str], object] = start_arena if arena else start_round
    key = _key(wish.key)
    _carry_out(code, lambda: start(code, director, now, key))
    return _serialize_last_round(code)


@router.post(
    "/events/{slug:code}/rounds/{int:number}/results",
    response={200: EventRoundOut, WRITE_ERRORS: Problem},
    auth=may_direct,
)
@count_requests("other_commands", of="owner")
def enter_event_result(
    request: HttpRequest, code: str, number: int, wish: ResultRequest
) -> EventRoundOut:
    """Enter or correct a result, as a director."""
    director, now, key = _get_director(request), timezone.now(), _key(wish.key)
    _carry_out(
        code,
        lambda: correct_result(
            code,
            director,
            number,
            wish.table,
            wish.scores,
            now,
            absent=wish.absent,
            key=key,
        ),
    )
    return serialize_round(find_event(code), number)


def _get_director(request: HttpRequest) -> Player:
    """Return the member in whose name the program directs; services check the event."""
    token = get_token(request)
    assert token is not None, "the address asks for a token"
    return token.owner


def _key(text: str) -> str:
    if not text.isprintable():
        raise InvalidRequest("form.text")
    return text


def _carry_out(code: str, act: Callable[[], object]) -> None:
    """Carry out an act, unless its key was sent before, and send it to everyone who follows."""
    with suppress(AlreadyDone):
        act()
        publish_event(code)


def _serialize_last_round(code: str) -> EventRoundOut:
    event = find_event(code)
    return serialize_round(event, event.rounds.count())
