"""Error responses: unreadable requests (400), django-allauth's rate limits (429), failures (500)
and an unavailable database (503). Other errors have templates."""

import logging
import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template

from games.common.database_outages import is_outage
from games.common.requests import PageRequest
from games.play.views.responses import answer_refusal
from scrabble_site.shared.refusals import TooManyRequests

logger = logging.getLogger(__name__)

RETRY_AFTER_SECONDS = 5
"""Seconds after which a visitor may retry."""

SHORTEST_RATE_SECONDS = 60
"""The shortest period in ``ACCOUNT_RATE_LIMITS``. django-allauth does not say which rate was
exceeded."""


def show_bad_request(_request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - passed by name
    """Answer 400 in plain text. Django's own view would parse the bad form again and fail."""
    text = "This request could not be read.\n"
    return HttpResponse(text, status=400, content_type="text/plain; charset=utf-8")


def show_too_many_requests(request: PageRequest) -> HttpResponse:
    """Answer 429 to too many sign-ups or requests for e-mail."""
    return answer_refusal(
        request, TooManyRequests("accounts.too_soon", seconds=SHORTEST_RATE_SECONDS)
    )


def show_server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500, or 503 if the database is unavailable.

    Django calls this while it handles the exception. These pages query nothing, so they cannot
    fail in turn.
    """
    if not is_outage(sys.exc_info()[1]):
        return HttpResponse(get_template("500.html").render(), status=500)
    logger.warning("The database is unreachable: %s", request.path)
    text = get_template("503.html").render()
    response = HttpResponse(text, status=503, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})
    response._has_been_logged = True  # type: ignore[attr-defined] # one line is enough for Django
    return response
