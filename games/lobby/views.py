"""The lobby: what is on, opening a room, one click to a game against the computer."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from games.common.refusals import Unsuitable
from games.common.requests import PageRequest
from games.lobby.forms import ComputerGameForm, RoomForm
from games.lobby.perspective import lobby_context
from games.play.services import invitations, rooms
from games.play.views.answers import command
from games.players.identity import require_player
from lexicon.choice import read_languages


@require_GET
@never_cache
@ensure_csrf_cookie
def lobby(request: PageRequest) -> HttpResponse:
    form = RoomForm(languages=_languages_of(request))
    return render(request, "games/lobby/lobby.html", lobby_context(request, form))


@require_POST
@command
def create_room(request: PageRequest) -> HttpResponse:
    """Open a room as its host; a form that does not fit comes back with its errors."""
    form = RoomForm(request.POST, languages=_languages_of(request))
    if not form.is_valid():
        return render(request, "games/lobby/lobby.html", lobby_context(request, form), status=422)
    now = timezone.now()
    host = require_player(request, request.POST.get("name", ""))
    room = rooms.open_room(host, form.wishes(), now)
    if form.cleaned_data["opponent"]:
        invitations.invite(room.code, host, form.cleaned_data["opponent"], now)
    return redirect("games:room", code=room.code)


@require_POST
@command
def play_computer(request: PageRequest) -> HttpResponse:
    """One click from the lobby to a running game against the computer."""
    form = ComputerGameForm(request.POST, languages=_languages_of(request))
    if not form.is_valid():
        raise Unsuitable("computer.level")
    now = timezone.now()
    host = require_player(request)
    wishes = form.wishes()
    room = rooms.open_room(host, wishes, now)
    for number in range(1, wishes.seats):
        rooms.seat_computer(room.code, host, number, form.cleaned_data["level"], now)
    rooms.start_unless_running(room.code, host, now)
    return redirect("games:room", code=room.code)


def _languages_of(request: PageRequest) -> tuple[str, ...]:
    """What the visitor's browser asks for, the preferred language first."""
    return read_languages(request.headers.get("Accept-Language", ""))
