"""The lobby: what is on, opening a room, one click to a game against the computer."""

from uuid import uuid4

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from games.common.refusals import Refusal
from games.common.requests import PageRequest
from games.lobby import services
from games.lobby.forms import ComputerGameForm, RoomForm
from games.lobby.perspective import look_at_lobby
from games.lobby.topics import watch
from games.play.views.answers import command
from games.play.wording import explain
from games.players.identity import player_of, visitor_of
from lexicon.choice import read_languages

KEY_MOST = 64


@require_GET
@never_cache
@ensure_csrf_cookie
def lobby(request: PageRequest) -> HttpResponse:
    visitor_of(request)  # whoever comes is somebody before the first deed
    return _show(request, RoomForm(languages=_languages_of(request)), ComputerGameForm())


@require_POST
@command
def create_room(request: PageRequest) -> HttpResponse:
    """Open a room as its host; a form that does not fit comes back with its errors."""
    now = timezone.now()
    form = RoomForm(request.POST, languages=_languages_of(request))
    if form.is_valid():
        said = form.cleaned_data["opponent"]
        try:
            room = services.make_room(
                visitor_of(request), _name(request), form.wishes(), said, _key(request), now
            )
        except Refusal as refusal:
            return _show(request, form, _same_computer(request), refusal)
        return redirect("games:room", code=room.code)
    return _show(request, form, _same_computer(request), status=422)


@require_POST
@command
def play_computer(request: PageRequest) -> HttpResponse:
    """One click from the lobby to a running game against the computer."""
    now = timezone.now()
    form = ComputerGameForm(request.POST, languages=_languages_of(request))
    if form.is_valid():
        level = form.cleaned_data["level"]
        try:
            room = services.play_computer(
                visitor_of(request), _name(request), form.wishes(), level, _key(request), now
            )
        except Refusal as refusal:
            return _show(request, _same_room(request), form, refusal)
        return redirect("games:room", code=room.code)
    return _show(request, _same_room(request), form, status=422)


def _show(
    request: PageRequest,
    room_form: RoomForm,
    computer_form: ComputerGameForm,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    """The lobby; what was typed stays, and what was wrong is told where it stands."""
    player = player_of(request)
    name_error = ""
    if refusal is not None:
        status, sentence = refusal.status, explain(refusal)
        if refusal.code.startswith("nickname."):
            name_error = sentence
        elif room_form.is_bound:
            room_form.add_error("opponent" if _is_about_guest(refusal) else None, sentence)
        else:
            computer_form.add_error(None, sentence)
    context = look_at_lobby(player, timezone.now()) | {
        "player": player,
        "stamp": watch.stamp(),
        "form": room_form,
        "computer": computer_form,
        "name": request.POST.get("name", player.nickname if player else ""),
        "name_error": name_error,
        "key": uuid4().hex,
    }
    return render(request, "games/lobby/lobby.html", context, status=status)


def _is_about_guest(refusal: Refusal) -> bool:
    return refusal.code.startswith("player.")


def _same_room(request: PageRequest) -> RoomForm:
    """What was chosen for a room while the other button was pressed."""
    return RoomForm(initial=_typed(request, RoomForm()))


def _same_computer(request: PageRequest) -> ComputerGameForm:
    return ComputerGameForm(initial=_typed(request, ComputerGameForm()))


def _typed(request: PageRequest, form: Form) -> dict[str, str]:
    return {name: request.POST.get(form.add_prefix(name), "") for name in form.fields}


def _name(request: PageRequest) -> str:
    return request.POST.get("name", "")


def _key(request: PageRequest) -> str:
    return request.POST.get("key", "")[:KEY_MOST]


def _languages_of(request: PageRequest) -> tuple[str, ...]:
    """What the visitor's browser asks for, the preferred language first."""
    return read_languages(request.headers.get("Accept-Language", ""))
