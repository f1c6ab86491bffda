"""The URLs where a proxy, a monitor or a test finds out whether the site works."""

import logging

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scrabble_site.health.readiness import run_checks

logger = logging.getLogger(__name__)


@never_cache
@require_safe
def show_health(_request: HttpRequest) -> HttpResponse:
    """Answer "ok": this process reads requests and has a thread to answer them."""
    return _build_text_response(["ok"], 200)


@never_cache
@require_safe
def show_readiness(_request: HttpRequest) -> HttpResponse:
    """Report each readiness check on a line, with status 503 if one fails.

    This is for operators; the proxy blocks it for everyone else.
    """
    try:
        failures = run_checks()
    except Exception:
        logger.exception("Could not run the readiness checks")
        return _build_text_response(["unknown"], 503)
    lines = [f"{name}: {failure or 'ok'}" for name, failure in failures.items()]
    return _build_text_response(lines, 503 if any(failures.values()) else 200)


def _build_text_response(lines: list[str], status: int) -> HttpResponse:
    text = "".join(f"{line}\n" for line in lines)
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")
