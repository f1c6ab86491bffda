"""Counts what is posted, each kind of deed by its own limit (:mod:`scrabble_site.limits`), and the
few pages that are dear.

The sentence for whoever has to wait is the one a refusal of a service gets.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.common.addresses import address_of
from games.common.figures import REFUSALS
from games.common.rates import spend
from games.common.refusals import TooSoon
from games.common.requests import PageRequest
from games.play.views.answers import refuse
from games.players.identity import claim_of

GUESSED = {"admin:login": "username"}
"""The field that says whose password is guessed, where allauth does not count that itself."""

Next = Callable[[HttpRequest], HttpResponse]


class CountingMiddleware:
    """Stands where the session is known and the page's token was looked at."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response
        self._limits = {
            view: name for name, rate in settings.RATES.items() for view in rate.views.split()
        }
        self._reads = {
            view: name for name, rate in settings.RATES.items() for view in rate.reads.split()
        }

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: PageRequest, _view: Any, _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        if not settings.LIMITED:
            return None
        assert request.resolver_match is not None
        view = request.resolver_match.view_name
        posted = request.method == "POST"
        name = self._limits.get(view, "deeds") if posted else self._reads.get(view)
        if name is None:
            return None
        try:
            spend(
                name,
                player=claim_of(request).player,
                address=address_of(request),
            )
            if posted and view in GUESSED:
                spend("guesses", player=request.POST.get(GUESSED[view], ""))
        except TooSoon as refusal:
            REFUSALS.labels(refusal.code).inc()
            return refuse(request, refusal)
        return None
