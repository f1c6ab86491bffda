"""The addresses a proxy, a monitor or a test asks whether this site works."""

import logging

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scrabble_site.readiness import find_troubles

logger = logging.getLogger(__name__)


@never_cache
@require_safe
def show_health(_request: HttpRequest) -> HttpResponse:
    """This process is alive: it reads requests, and a thread is free to answer."""
    return _say(["ok"], 200)


@never_cache
@require_safe
def show_readiness(_request: HttpRequest) -> HttpResponse:
    """A line for each thing the site needs; 503 when one is amiss. For the eyes of operators:
    the proxy lets nobody else ask."""
    try:
        troubles = find_troubles()
    except Exception:
        logger.exception("Could not find out what is amiss")
        return _say(["nobody knows"], 503)
    lines = [f"{name}: {trouble or 'ok'}" for name, trouble in troubles.items()]
    return _say(lines, 503 if any(troubles.values()) else 200)


def _say(lines: list[str], status: int) -> HttpResponse:
    text = "".join(f"{line}\n" for line in lines)
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")
