"""The form for a game on one device, which the players pass on."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from games.common.form_keys import make_form_key, parse_form_key
from games.common.requests import PageRequest, set_retry_after
from games.lobby.forms.one_device import MAX_OTHERS, OneDeviceForm
from games.lobby.services.room_opening import open_room_on_one_device
from games.play.perspective.wording import explain
from games.play.services.local_players import list_names_of_last_game
from games.play.views.responses import answer_refusals
from games.players.services.identity import get_player, get_visitor_id
from lexicon.perspective.default_lexicon import read_languages
from scrabble_site.shared.refusals import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@ensure_csrf_cookie
@answer_refusals
def play_on_one_device(request: PageRequest) -> HttpResponse:
    """Show the form with the names of the last game (GET), or start a game (POST)."""
    languages = read_languages(request.headers.get("Accept-Language", ""))
    if request.method != "POST":
        player = get_player(request)
        names = list_names_of_last_game(player) if player else []
        initial = {f"other_{number}": name for number, name in enumerate(names[:MAX_OTHERS], 1)}
        return _render_form(request, OneDeviceForm(languages=languages, initial=initial))
    form = OneDeviceForm(request.POST, languages=languages)
    if not form.is_valid():
        return _render_form(request, form, status=422)
    try:
        room = open_room_on_one_device(
            get_visitor_id(request),
            request.POST.get("name", ""),
            form.list_others(),
            form.room_settings(),
            parse_form_key(request),
            timezone.now(),
        )
    except Refusal as refusal:
        form.add_error(None, explain(refusal))
        response = _render_form(request, form, status=refusal.status)
        set_retry_after(response, refusal)
        return response
    return redirect("games:room", code=room.code)


def _render_form(request: PageRequest, form: OneDeviceForm, status: int = 200) -> HttpResponse:
    player = get_player(request)
    context: dict[str, Any] = {
        "form": form,
        "name": request.POST.get("name", player.shown_name if player else ""),
        "key": make_form_key(),
    }
    return render(request, "games/lobby/one_device.html", context, status=status)
