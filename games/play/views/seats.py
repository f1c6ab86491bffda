"""Seats: sitting, standing, starting, inviting, asking for another game."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.common.refusals import Forbidden
from games.common.requests import PageRequest, read_number
from games.play.services import invitations, rooms, seats
from games.play.services.naming import introduce
from games.play.views.answers import answer_changed, command
from games.players.identity import player_of, visitor_of
from games.players.models import Player


@require_POST
@command
def nickname(request: PageRequest) -> HttpResponse:
    """Pick or change the name one plays under."""
    introduce(visitor_of(request), request.POST.get("name", ""))
    return redirect("games:lobby")


@require_POST
@command
def name(request: PageRequest, code: str) -> HttpResponse:
    """Change one's name in the room."""
    rooms.require_room(code)
    player = introduce(visitor_of(request), request.POST.get("name", ""), code=code)
    said = _("You play as %(name)s.") % {"name": player.nickname}
    return answer_changed(request, code, said)


@require_POST
@command
def title(request: PageRequest, code: str) -> HttpResponse:
    """The host gives the room another name."""
    rooms.entitle(code, _known(request, code), request.POST.get("title", ""), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def sit(request: PageRequest, code: str) -> HttpResponse:
    rooms.require_room(code)
    named = request.POST.get("name", "")
    seats.sit_down(code, visitor_of(request), named, _seat_number(request), timezone.now())
    return _seat_changed(request, code)


@require_POST
@command
def stand(request: PageRequest, code: str) -> HttpResponse:
    seats.stand(code, _known(request, code), timezone.now())
    return _seat_changed(request, code)


@require_POST
@command
def seat_computer(request: PageRequest, code: str) -> HttpResponse:
    level = read_number(request.POST.get("level"), "computer.level", most=9)
    seats.seat_computer(code, _known(request, code), _seat_number(request), level, timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def dismiss_computer(request: PageRequest, code: str) -> HttpResponse:
    seats.dismiss_computer(code, _known(request, code), _seat_number(request), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def start(request: PageRequest, code: str) -> HttpResponse:
    rooms.start(code, _known(request, code), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def rematch(request: PageRequest, code: str) -> HttpResponse:
    rooms.ask_rematch(code, _known(request, code), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def invite(request: PageRequest, code: str) -> HttpResponse:
    nickname = request.POST.get("name", "")
    guest = invitations.invite(code, _known(request, code), nickname, timezone.now())
    said = _("%(name)s is invited: a seat is kept for them.") % {"name": guest.nickname}
    return answer_changed(request, code, said)


@require_POST
@command
def withdraw(request: PageRequest, code: str) -> HttpResponse:
    """Take an invitation back."""
    invitations.withdraw(code, _known(request, code), _seat_number(request), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def decline(request: PageRequest, code: str) -> HttpResponse:
    rooms.require_room(code)
    invitations.decline(code, introduce(visitor_of(request)), timezone.now())
    return answer_changed(request, code)


def _known(request: PageRequest, code: str) -> Player:
    """Whoever asks, in a room that exists."""
    rooms.require_room(code)
    player = player_of(request)
    if player is None:
        raise Forbidden("seat.not_yours")
    return player


def _seat_number(request: PageRequest) -> int:
    return read_number(request.POST.get("seat"), "form.seat", most=9)


def _seat_changed(request: PageRequest, code: str) -> HttpResponse:
    """A page made for a watcher has no rack: whoever sits or stands gets a new page."""
    response = answer_changed(request, code)
    if request.htmx:
        response["HX-Refresh"] = "true"
    return response
