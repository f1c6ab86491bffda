"""The lobby: what is on, opening a room, one click to a game against the computer."""

from uuid import UUID, uuid4

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from games.common.refusals import Refusal
from games.common.requests import PageRequest, say_when
from games.lobby.filters import LONGEST, read_filter
from games.lobby.forms import ComputerGameForm, RoomForm
from games.lobby.habits import recall, remember
from games.lobby.perspective import look_at_lists, look_at_own
from games.lobby.quick import wish_quickly
from games.lobby.services import opening, pairing
from games.lobby.topics import stamp_lobby
from games.people.perspective.company import look_at_here
from games.play.services.naming import introduce
from games.play.views.answers import command
from games.play.wording import explain
from games.players.identity import player_of, visitor_of
from lexicon.choice import read_languages

KEY_MOST = 64

ONLY = "only-"
"""What the names of the filter's fields begin with in a form."""


@require_GET
@never_cache
@ensure_csrf_cookie
def lobby(request: PageRequest) -> HttpResponse:
    visitor_of(request)  # whoever comes is somebody before the first deed
    last = recall(request.session)
    form = RoomForm(languages=_languages_of(request), initial=last)
    return _show(request, form, ComputerGameForm(initial=last))


@require_POST
@command
def nickname(request: PageRequest) -> HttpResponse:
    """Pick or change the name one plays under; what was chosen in the forms stays."""
    try:
        introduce(visitor_of(request), _name(request))
    except Refusal as refusal:
        return _show(request, _same_room(request), _same_computer(request), refusal)
    return redirect("games:lobby")


@require_POST
@command
def create_room(request: PageRequest) -> HttpResponse:
    """Open a room as its host; a form that does not fit comes back with its errors."""
    now = timezone.now()
    form = RoomForm(request.POST, languages=_languages_of(request))
    if form.is_valid():
        said = form.cleaned_data["opponent"]
        try:
            room = opening.make_room(
                visitor_of(request), _name(request), form.wishes(), said, _key(request), now
            )
        except Refusal as refusal:
            return _show(request, form, _same_computer(request), refusal)
        remember(request.session, form)
        return redirect("games:room", code=room.code)
    return _show(request, form, _same_computer(request), status=422)


@require_POST
@command
def play_now(request: PageRequest) -> HttpResponse:
    """A seat at the first table that waits and fits the filter, or a table of one's own."""
    chosen = _spoken(request) | read_filter(request.POST, ONLY)
    wishes = wish_quickly(chosen, player_of(request), _languages_of(request))
    try:
        room = pairing.play_now(visitor_of(request), _name(request), chosen, wishes, timezone.now())
    except Refusal as refusal:
        return _show(request, _same_room(request), _same_computer(request), refusal)
    return redirect("games:room", code=room.code)


@require_POST
@command
def play_computer(request: PageRequest) -> HttpResponse:
    """One click from the lobby to a running game against the computer."""
    now = timezone.now()
    form = ComputerGameForm(request.POST, languages=_languages_of(request))
    if form.is_valid():
        level = form.cleaned_data["level"]
        try:
            room = opening.play_computer(
                visitor_of(request), _name(request), form.wishes(), level, _key(request), now
            )
        except Refusal as refusal:
            return _show(request, _same_room(request), form, refusal)
        remember(request.session, form)
        return redirect("games:room", code=room.code)
    return _show(request, _same_room(request), form, status=422)


@require_POST
@command
def invite_member(request: PageRequest, player_id: UUID) -> HttpResponse:
    """One click from a member's page to a room with a seat kept for them."""
    usual = RoomForm.usual(_languages_of(request)).wishes()
    visitor, now = visitor_of(request), timezone.now()
    room = opening.invite_member(visitor, player_id, usual, _key(request), now)
    return redirect("games:room", code=room.code)


def _show(
    request: PageRequest,
    room_form: RoomForm,
    computer_form: ComputerGameForm,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    """The lobby; what was typed stays, and what was wrong is told where it stands."""
    player = player_of(request)
    name_error = pairing_error = ""
    if refusal is not None:
        status, sentence = refusal.status, explain(refusal)
        if refusal.code.startswith("nickname."):
            name_error = sentence
        elif room_form.is_bound:
            room_form.add_error(_field_of(refusal), sentence)
        elif not computer_form.is_bound:
            pairing_error = sentence
        else:
            computer_form.add_error(None, sentence)
    now = timezone.now()
    lists, own = look_at_lists(now), look_at_own(player, now)
    chosen = read_filter(request.GET) or read_filter(request.POST, ONLY)
    context = {
        "lists": lists,
        "own": own,
        "offers": lists.offers(chosen),
        "hidden": lists.hidden(chosen, own.codes),
        "here": look_at_here(player, now),
        "player": player,
        "stamp": stamp_lobby(lists),
        "form": room_form,
        "computer": computer_form,
        "name": request.POST.get("name", player.nickname if player else ""),
        "name_error": name_error,
        "pairing_error": pairing_error,
        "key": uuid4().hex,
    }
    response = render(request, "games/lobby/lobby.html", context, status=status)
    say_when(response, refusal)
    return response


def _field_of(refusal: Refusal) -> str | None:
    """Where the form tells what a refusal is about."""
    fields = {"player": "opponent", "rated": "rated"}
    return fields.get(refusal.code.split(".")[0])


def _same_room(request: PageRequest) -> RoomForm:
    """What was chosen for a room while the other button was pressed."""
    return RoomForm(initial=_typed(request, RoomForm()))


def _same_computer(request: PageRequest) -> ComputerGameForm:
    return ComputerGameForm(initial=_typed(request, ComputerGameForm()))


def _typed(request: PageRequest, form: Form) -> dict[str, str]:
    return {name: request.POST.get(form.add_prefix(name), "") for name in form.fields}


def _spoken(request: PageRequest) -> dict[str, str]:
    """The language the page plays in, as a filter."""
    language = request.POST.get("language", "")
    return {"language": language[:LONGEST]} if language else {}


def _name(request: PageRequest) -> str:
    return request.POST.get("name", "")


def _key(request: PageRequest) -> str:
    return request.POST.get("key", "")[:KEY_MOST]


def _languages_of(request: PageRequest) -> tuple[str, ...]:
    """What the visitor's browser asks for, the preferred language first."""
    return read_languages(request.headers.get("Accept-Language", ""))
