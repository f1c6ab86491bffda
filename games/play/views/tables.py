"""Seats: sitting, standing, starting, inviting, asking for another game."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.refusals import Forbidden, Unsuitable
from games.common.requests import PageRequest
from games.play.services import invitations, rooms
from games.play.views.answers import answer_changed, command
from games.players.identity import name_player, player_of, require_player
from games.players.models import Player


@require_POST
@command
def nickname(request: PageRequest) -> HttpResponse:
    """Pick or change the name one plays under."""
    name_player(request, request.POST.get("name", ""))
    return redirect("games:lobby")


@require_POST
@command
def sit(request: PageRequest, code: str) -> HttpResponse:
    rooms.require_room(code)
    player = require_player(request, request.POST.get("name", ""))
    rooms.sit(code, player, _seat_number(request), timezone.now())
    return _seat_changed(request, code)


@require_POST
@command
def stand(request: PageRequest, code: str) -> HttpResponse:
    rooms.stand(code, _known(request, code))
    return _seat_changed(request, code)


@require_POST
@command
def seat_computer(request: PageRequest, code: str) -> HttpResponse:
    level = _number(request, "level", "computer.level")
    rooms.seat_computer(code, _known(request, code), _seat_number(request), level, timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def dismiss_computer(request: PageRequest, code: str) -> HttpResponse:
    rooms.dismiss_computer(code, _known(request, code), _seat_number(request))
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
    invitations.invite(code, _known(request, code), nickname, timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def decline(request: PageRequest, code: str) -> HttpResponse:
    rooms.require_room(code)
    invitations.decline(code, require_player(request), timezone.now())
    return answer_changed(request, code)


def _known(request: PageRequest, code: str) -> Player:
    """Whoever asks, in a room that exists."""
    rooms.require_room(code)
    player = player_of(request)
    if player is None:
        raise Forbidden("seat.not_yours")
    return player


def _seat_number(request: PageRequest) -> int:
    return _number(request, "seat", "form.seat")


def _number(request: PageRequest, name: str, code: str) -> int:
    said = request.POST.get(name, "")
    if not (said.isascii() and said.isdigit() and len(said) < 3):
        raise Unsuitable(code)
    return int(said)


def _seat_changed(request: PageRequest, code: str) -> HttpResponse:
    """A page made for a watcher has no rack: whoever sits or stands gets a new page."""
    response = answer_changed(request, code)
    if request.htmx:
        response["HX-Refresh"] = "true"
    return response
