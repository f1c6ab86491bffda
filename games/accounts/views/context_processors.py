"""Template variables about the visitor, available on every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme

from games.players.services.identity import get_player, was_logged_out

ACCOUNT_PAGES_PREFIX = "/accounts/"
"""Sign-up and log-in pages are below it. No one wants to return to them."""


def visitor(request: HttpRequest) -> dict[str, Any]:
    """Return the visitor's variables.

    ``me``: the player, false for a stranger. ``logged_out``: whether the visitor is a stranger
    because their session was ended elsewhere. Both are looked up only if a template uses them.
    ``sends_mail``: whether the site can send e-mail. ``return_to``: the path to come back to after
    signing up or logging in from this page.
    """
    has_session = hasattr(request, "session")  # missing if an earlier middleware refused it
    return {
        "me": SimpleLazyObject(lambda: get_player(request) if has_session else None),
        "logged_out": SimpleLazyObject(lambda: has_session and was_logged_out(request)),
        "sends_mail": settings.MAIL_ENABLED,
        "return_to": get_return_path(request),
    }


def get_return_path(request: HttpRequest) -> str:
    """Return the path of this page. On account pages return the path given by ``next`` if it is on
    this site, otherwise "/"."""
    if not request.path.startswith(ACCOUNT_PAGES_PREFIX):
        return request.path
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    own = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if own and wanted.startswith("/") else "/"
