"""Pages of annotated games: the list, the form for a new one, and a game to follow."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_http_methods

from games.broadcasts.forms import AnnotatedGameForm
from games.broadcasts.perspective.annotated_lists import list_live_games, list_own_games
from games.broadcasts.perspective.annotated_views import build_annotated_view
from games.broadcasts.perspective.wording import explain
from games.broadcasts.services.access import find_annotated_game, is_keeper
from games.broadcasts.services.annotated_games import create_annotated_game, find_table
from games.broadcasts.views.responses import answer_broadcast_refusals
from games.common.form_keys import make_form_key, parse_form_key
from games.common.requests import PageRequest, parse_number, set_retry_after
from games.events.live.topics import publish_event
from games.events.models import EventTable
from games.events.services.access import find_event
from games.play.services.naming import get_or_create_player
from games.players.services.identity import get_player, get_visitor_id
from lexicon.perspective.default_lexicon import read_languages
from scrabble_site.shared.refusals import Refusal

EVENT_FIELDS = ("event", "round", "table")


@require_GET
@never_cache
def list_annotated_games(request: PageRequest) -> HttpResponse:
    """List the games on real boards that are followed now, and the viewer's own."""
    player = get_player(request)
    context = {"live": list_live_games(), "own": list_own_games(player) if player else ()}
    return render(request, "games/broadcasts/annotated_games.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@ensure_csrf_cookie
@answer_broadcast_refusals
def annotate_game(request: PageRequest) -> HttpResponse:
    """Show the form for a game on a real board (GET), or begin to write one down (POST).

    With ``event``, ``round`` and ``table``, it is the game at that table.
    """
    get_visitor_id(request)
    table = _find_chosen_table(request)
    form = AnnotatedGameForm(
        request.POST if request.method == "POST" else None,
        languages=read_languages(request.headers.get("Accept-Language", "")),
        table=table,
    )
    if request.method != "POST":
        return _render_form(request, form)
    if not form.is_valid():
        return _render_form(request, form, 422)
    try:
        owner = get_or_create_player(get_visitor_id(request), request.POST.get("name", ""))
        chosen = form.annotation_settings()
        game = create_annotated_game(owner, chosen, parse_form_key(request), timezone.now())
    except Refusal as refusal:
        form.add_error(None, explain(refusal))
        response = _render_form(request, form, refusal.status)
        set_retry_after(response, refusal)
        return response
    if table is not None:
        publish_event(table.round.event.code)
    return redirect("games:scorekeeping", code=game.code)


@require_GET
@never_cache
@answer_broadcast_refusals
def show_annotated_game(request: PageRequest, code: str) -> HttpResponse:
    """Show a game to everyone who follows it."""
    game = find_annotated_game(code)
    context = {
        "view": build_annotated_view(game),
        "keeping": is_keeper(game, get_player(request)),
    }
    return render(request, "games/broadcasts/annotated_game.html", context)


def _find_chosen_table(request: PageRequest) -> EventTable | None:
    """Return the table of an event that the address or the form names."""
    chosen = request.POST if request.method == "POST" else request.GET
    if not chosen.get("event"):
        return None
    event = find_event(chosen["event"])
    round_number = parse_number(chosen.get("round"), "event.no_table")
    table_number = parse_number(chosen.get("table"), "event.no_table")
    return find_table(event, get_player(request), round_number, table_number)


def _render_form(request: PageRequest, form: AnnotatedGameForm, status: int = 200) -> HttpResponse:
    player = get_player(request)
    context = {
        "form": form,
        "table": form.table,
        "name": request.POST.get("name", player.shown_name if player else ""),
        "key": make_form_key(),
    }
    return render(request, "games/broadcasts/annotate_game.html", context, status=status)
