"""The form for a swapped match, and the page of its two tables, where people sit down."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from games.common.form_keys import make_form_key, parse_form_key
from games.common.requests import PageRequest, parse_text, set_retry_after
from games.lobby.forms.swapped_match import SwappedMatchForm
from games.lobby.perspective.swapped_match import MatchView, build_match_view
from games.lobby.services.room_opening import choose_level, open_swapped_match
from games.play.live.topics import publish_room
from games.play.perspective.wording import explain
from games.play.services.seats import sit_as_visitor
from games.play.views.responses import answer_refusals
from games.players.services.identity import get_player, get_visitor_id
from lexicon.perspective.default_lexicon import read_languages
from scrabble_site.shared.numbers import parse_small_number
from scrabble_site.shared.refusals import NotFound, Refusal


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@ensure_csrf_cookie
@answer_refusals
def new_swapped_match(request: PageRequest) -> HttpResponse:
    """Show the form (GET), or open the two tables (POST)."""
    get_visitor_id(request)  # visitors get their id now, so a form sent twice is theirs both times
    languages = read_languages(request.headers.get("Accept-Language", ""))
    if request.method != "POST":
        return _render_form(request, SwappedMatchForm(languages=languages))
    form = SwappedMatchForm(request.POST, languages=languages)
    if not form.is_valid():
        return _render_form(request, form, status=422)
    try:
        room_settings = form.room_settings()
        level = None
        if form.plays_computer:
            level = choose_level(form.cleaned_data["level"], get_player(request), room_settings)
        room = open_swapped_match(
            get_visitor_id(request),
            request.POST.get("name", ""),
            room_settings,
            level,
            parse_form_key(request),
            timezone.now(),
        )
    except Refusal as refusal:
        form.add_error(None, explain(refusal))
        response = _render_form(request, form, status=refusal.status)
        set_retry_after(response, refusal)
        return response
    return redirect("games:swapped_match", code=room.code)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@ensure_csrf_cookie
@answer_refusals
def show_swapped_match(request: PageRequest, code: str) -> HttpResponse:
    """Show both tables (GET), or sit down (POST). ``?part`` asks for the part that changes."""
    get_visitor_id(request)  # visitors get their id now, so the first command is already theirs
    view = build_match_view(code, get_player(request))
    if view.code != code:
        return redirect("games:swapped_match", code=view.code)
    if request.method != "POST":
        return _render_match(request, view)
    try:
        table = _sit_down(request, view)
    except Refusal as refusal:
        view = build_match_view(code, get_player(request))
        return _render_match(request, view, refusal=explain(refusal), status=refusal.status)
    publish_room(table)
    return redirect("games:room", code=table)


def _sit_down(request: PageRequest, view: MatchView) -> str:
    """Take the seat that was pressed, written "table-seat". Returns the table's code."""
    table, _dash, seat = parse_text(request, "place").partition("-")
    if table not in {one.code for one in view.tables}:
        raise NotFound("seat.unknown")
    number, name = parse_small_number(seat), parse_text(request, "name")
    if number is None:
        raise NotFound("seat.unknown")
    sit_as_visitor(table, get_visitor_id(request), name, number, timezone.now())
    return table


def _render_match(
    request: PageRequest, view: MatchView, refusal: str = "", status: int = 200
) -> HttpResponse:
    link = request.build_absolute_uri(reverse("games:swapped_match", args=[view.code]))
    name = request.POST.get("name", "")
    context = {"view": view, "link": link, "refusal": refusal, "name": name}
    part = "_match" if "part" in request.GET else "swapped_match"
    return render(request, f"games/lobby/{part}.html", context, status=status)


def _render_form(request: PageRequest, form: SwappedMatchForm, status: int = 200) -> HttpResponse:
    player = get_player(request)
    context: dict[str, Any] = {
        "form": form,
        "name": request.POST.get("name", player.shown_name if player else ""),
        "key": make_form_key(),
    }
    return render(request, "games/lobby/new_swapped_match.html", context, status=status)
