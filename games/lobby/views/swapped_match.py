"""The form for a swapped match, and the page of its two tables."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.common.form_keys import make_form_key, parse_form_key
from games.common.requests import PageRequest, parse_number, set_retry_after
from games.lobby.forms.swapped_match import SwappedMatchForm
from games.lobby.perspective.swapped_match import build_match_view
from games.lobby.services.room_opening import open_swapped_match
from games.play.live.topics import publish_room
from games.play.perspective.wording import explain
from games.play.services.seats import sit_as_visitor
from games.play.views.responses import answer_refusals
from games.players.services.identity import get_player, get_visitor_id
from lexicon.perspective.default_lexicon import read_languages
from scrabble_site.shared.refusals import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@ensure_csrf_cookie
@answer_refusals
def new_swapped_match(request: PageRequest) -> HttpResponse:
    """Show the form (GET), or open the two tables (POST)."""
    languages = read_languages(request.headers.get("Accept-Language", ""))
    if request.method != "POST":
        return _render_form(request, SwappedMatchForm(languages=languages))
    form = SwappedMatchForm(request.POST, languages=languages)
    if not form.is_valid():
        return _render_form(request, form, status=422)
    try:
        room = open_swapped_match(
            get_visitor_id(request),
            request.POST.get("name", ""),
            form.room_settings(),
            form.computer_level,
            parse_form_key(request),
            timezone.now(),
        )
    except Refusal as refusal:
        form.add_error(None, explain(refusal))
        response = _render_form(request, form, status=refusal.status)
        set_retry_after(response, refusal)
        return response
    return redirect("games:swapped_match", code=room.code)


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_refusals
def show_swapped_match(request: PageRequest, code: str) -> HttpResponse:
    """Show both tables; with ``?part``, as a fragment for the open page."""
    get_visitor_id(request)  # visitors get their id now, so the first command is already theirs
    player = get_player(request)
    view = build_match_view(code, player)
    if view.code != code:
        return redirect("games:swapped_match", code=view.code)
    link = request.build_absolute_uri(reverse("games:swapped_match", args=[code]))
    context = {"view": view, "link": link}
    part = "part" in request.GET
    return render(request, f"games/lobby/{'_match' if part else 'swapped_match'}.html", context)


@require_POST
@answer_refusals
def sit_in_match(request: PageRequest, code: str) -> HttpResponse:
    """Take a seat at one of the tables, and go there."""
    number = parse_number(request.POST.get("seat"), "seat.unknown")
    sit_as_visitor(code, get_visitor_id(request), "", number, timezone.now())
    publish_room(code)
    return redirect("games:room", code=code)


def _render_form(request: PageRequest, form: SwappedMatchForm, status: int = 200) -> HttpResponse:
    player = get_player(request)
    context: dict[str, Any] = {
        "form": form,
        "name": request.POST.get("name", player.shown_name if player else ""),
        "key": make_form_key(),
    }
    return render(request, "games/lobby/new_swapped_match.html", context, status=status)
