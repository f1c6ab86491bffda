"""The lobby, the form for a new room, and the commands that open rooms and start games."""

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_http_methods

from games.common.form_keys import make_form_key, parse_form_key
from games.common.requests import PageRequest, set_retry_after
from games.lobby.forms import ComputerGameForm, RoomForm, last_choices
from games.lobby.forms.quick_settings import build_quick_settings
from games.lobby.live import get_lobby_stamp
from games.lobby.perspective import build_lobby_lists, build_player_lists
from games.lobby.perspective.proposals import describe_proposal
from games.lobby.services import matchmaking, room_opening
from games.lobby.terms.filters import MAX_VALUE_LENGTH, parse_filter
from games.people.perspective.followed_members import build_followed_here
from games.play.perspective.wording import explain
from games.play.services.naming import get_or_create_player
from games.play.views.responses import answer_refusals
from games.players.services.identity import get_player, get_visitor_id
from lexicon.perspective.default_lexicon import read_languages
from scrabble_site.shared.refusals import Conflict, Refusal

FILTER_PREFIX = "only-"
"""Prefix of the filter's field names in a form."""
View = Callable[[PageRequest], HttpResponse]


def return_to_lobby(view: View) -> View:
    """Answer GET requests with the lobby, for people who reload a page that showed a refusal."""

    @wraps(view)
    def answer(request: PageRequest) -> HttpResponse:
        return view(request) if request.method == "POST" else redirect("games:lobby")

    return answer


@require_GET
@never_cache
@ensure_csrf_cookie
def show_lobby(request: PageRequest) -> HttpResponse:
    get_visitor_id(request)  # visitors get their id now, so the first command is already theirs
    last = last_choices.load_last_choices(request.session)
    form = RoomForm(languages=_parse_accept_language(request), initial=last)
    return _render_lobby(request, form, ComputerGameForm(initial=last))


@require_http_methods(["GET", "HEAD", "POST"])
@return_to_lobby
@answer_refusals
def set_nickname(request: PageRequest) -> HttpResponse:
    """Choose or change the player's name. If it is refused, choices in the forms are kept."""
    try:
        get_or_create_player(get_visitor_id(request), _parse_name(request))
    except Refusal as refusal:
        return _refuse_in_lobby(request, refusal)
    return redirect("games:lobby")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@ensure_csrf_cookie
@answer_refusals
def create_room(request: PageRequest) -> HttpResponse:
    """Show the form for a new room (GET), or open the room (POST).

    The form begins with the query's ``language`` and ``game``. An invalid one shows its errors.
    """
    languages = _parse_accept_language(request)
    if request.method != "POST":
        form = last_choices.begin_room_form(request.session, request.GET, languages)
        return _render_room_form(request, form)
    form = RoomForm(request.POST, languages=languages)
    if not form.is_valid():
        return _render_room_form(request, form, status=422)
    try:
        room = room_opening.open_room_and_invite(
            get_visitor_id(request),
            _parse_name(request),
            form.room_settings(),
            form.cleaned_data["opponent"],
            parse_form_key(request),
            timezone.now(),
        )
    except Refusal as refusal:
        return _render_room_form(request, form, refusal)
    last_choices.save_last_choices(request.session, form)
    return redirect("games:room", code=room.code)


@require_http_methods(["GET", "HEAD", "POST"])
@return_to_lobby
@answer_refusals
def play_friend(request: PageRequest) -> HttpResponse:
    """Open an unlisted room with the settings of the visitor's last room, to send its link."""
    language = _parse_language_filter(request).get("language", "")
    try:
        usual = RoomForm.usual(_parse_accept_language(request), language).room_settings()
        visitor, name, key = get_visitor_id(request), _parse_name(request), parse_form_key(request)
        room = room_opening.open_room_for_friend(
            visitor, name, usual, language, key, timezone.now()
        )
    except Refusal as refusal:
        return _refuse_in_lobby(request, refusal)
    return redirect("games:room", code=room.code)


@require_http_methods(["GET", "HEAD", "POST"])
@return_to_lobby
@answer_refusals
def play_now(request: PageRequest) -> HttpResponse:
    """Take a seat in a waiting room that fits the filter, or open a new room."""
    chosen = _parse_language_filter(request) | parse_filter(request.POST, FILTER_PREFIX)
    if "pace" in request.POST:  # pressed in the grid, whatever clock the filter names
        pace = {"time": request.POST["pace"][:MAX_VALUE_LENGTH]}
        chosen = {name: value for name, value in (chosen | pace).items() if value}
    try:
        room_settings = build_quick_settings(
            chosen, get_player(request), _parse_accept_language(request)
        )
        room = matchmaking.find_or_open_game(
            get_visitor_id(request),
            _parse_name(request),
            chosen,
            room_settings,
            timezone.now(),
            key=parse_form_key(request),
        )
    except Refusal as refusal:
        return _refuse_in_lobby(request, refusal)
    return redirect("games:room", code=room.code)


@require_http_methods(["GET", "HEAD", "POST"])
@return_to_lobby
@answer_refusals
def play_computer(request: PageRequest) -> HttpResponse:
    """Open a room with computer players and start the game."""
    now = timezone.now()
    form = ComputerGameForm(request.POST, languages=_parse_accept_language(request))
    if form.is_valid():
        room_settings, player = form.room_settings(), get_player(request)
        level = room_opening.choose_level(form.cleaned_data["level"], player, room_settings)
        try:
            room = room_opening.open_computer_game(
                get_visitor_id(request),
                _parse_name(request),
                room_settings,
                level,
                parse_form_key(request),
                now,
            )
        except Refusal as refusal:
            return _render_lobby(request, _restore_room_form(request), form, refusal)
        last_choices.save_last_choices(request.session, form)
        return redirect("games:room", code=room.code)
    return _render_lobby(request, _restore_room_form(request), form, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answer_refusals
def invite_member(request: PageRequest, player_id: UUID) -> HttpResponse:
    """Show what an invitation to a member would offer (GET), or invite them (POST)."""
    usual = RoomForm.usual(_parse_accept_language(request)).room_settings()
    visitor, now, changed = get_visitor_id(request), timezone.now(), ""
    if request.method == "POST":
        terms = request.POST.get("terms", "")
        try:
            room = room_opening.invite_member(
                visitor, player_id, usual, parse_form_key(request), now, terms
            )
            return redirect("games:room", code=room.code)
        except Conflict as refusal:
            # The settings have changed since the page was shown: show the new ones to confirm.
            if refusal.code != "proposal.changed":
                raise
            changed = explain(refusal)
    proposal = room_opening.propose_invitation(visitor, player_id, usual, now)
    context = {
        "proposal": proposal,
        "terms": describe_proposal(proposal.room_settings),
        "changed": changed,
        "key": make_form_key(),
    }
    return render(request, "games/lobby/invite.html", context, status=409 if changed else 200)


def _refuse_in_lobby(request: PageRequest, refusal: Refusal) -> HttpResponse:
    """Render the lobby with what was typed and the reason of a refusal."""
    room_form, computer_form = _restore_room_form(request), _restore_computer_form(request)
    return _render_lobby(request, room_form, computer_form, refusal)


def _render_lobby(
    request: PageRequest,
    room_form: RoomForm,
    computer_form: ComputerGameForm,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the lobby. Typed values are kept, and a refusal is shown at the field it concerns."""
    player = get_player(request)
    name_error = pairing_error = ""
    if refusal is not None:
        status, sentence = refusal.status, explain(refusal)
        if refusal.code.startswith("nickname."):
            name_error = sentence
        elif not computer_form.is_bound:
            pairing_error = sentence
        else:
            computer_form.add_error(None, sentence)
    now = timezone.now()
    lists, own = build_lobby_lists(now), build_player_lists(player, now)
    chosen = parse_filter(request.GET) or parse_filter(request.POST, FILTER_PREFIX)
    context = {
        "lists": lists,
        "own": own,
        "offers": lists.offers(chosen),
        "hidden": lists.hidden(chosen, own),
        "featured_hidden": lists.featured and not own.blocked.isdisjoint(lists.featured.people),
        **build_followed_here(player, now),
        "player": player,
        "stamp": get_lobby_stamp(lists),
        "form": room_form,
        "computer": computer_form,
        "name": request.POST.get("name", player.shown_name if player else ""),
        "name_error": name_error,
        "pairing_error": pairing_error,
        "key": make_form_key(),
    }
    response = render(request, "games/lobby/lobby.html", context, status=status)
    set_retry_after(response, refusal)
    return response


def _render_room_form(
    request: PageRequest, form: RoomForm, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    """Render the page for a new room, with a refusal at the field it concerns."""
    player, name_error = get_player(request), ""
    if refusal is not None:
        status = refusal.status
        if refusal.code.startswith("nickname."):
            name_error = explain(refusal)
        else:
            form.add_error(_find_refusal_field(refusal), explain(refusal))
    context = {
        "form": form,
        "sections": form.sections(),
        "name": request.POST.get("name", player.shown_name if player else ""),
        "name_error": name_error,
        "key": make_form_key(),
    }
    response = render(request, "games/lobby/new_room.html", context, status=status)
    set_retry_after(response, refusal)
    return response


def _find_refusal_field(refusal: Refusal) -> str | None:
    """Return the form field at which a refusal is shown; ``None`` for the form as a whole."""
    fields = {"player": "opponent", "rated": "rated"}
    return fields.get(refusal.code.split(".")[0])


def _restore_room_form(request: PageRequest) -> RoomForm:
    """Return the room form with what was typed, after another form of the page was sent."""
    return RoomForm(initial=_list_typed_values(request, RoomForm()))


def _restore_computer_form(request: PageRequest) -> ComputerGameForm:
    return ComputerGameForm(initial=_list_typed_values(request, ComputerGameForm()))


def _list_typed_values(request: PageRequest, form: Form) -> dict[str, str]:
    return {name: request.POST.get(form.add_prefix(name), "") for name in form.fields}


def _parse_language_filter(request: PageRequest) -> dict[str, str]:
    """Return the page's chosen language as a filter."""
    language = request.POST.get("language", "")
    return {"language": language[:MAX_VALUE_LENGTH]} if language else {}


def _parse_name(request: PageRequest) -> str:
    return request.POST.get("name", "")


def _parse_accept_language(request: PageRequest) -> tuple[str, ...]:
    """Return the languages the visitor's browser accepts, the preferred one first."""
    return read_languages(request.headers.get("Accept-Language", ""))
