"""The directors' desk of a club: requests, members, nights, seasons and matches."""

from collections.abc import Callable
from datetime import date

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from games.clubs.perspective.club_views import build_club_desk
from games.clubs.services import clubs, matches, membership, nights, seasons
from games.clubs.services.access import find_club, require_club_director
from games.clubs.views.responses import answer_club_refusals, carry_out, require_player
from games.common.form_keys import make_form_key
from games.common.requests import PageRequest, parse_number
from games.players.models import Player
from games.players.services.action_log import log_action
from scrabble_site.shared.refusals import InvalidRequest

CLUB_DESK = "games:club_desk"
MAX_ID = 10**12


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_club_refusals
def show_desk(request: PageRequest, code: str) -> HttpResponse:
    """Show the desk to a director."""
    club, player = find_club(code), require_player(request)
    require_club_director(club, player)
    view = build_club_desk(club, player, timezone.now())
    path = reverse("games:club_invite", args=[code, view.invite])
    context = {"view": view, "link": request.build_absolute_uri(path), "key": make_form_key()}
    return render(request, "games/clubs/direct_club.html", context)


@require_POST
@answer_club_refusals
def direct(request: PageRequest, code: str) -> HttpResponse:
    """Carry out the act that a button of the desk names."""
    club = find_club(code)
    command = ClubCommand(request, code, require_player(request))
    require_club_director(club, command.director)
    name = command.text("act")
    if name not in COMMANDS:
        raise InvalidRequest("form.text")

    def act() -> None:
        COMMANDS[name](command)
        log_action(command.director.user_id, club, name)

    if request.POST.get("match"):
        return carry_out(request, act, "games:club_match", code, command.number("match"))
    return carry_out(request, act, CLUB_DESK, code)


@require_POST
@answer_club_refusals
def start_match(request: PageRequest, code: str, match: int) -> HttpResponse:
    """Start a match, and return to its page."""
    club = find_club(code)
    director, now = require_player(request), timezone.now()
    require_club_director(club, director)

    def act() -> None:
        matches.start_match(code, director, match, now)
        log_action(director.user_id, club, "start_match")

    return carry_out(request, act, "games:club_match", code, match)


class ClubCommand:
    """One command from the desk, with its parsed values."""

    def __init__(self, request: PageRequest, code: str, director: Player) -> None:
        self._post = request.POST
        self.code, self.director, self.now = code, director, timezone.now()

    @property
    def who(self) -> tuple[str, Player]:
        """Return the first arguments of every service of a director."""
        return self.code, self.director

    def text(self, name: str) -> str:
        return str(self._post.get(name, ""))[:200]

    def number(self, name: str) -> int:
        return parse_number(self._post.get(name), "form.text", maximum=MAX_ID)

    def day(self, name: str) -> date:
        try:
            return date.fromisoformat(self.text(name))
        except ValueError:
            raise InvalidRequest("form.text") from None


def _answer_request(command: ClubCommand) -> None:
    accept = command.text("act") == "accept"
    number = command.number("request")
    membership.answer_request(*command.who, number, accept=accept, now=command.now)


def _set_director(command: ClubCommand) -> None:
    directs = command.text("act") == "make_director"
    clubs.set_director(*command.who, command.text("member"), directs=directs, now=command.now)


def _parse_event(text: str) -> str:
    """Return the code of an event from its link, or from the code alone."""
    return text.strip().partition("?")[0].rstrip("/").rpartition("/")[2]


def _answer_match(command: ClubCommand) -> None:
    accept = command.text("act") == "agree"
    number = command.number("match")
    matches.answer_match(*command.who, number, accept=accept, now=command.now)


COMMANDS: dict[str, Callable[[ClubCommand], object]] = {
    "accept": _answer_request,
    "decline": _answer_request,
    "remove": lambda c: clubs.remove_member(*c.who, c.text("member"), c.now),
    "make_director": _set_director,
    "unmake_director": _set_director,
    "pass_on": lambda c: clubs.pass_on(*c.who, c.text("member"), c.now),
    "renew_link": lambda c: clubs.renew_invite(*c.who),
    "end_night": lambda c: nights.end_night(*c.who, c.number("night")),
    "skip_night": lambda c: nights.skip_night(*c.who, c.number("night"), c.day("day")),
    "add_event": lambda c: nights.add_event_to_club(*c.who, _parse_event(c.text("event"))),
    "delete_season": lambda c: seasons.delete_season(*c.who, c.number("season")),
    "agree": _answer_match,
    "refuse": _answer_match,
    "withdraw_match": lambda c: matches.withdraw_match(*c.who, c.number("match")),
}
