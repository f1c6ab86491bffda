"""The search page of the navigation bar."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.lobby.perspective.site_search import (
    MAX_QUERY_LENGTH,
    find_listed_rooms,
    find_members,
    find_page_by_link,
)
from games.players.services.identity import get_player


@require_GET
@never_cache
def search_site(request: PageRequest) -> HttpResponse:
    """Find members, listed rooms, and games by link. A link opens at once."""
    # PostgreSQL accepts no text with a null character.
    query = request.GET.get("q", "").replace("\0", "").strip()[:MAX_QUERY_LENGTH]
    context: dict[str, Any] = {"query": query}
    if query:
        if link := find_page_by_link(query):
            return redirect(link)
        viewer = get_player(request)
        context |= {
            "members": find_members(query, viewer),
            "rooms": find_listed_rooms(query, viewer, timezone.now()),
        }
    return render(request, "games/lobby/search.html", context)
