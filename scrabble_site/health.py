"""The addresses a proxy, a monitor or a test asks whether this site works."""

import time

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.health.services import SILENCE, silent_loops

_STARTED = time.monotonic()


@never_cache
@require_safe
def show_health(_request: HttpRequest) -> HttpResponse:
    """503 when this process cannot reach its database, or its own worker stands still.

    Workers that run elsewhere are only told of: this process can serve without them.
    """
    silent = _silent_loops()
    if silent is None:
        return _say("The database is out of reach.", 503)
    if not silent:
        return _say("ok", 200)
    told = f"No sign of life from the worker: {', '.join(silent)}."
    return _say(told, 503) if settings.EMBEDDED_WORKER else _say(f"ok\n{told}", 200)


@never_cache
@require_safe
def show_worker_health(_request: HttpRequest) -> HttpResponse:
    """503 when no worker works, wherever it should run."""
    silent = _silent_loops()
    if silent is None:
        return _say("The database is out of reach.", 503)
    return _say(f"Silent: {', '.join(silent)}." if silent else "ok", 503 if silent else 200)


def _silent_loops() -> list[str] | None:
    """``None`` without a database. A site that has just started is given time."""
    try:
        silent = silent_loops(timezone.now())
    except DatabaseError:
        return None
    return silent if time.monotonic() - _STARTED > SILENCE.total_seconds() else []


def _say(text: str, status: int) -> HttpResponse:
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain; charset=utf-8")
