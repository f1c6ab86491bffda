"""Score cards: of one entrant, and of everyone to be printed."""

from collections.abc import Sequence

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.events.models import Entrant
from games.events.perspective.score_cards import build_entrant_cards
from games.events.services.locking import find_event
from games.events.store.event_state import EventRows, load_event_rows
from games.events.views.responses import answer_refusals


@require_GET
@never_cache
@answer_refusals
def show_score_card(request: PageRequest, code: str, number: int) -> HttpResponse:
    """Show the score card of an entrant, by the number in the order of entry."""
    rows = load_event_rows(find_event(code))
    if not 1 <= number <= len(rows.entrants):
        raise Http404
    own = reverse("games:event_score_card", args=[code, number])
    return _render(request, rows, rows.entrants[number - 1 : number], own)


@require_GET
@never_cache
@answer_refusals
def show_score_cards(request: PageRequest, code: str) -> HttpResponse:
    """Show all score cards, by division and name."""
    rows = load_event_rows(find_event(code))
    order = {name: place for place, name in enumerate(rows.event.divisions)}
    everyone = sorted(
        rows.entrants,
        key=lambda one: (order.get(one.division, len(order)), one.shown_name.casefold()),
    )
    return _render(request, rows, everyone, reverse("games:event_score_cards", args=[code]))


def _render(
    request: PageRequest, rows: EventRows, chosen: Sequence[Entrant], own: str
) -> HttpResponse:
    context = {"event": rows.event, "cards": build_entrant_cards(rows, chosen), "own": own}
    return render(request, "games/events/score_cards.html", context)
