"""Pages of events: the list, the form, an event, its rounds and its cross-table."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_http_methods

from games.common.form_keys import make_form_key, parse_form_key
from games.common.requests import PageRequest, set_retry_after
from games.events.forms import EventForm
from games.events.models import Event
from games.events.perspective.event_lists import list_own_events, list_public_events
from games.events.perspective.event_views import LATEST_ACTS, build_event_view
from games.events.perspective.exports import list_tables_with_records
from games.events.perspective.logs import build_log
from games.events.perspective.round_views import build_round_view
from games.events.perspective.schedules import build_schedule
from games.events.perspective.standings import build_cross_table
from games.events.perspective.wording import explain
from games.events.services.access import find_event, is_director
from games.events.services.events import create_event as create
from games.events.store.event_state import load_event_rows
from games.events.views.divisions import list_chosen_divisions
from games.events.views.live_pages import build_page_context
from games.events.views.responses import answer_refusals
from games.play.services.naming import get_or_create_player
from games.play.services.prepared_rooms import find_organiser_page
from games.players.services.identity import get_player, get_visitor_id
from games.players.services.time_zones import get_page_zone
from lexicon.perspective.default_lexicon import read_languages
from scrabble_site.shared.refusals import NotFound, Refusal


@require_GET
@never_cache
def show_events(request: PageRequest) -> HttpResponse:
    """List events that are announced, going on or over, and the viewer's own."""
    player, now = get_player(request), timezone.now()
    context = {
        "lists": list_public_events(now),
        "own": list_own_events(player) if player else (),
    }
    return render(request, "games/events/events.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@ensure_csrf_cookie
@answer_refusals
def create_event(request: PageRequest) -> HttpResponse:
    """Show the form for a new event (GET), or make the event (POST)."""
    get_visitor_id(request)
    form = EventForm(
        request.POST if request.method == "POST" else None,
        languages=read_languages(request.headers.get("Accept-Language", "")),
        zone=get_page_zone(request.COOKIES, get_player(request)),
    )
    if request.method != "POST":
        return _render_form(request, form)
    if not form.is_valid():
        return _render_form(request, form, status=422)
    try:
        director = get_or_create_player(get_visitor_id(request), request.POST.get("name", ""))
        event = create(director, form.event_settings(), parse_form_key(request), timezone.now())
    except Refusal as refusal:
        form.add_error(None, explain(refusal))
        response = _render_form(request, form, status=refusal.status)
        set_retry_after(response, refusal)
        return response
    return redirect("games:event_desk", code=event.code)


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_refusals
def show_event(request: PageRequest, code: str) -> HttpResponse:
    """Show an event: where it stands, this round, the standings and the log."""
    get_visitor_id(request)
    event = find_event(code)
    context = _build_own_context(request, event) | {"stamp": event.stamp}
    return render(request, "games/events/event.html", context)


@require_GET
@never_cache
@answer_refusals
def show_event_of_room(request: PageRequest, code: str) -> HttpResponse:
    """Lead from a prepared room to the event, or the league, that its game belongs to."""
    page = find_organiser_page(code)
    if not page:
        raise NotFound("event.unknown")
    return redirect(page)


@require_GET
@never_cache
@answer_refusals
def show_own_part(request: PageRequest, code: str) -> HttpResponse:
    """Return what is about the viewer. Pages of players ask for it after each change."""
    context = _build_own_context(request, find_event(code), acts=0)
    return render(request, "games/events/_own_part.html", context)


def _build_own_context(
    request: PageRequest, event: Event, acts: int = LATEST_ACTS
) -> dict[str, Any]:
    """Return the view, and the whole link to the viewer's team as long as it has a place."""
    view = build_event_view(event, get_player(request), acts=acts)
    path = view.own_team.join_path if view.own_team else ""
    link = request.build_absolute_uri(path) if path else ""
    return {"view": view, "link": link, "key": make_form_key()}


@require_GET
@never_cache
@answer_refusals
def show_round(request: PageRequest, code: str, number: int) -> HttpResponse:
    """Show one round: its pairings and results, also for printing."""
    event = find_event(code)
    divisions = list_chosen_divisions(request, event)
    found = build_round_view(event, number, divisions)
    if found is None:
        raise Http404
    context = build_page_context(request, event) | {
        "round": found,
        "slips": "slips" in request.GET,
        "shown": divisions,
        "directing": is_director(event, get_player(request)),
        "view": {"event": event},
        "key": make_form_key(),
    }
    return render(request, "games/events/round.html", context)


@require_GET
@never_cache
@answer_refusals
def show_rounds(request: PageRequest, code: str) -> HttpResponse:
    """List all rounds, also those to come."""
    event = find_event(code)
    if event.arena_minutes is not None:
        raise Http404
    context = build_page_context(request, event) | {"schedule": build_schedule(event)}
    return render(request, "games/events/rounds.html", context)


@require_GET
@never_cache
@answer_refusals
def show_cross_table(request: PageRequest, code: str) -> HttpResponse:
    """Show every result of every entrant."""
    event = find_event(code)
    rows = load_event_rows(event)
    shown = list_chosen_divisions(request, event)
    divisions = [(name, build_cross_table(rows, name)) for name in shown]
    games = max((len(row.cells) for _name, cards in divisions for row in cards), default=0)
    numbers = range(1, games + 1)
    directing = is_director(event, get_player(request))
    context = build_page_context(request, event) | {
        "divisions": divisions,
        "shown": shown,
        "numbers": numbers,
        "has_records": directing and list_tables_with_records(event).exists(),
    }
    return render(request, "games/events/cross_table.html", context)


@require_GET
@never_cache
@answer_refusals
def show_log(request: PageRequest, code: str) -> HttpResponse:
    """Show everything that was done in an event."""
    event = find_event(code)
    context = {"event": event, "log": build_log(event)}
    return render(request, "games/events/log.html", context)


def _render_form(request: PageRequest, form: EventForm, status: int = 200) -> HttpResponse:
    player = get_player(request)
    context: dict[str, Any] = {
        "form": form,
        "sections": form.option_sections(),
        "name": request.POST.get("name", player.shown_name if player else ""),
        "key": make_form_key(),
    }
    return render(request, "games/events/new_event.html", context, status=status)
