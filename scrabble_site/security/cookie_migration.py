"""Middleware that migrates the session and CSRF cookies of an earlier release.

On public sites, cookie names got the prefix ``__Host-``. A visitor who has only the old cookie
stays logged in: it is read once and reissued under the new name, and the old one is deleted.

A session that was ever issued under the new name is not accepted under the old one. Otherwise
another host of the same domain could plant a cookie under the old name
(:func:`games.players.services.identity.get_session_from_cookies`).
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware as DjangoSessionMiddleware
from django.http import HttpRequest, HttpResponse

from games.players.services.identity import get_session_from_cookies


class SessionMigrationMiddleware(DjangoSessionMiddleware):
    """Django's session middleware that also accepts the old cookie."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            earlier = get_session_from_cookies(request.COOKIES)
            if earlier is not None:
                earlier.modified = True  # makes Django send the cookie under its new name
                request.session = earlier

    def process_response(self, request: HttpRequest, response: HttpResponse) -> Any:
        answer = super().process_response(request, response)
        _delete_earlier_cookie(
            request, answer, settings.EARLIER_SESSION_COOKIE, settings.SESSION_COOKIE_NAME
        )
        return answer


class CsrfMigrationMiddleware:
    """Runs before Django's CSRF check, so that pages opened before the update can still submit."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name, earlier = settings.CSRF_COOKIE_NAME, settings.EARLIER_CSRF_COOKIE
        if name not in request.COOKIES and earlier in request.COOKIES:
            request.COOKIES[name] = request.COOKIES[earlier]
            request.META["CSRF_COOKIE_NEEDS_UPDATE"] = True
        response = self.get_response(request)
        _delete_earlier_cookie(request, response, earlier, name)
        return response


def _delete_earlier_cookie(
    request: HttpRequest, response: HttpResponse, earlier: str, name: str
) -> None:
    if name != earlier and earlier in request.COOKIES and response.status_code < 500:
        response.delete_cookie(earlier, samesite="Lax")
