"""The director's desk: one page with everything a director does, and the acts themselves."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from games.common.form_keys import make_form_key, parse_form_key
from games.common.requests import PageRequest, parse_number
from games.events.forms.detail_fields import open_detail_fields
from games.events.forms.method_fields import MethodFields, ScoringFields, fill_in_settings
from games.events.perspective.desk_view import build_desk_view
from games.events.services import (
    arenas,
    details,
    director_entries,
    directors,
    divisions,
    entries,
    events,
    missed_rounds,
    results,
    rounds,
    shared_racks,
    undoing,
)
from games.events.services.access import find_event, is_director, require_director
from games.events.store.event_state import read_plan, read_scoring
from games.events.terms.divisions import read_divisions
from games.events.terms.method_settings import read_settings
from games.events.terms.settings import MAX_ROUNDS, EventDetails
from games.events.views.entries import parse_scores
from games.events.views.responses import answer_refusals, carry_out, require_player
from games.players.models import Player
from games.players.services.time_zones import get_page_zone
from scrabble_site.shared.refusals import InvalidRequest

F = TypeVar("F", bound=Form)

DESK = "games:event_desk"
MAX_CHOSEN = 400


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_refusals
def show_desk(request: PageRequest, code: str) -> HttpResponse:
    """Show the desk to a director. A page that is open asks for it again after each change."""
    event, player = find_event(code), require_player(request)
    require_director(event, player)
    left = read_plan(event)[event.rounds.count() :]
    initial = fill_in_settings(read_settings(left), read_scoring(event), event.prize_places)
    zone = get_page_zone(request.COOKIES, player)
    context = {
        "view": build_desk_view(event, player),
        "details": open_detail_fields(event, zone).list_details(event),
        "methods": MethodFields(initial=initial, auto_id="plan-%s"),
        "scoring": ScoringFields(initial=initial, auto_id="scoring-%s"),
        "key": make_form_key(),
        "link": request.build_absolute_uri(reverse("games:event", args=[code])),
    }
    return render(request, "games/events/direct_event.html", context)


@require_POST
@answer_refusals
def direct(request: PageRequest, code: str) -> HttpResponse:
    """Carry out the act that a button of the desk names."""
    event = find_event(code)
    command = DirectorCommand(request, code, require_player(request))
    require_director(event, command.director)
    act = COMMANDS.get(request.POST.get("act", ""))
    if act is None:
        raise InvalidRequest("form.text")
    response = carry_out(request, code, lambda: act(command), DESK)
    # Directors may remove themselves.
    return response if is_director(event, command.director) else redirect("games:event", code=code)


class DirectorCommand:
    """One command from the desk, with its parsed values."""

    def __init__(self, request: PageRequest, code: str, director: Player) -> None:
        self._post = request.POST
        self._request = request
        self.code, self.director = code, director
        self.now, self.key = timezone.now(), parse_form_key(request)

    @property
    def who(self) -> tuple[str, Player]:
        """Return the first arguments of every service of a director."""
        return self.code, self.director

    def __contains__(self, name: str) -> bool:
        return name in self._post

    def text(self, name: str) -> str:
        return str(self._post.get(name, ""))[:500]

    def texts(self, name: str) -> list[str]:
        return [text[:40] for text in self._post.getlist(name)[:MAX_CHOSEN]]

    def number(self, name: str, maximum: int = 10**9) -> int:
        return parse_number(self._post.get(name), "form.text", maximum=maximum)

    def numbers(self, name: str) -> list[int]:
        """Return the numbers that were chosen; fields left empty choose none."""
        some = [text for text in self._post.getlist(name)[:MAX_CHOSEN] if text]
        return [parse_number(one, "form.text", maximum=10**9) for one in some]

    def scores(self, *, forfeited: bool = False) -> list[int]:
        return parse_scores(self._request, blank=0 if forfeited else None)

    def read(self, form: type[F]) -> F:
        """Return a form with what was sent. Raises ``InvalidRequest`` if it is not valid."""
        return _require_valid(form(self._post))

    def read_details(self) -> EventDetails:
        """Return the details of the event that were sent."""
        zone = get_page_zone(self._request.COOKIES, self.director)
        form = open_detail_fields(find_event(self.code), zone, self._post)
        return _require_valid(form).read_details()

    def pinned(self) -> list[list[int]]:
        """Return the tables that were chosen by hand, each with its entrants, the starter first.

        The field ``pins`` names the fields that have them.
        """
        tables = [self.numbers(name) for name in self.texts("pins")]
        return [table for table in tables if table]


def _require_valid(form: F) -> F:
    if not form.is_valid():
        raise InvalidRequest("form.text")
    return form


def _pair(command: DirectorCommand) -> object:
    pair = rounds.pair_again if command.text("act") == "pair_again" else rounds.pair_next_round
    byes = command.numbers("bye")
    return pair(*command.who, command.now, pinned=command.pinned(), byes=byes, key=command.key)


def _correct(command: DirectorCommand) -> None:
    absent = command.numbers("absent")
    results.correct_result(
        *command.who,
        command.number("round"),
        command.number("table"),
        command.scores(forfeited=bool(absent)),
        command.now,
        absent=absent,
        key=command.key,
    )


def _edit(command: DirectorCommand) -> None:
    values: dict[str, Any] = {
        "team": command.text("team")[:40],
        "rating": command.number("rating", 9999),
        "seed": command.number("seed", 1000) if command.text("seed") else None,
    }
    if "division" in command:
        values["division"] = command.text("division")[:40]
    who = (*command.who, command.number("entrant"), command.now, command.key)
    entries.edit_entrant(*who, **values)


def _change_plan(command: DirectorCommand) -> None:
    settings = command.read(MethodFields).read_method_settings()
    methods = command.texts("method")
    events.change_plan(*command.who, methods, settings, command.now, command.key)


def _change_scoring(command: DirectorCommand) -> None:
    form = command.read(ScoringFields)
    scoring = form.read_scoring(find_event(command.code).table_size)
    events.change_scoring(*command.who, scoring, form.read_prize_places(), command.now, command.key)


def _divide(command: DirectorCommand) -> None:
    names, floors = read_divisions(command.text("divisions"))
    divisions.set_divisions(*command.who, names, floors, command.now, command.key)


def _penalise(command: DirectorCommand) -> None:
    entries.penalise(
        *command.who,
        command.number("entrant"),
        command.number("half_points", 2 * MAX_ROUNDS),
        command.number("spread", results.MAX_SCORE),
        command.now,
        command.key,
    )


def _miss_round(command: DirectorCommand, *, misses: bool) -> None:
    who = (*command.who, command.number("entrant"), command.now, command.key)
    missed_rounds.set_missed_by(*who, misses=misses)


COMMANDS: dict[str, Callable[[DirectorCommand], object]] = {
    "pair": _pair,
    "pair_again": _pair,
    "unpair": lambda c: rounds.unpair_round(*c.who, c.now, c.key),
    "start": lambda c: rounds.start_round(*c.who, c.now, c.key),
    "start_arena": lambda c: arenas.start_arena(*c.who, c.now, c.key),
    "stop_arena": lambda c: arenas.stop_arena(*c.who, c.now, c.key),
    "correct": _correct,
    "clear": lambda c: results.clear_result(
        *c.who, c.number("round"), c.number("table"), c.now, c.key
    ),
    "add": lambda c: director_entries.add_entrant(*c.who, c.text("name"), c.now, c.key),
    "add_computer": lambda c: director_entries.add_computer(
        *c.who, c.number("level"), c.now, c.key
    ),
    "check_in": lambda c: entries.check_entrant_in(*c.who, c.number("entrant"), c.now, c.key),
    "withdraw": lambda c: entries.withdraw_entrant(*c.who, c.number("entrant"), c.now, c.key),
    "remove_partner": lambda c: shared_racks.remove_from_team(
        *c.who, c.number("partner"), c.now, c.key
    ),
    "miss_round": lambda c: _miss_round(c, misses=True),
    "play_round": lambda c: _miss_round(c, misses=False),
    "reenter": lambda c: director_entries.reenter(*c.who, c.number("entrant"), c.now, c.key),
    "edit": _edit,
    "divisions": _divide,
    "penalise": _penalise,
    "void": lambda c: entries.void_results_of(
        *c.who, c.number("entrant"), c.number("from"), c.now, c.key
    ),
    "announce": lambda c: directors.announce(*c.who, c.text("text"), c.now, c.key),
    "details": lambda c: details.change_details(*c.who, c.read_details(), c.now, c.key),
    "pause": lambda c: events.set_paused(*c.who, paused=True, now=c.now, key=c.key),
    "resume": lambda c: events.set_paused(*c.who, paused=False, now=c.now, key=c.key),
    "extend": lambda c: events.extend_event(*c.who, c.number("rounds", 1000), c.now, c.key),
    "extend_arena": lambda c: events.extend_arena(*c.who, c.number("minutes"), c.now, c.key),
    "plan": _change_plan,
    "scoring": _change_scoring,
    "end": lambda c: events.end_event(*c.who, c.now, c.key),
    "add_director": lambda c: directors.add_director(*c.who, c.text("name"), c.now, c.key),
    "remove_director": lambda c: directors.remove_director(
        *c.who, c.number("director"), c.now, c.key
    ),
    "undo": lambda c: undoing.undo_act(*c.who, c.number("number"), c.now, c.key),
}
