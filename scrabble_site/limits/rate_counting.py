"""Rate limits for POST requests, and for the few GET requests that are expensive.

The limits of each view are in :mod:`scrabble_site.limits.table`. A refusal looks like any refusal
by a service.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.accounts.services.login_attempts import spend_login_attempt, spend_mailed_code
from games.common.client_addresses import get_client_address, remember_address
from games.common.metrics import REFUSALS
from games.common.rate_limits import enforce_rate_limit
from games.common.requests import PageRequest
from games.play.views.responses import answer_refusal
from games.players.services.identity import get_claim
from scrabble_site.shared.refusals import TooManyRequests

ACCOUNT_COUNTERS: dict[str, tuple[str, Callable[[HttpRequest, str], None]]] = {
    "admin:login": ("username", spend_login_attempt),
    "account_request_login_code": ("email", spend_mailed_code),
    "account_reset_password": ("email", spend_mailed_code),
}
"""Views that are also counted per account: the form field that names it, and the counter.

Passwords that django-allauth asks for are counted in our account adapter.
"""

GetResponse = Callable[[HttpRequest], HttpResponse]


class RateLimitMiddleware:
    """Counts views by player and address. Runs after sessions and the CSRF check."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self._limits = {
            view: name
            for name, rate in settings.RATE_LIMITS.items()
            for view in rate.post_views.split()
        }
        self._reads = {
            view: name
            for name, rate in settings.RATE_LIMITS.items()
            for view in rate.get_views.split()
        }

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with remember_address(get_client_address(request)):
            return self.get_response(request)

    def process_view(
        self, request: PageRequest, _view: Any, _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        if not settings.LIMITS_ENABLED:
            return None
        assert request.resolver_match is not None
        view = request.resolver_match.view_name
        posted = request.method == "POST"
        name = self._limits.get(view, "other_commands") if posted else self._reads.get(view)
        if name is None:
            return None
        try:
            enforce_rate_limit(
                name,
                player=get_claim(request).player,
                address=get_client_address(request),
            )
            if posted and view in ACCOUNT_COUNTERS:
                field, count = ACCOUNT_COUNTERS[view]
                count(request, request.POST.get(field, ""))
        except TooManyRequests as refusal:
            REFUSALS.labels(refusal.code).inc()
            return answer_refusal(request, refusal)
        return None
