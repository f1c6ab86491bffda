"""Following a notice to the dictionary's page with the answer."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.disputes.services import open_notice
from games.players.identity import player_of


@require_GET
@never_cache
def notice(request: PageRequest, number: int) -> HttpResponse:
    """Read it, and go where it leads."""
    if not (path := open_notice(player_of(request), number)):
        raise Http404
    return redirect(path)
