"""Score cards: of one entrant, and of everyone to be printed."""

from collections.abc import Sequence

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.events.models import Entrant
from games.events.perspective.score_cards import build_entrant_cards
from games.events.services.access import find_event
from games.events.store.event_state import EventRows, load_event_rows
from games.events.views.divisions import list_chosen_divisions
from games.events.views.live_pages import build_page_context
from games.events.views.responses import answer_refusals


@require_GET
@never_cache
@answer_refusals
def show_score_card(request: PageRequest, code: str, number: int) -> HttpResponse:
    """Show the score card of an entrant, by the number in the order of entry."""
    rows = load_event_rows(find_event(code))
    if not 1 <= number <= len(rows.entrants):
        raise Http404
    return _render(request, rows, rows.entrants[number - 1 : number])


@require_GET
@never_cache
@answer_refusals
def show_score_cards(request: PageRequest, code: str) -> HttpResponse:
    """Show all score cards, by division and name."""
    rows = load_event_rows(find_event(code))
    shown = list_chosen_divisions(request, rows.event)
    order = {name: place for place, name in enumerate(shown)}
    chosen = sorted(
        (one for one in rows.entrants if one.division in order),
        key=lambda one: (order[one.division], one.shown_name.casefold()),
    )
    return _render(request, rows, chosen, shown)


def _render(
    request: PageRequest,
    rows: EventRows,
    chosen: Sequence[Entrant],
    shown: Sequence[str] = (),
) -> HttpResponse:
    """Render cards; ``shown`` are the divisions of a page with everyone's."""
    cards = build_entrant_cards(rows, chosen)
    context = build_page_context(request, rows.event) | {"cards": cards, "shown": shown}
    return render(request, "games/events/score_cards.html", context)
