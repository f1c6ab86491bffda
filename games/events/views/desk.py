"""The director's desk: one page with everything a director does, and the acts themselves."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from games.common.form_keys import make_form_key, parse_form_key
from games.common.requests import PageRequest, parse_number
from games.events.perspective.desk_view import build_desk_view
from games.events.services import acts, entries, events, results, rounds
from games.events.services.locking import find_event, require_director
from games.events.views.entries import parse_scores
from games.events.views.responses import answer_refusals, carry_out, require_player
from games.players.models import Player
from scrabble_site.shared.refusals import InvalidRequest

DESK = "games:event_desk"
MAX_SEATED = 400


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_refusals
def show_desk(request: PageRequest, code: str) -> HttpResponse:
    event, player = find_event(code), require_player(request)
    require_director(event, player)
    context = {"view": build_desk_view(event, player), "key": make_form_key()}
    return render(request, "games/events/desk.html", context)


@require_POST
@answer_refusals
def direct(request: PageRequest, code: str) -> HttpResponse:
    """Carry out the act that a button of the desk names."""
    command = DirectorCommand(request, code, require_player(request))
    act = COMMANDS.get(request.POST.get("act", ""))
    if act is None:
        raise InvalidRequest("form.text")
    return carry_out(request, code, lambda: act(command), DESK)


class DirectorCommand:
    """One command from the desk, with its parsed values."""

    def __init__(self, request: PageRequest, code: str, director: Player) -> None:
        self._post = request.POST
        self._request = request
        self.code, self.director = code, director
        self.now, self.key = timezone.now(), parse_form_key(request)

    @property
    def who(self) -> tuple[str, Player]:
        return self.code, self.director

    def text(self, name: str) -> str:
        return str(self._post.get(name, ""))[:500]

    def number(self, name: str) -> int:
        return parse_number(self._post.get(name), "form.text", maximum=10**9)

    def numbers(self, name: str) -> list[int]:
        some = self._post.getlist(name)[:MAX_SEATED]
        return [parse_number(one, "form.text", maximum=10**9) for one in some]

    def scores(self) -> list[int]:
        return parse_scores(self._request)

    def pinned(self) -> list[list[int]]:
        """Return the tables that were pinned: each field has the entrants of one, the starter
        first."""
        fields = [text.split() for text in self._post.getlist("pin")[:MAX_SEATED] if text.strip()]
        return [[parse_number(one, "form.text", maximum=10**9) for one in some] for some in fields]


def _pair(command: DirectorCommand) -> object:
    return rounds.pair_next_round(
        *command.who,
        command.now,
        pinned=command.pinned(),
        byes=command.numbers("bye"),
        key=command.key,
    )


def _correct(command: DirectorCommand) -> object:
    return results.correct_result(
        *command.who,
        command.number("round"),
        command.number("table"),
        command.scores(),
        command.now,
        absent=command.numbers("absent"),
        key=command.key,
    )


def _edit(command: DirectorCommand) -> object:
    values: dict[str, Any] = {"team": command.text("team"), "division": command.text("division")}
    values["rating"] = command.number("rating")
    values["seed"] = command.number("seed") if command.text("seed") else None
    return entries.edit_entrant(
        *command.who, command.number("entrant"), command.now, command.key, **values
    )


COMMANDS: dict[str, Callable[[DirectorCommand], object]] = {
    "pair": _pair,
    "unpair": lambda c: rounds.unpair_round(*c.who, c.now, c.key),
    "start": lambda c: rounds.start_round(*c.who, c.now, c.key),
    "correct": _correct,
    "clear": lambda c: results.clear_result(
        *c.who, c.number("round"), c.number("table"), c.now, c.key
    ),
    "add": lambda c: entries.add_entrant(*c.who, c.text("name"), c.now, c.key),
    "withdraw": lambda c: entries.withdraw_entrant(*c.who, c.number("entrant"), c.now, c.key),
    "edit": _edit,
    "penalise": lambda c: entries.penalise(
        *c.who, c.number("entrant"), 2 * c.number("points"), c.number("spread"), c.now, c.key
    ),
    "void": lambda c: entries.void_results_of(
        *c.who, c.number("entrant"), c.number("round"), c.now, c.key
    ),
    "announce": lambda c: events.announce(*c.who, c.text("text"), c.now, c.key),
    "pause": lambda c: events.set_paused(*c.who, paused=True, now=c.now, key=c.key),
    "resume": lambda c: events.set_paused(*c.who, paused=False, now=c.now, key=c.key),
    "extend": lambda c: events.extend_event(*c.who, c.number("rounds"), c.now, c.key),
    "end": lambda c: events.end_event(*c.who, c.now, c.key),
    "add_director": lambda c: events.add_director(*c.who, c.text("name"), c.now, c.key),
    "undo": lambda c: acts.undo_act(*c.who, c.number("number"), c.now, c.key),
}
