"""Seats: sitting, standing, starting, inviting, asking for another game."""

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.common.refusals import Forbidden
from games.common.requests import PageRequest, read_number
from games.play.services import invitations, rooms, seats, teams
from games.play.services.naming import introduce
from games.play.views.answers import answer_changed, command
from games.players.identity import known_id, player_of, visitor_of
from games.players.models import Player
from games.players.names import isolate


@require_POST
@command
def name(request: PageRequest, code: str) -> HttpResponse:
    """Change one's name in the room."""
    rooms.require_admitted(code, known_id(request))
    player = introduce(visitor_of(request), request.POST.get("name", ""), code=code)
    said = _("You play as %(name)s.") % {"name": isolate(player.nickname)}
    return answer_changed(request, code, said)


@require_POST
@command
def title(request: PageRequest, code: str) -> HttpResponse:
    """The host gives the room another name."""
    rooms.entitle(code, known_player(request, code), request.POST.get("title", ""), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def sit(request: PageRequest, code: str) -> HttpResponse:
    rooms.require_admitted(code, known_id(request))
    named = request.POST.get("name", "")
    seats.sit_down(code, visitor_of(request), named, seat_number(request), timezone.now())
    return _seat_changed(request, code)


@require_POST
@command
def stand(request: PageRequest, code: str) -> HttpResponse:
    seats.stand(code, known_player(request, code), timezone.now())
    return _seat_changed(request, code)


@require_POST
@command
def leave(request: PageRequest, code: str) -> HttpResponse:
    """Leave one's team while the game goes on."""
    teams.leave(code, known_player(request, code), timezone.now())
    return _seat_changed(request, code)


@require_POST
@command
def team(request: PageRequest, code: str) -> HttpResponse:
    """Give one's team a name."""
    teams.name_team(code, known_player(request, code), request.POST.get("team", ""))
    return answer_changed(request, code)


@require_POST
@command
def doors(request: PageRequest, code: str) -> HttpResponse:
    """The host opens the teams of a running game to all, or to the invited alone."""
    to_all = bool(request.POST.get("on"))
    teams.open_doors(code, known_player(request, code), to_all=to_all, now=timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def seat_computer(request: PageRequest, code: str) -> HttpResponse:
    level = read_number(request.POST.get("level"), "computer.level", most=9)
    seats.seat_computer(
        code, known_player(request, code), seat_number(request), level, timezone.now()
    )
    return answer_changed(request, code)


@require_POST
@command
def dismiss_computer(request: PageRequest, code: str) -> HttpResponse:
    seats.dismiss_computer(code, known_player(request, code), seat_number(request), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def start(request: PageRequest, code: str) -> HttpResponse:
    rooms.start(code, known_player(request, code), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def rematch(request: PageRequest, code: str) -> HttpResponse:
    rooms.ask_rematch(code, known_player(request, code), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def invite(request: PageRequest, code: str) -> HttpResponse:
    nickname = request.POST.get("name", "")
    number = seat_number(request) if request.POST.get("seat") else None
    guest = invitations.invite(code, known_player(request, code), nickname, timezone.now(), number)
    said = _("%(name)s is invited: a seat is kept for them.") % {"name": isolate(guest.nickname)}
    return answer_changed(request, code, said)


@require_POST
@command
def withdraw(request: PageRequest, code: str) -> HttpResponse:
    """Take an invitation back."""
    invitations.withdraw(code, known_player(request, code), seat_number(request), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def decline(request: PageRequest, code: str) -> HttpResponse:
    invitations.decline(code, known_player(request, code), timezone.now())
    return answer_changed(request, code)


def known_player(request: PageRequest, code: str) -> Player:
    """Whoever asks, in a room that exists."""
    rooms.require_admitted(code, known_id(request))
    player = player_of(request)
    if player is None:
        raise Forbidden("seat.not_yours")
    return player


def seat_number(request: PageRequest) -> int:
    return read_number(request.POST.get("seat"), "form.seat", most=9)


def _seat_changed(request: PageRequest, code: str) -> HttpResponse:
    """A page made for a watcher has no rack: whoever sits or stands gets a new page."""
    response = answer_changed(request, code)
    if request.htmx:
        response["HX-Refresh"] = "true"
    return response
