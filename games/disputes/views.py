"""Opening a notice about a disputed word."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.disputes.services import read_notice
from games.players.services.identity import get_player


@require_GET
@never_cache
def follow_notice(request: PageRequest, number: int) -> HttpResponse:
    """Mark the notice as read and redirect to the dictionary page with the answer."""
    if not (path := read_notice(get_player(request), number)):
        raise Http404
    return redirect(path)
