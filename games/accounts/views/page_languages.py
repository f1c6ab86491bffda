"""The language of pages, and the choice of another one in the navigation bar.

A cookie comes first, then the player's row, then the browser's ``Accept-Language``. A language
from the row becomes a cookie, so that commands and sockets need no query for it. A language that
only the browser asks for is kept in the row, because e-mails and push messages have no header.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from games.common.languages import get_accepted_language, get_chosen_language, is_site_language
from games.common.requests import PageRequest
from games.players.models import Player
from games.players.services.identity import get_player
from games.players.services.languages import save_language

NO_PAGES = ("/api/", "/healthz", "/readyz", "/sw.js", "/manifest.webmanifest")
"""Beginnings of paths that belong to no one in particular, so no player is looked up for them."""


class PageLanguageMiddleware:
    """Answers each request in the visitor's language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen = get_chosen_language(request.COOKIES)
        owned = "" if chosen or not is_page(request) else _get_own_language(request)
        accepted = get_accepted_language(request.headers.get("Accept-Language", ""))
        language = chosen or owned or accepted or settings.LANGUAGE_CODE
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        player: Player | None = getattr(request, "_player", None)
        is_other = language != settings.LANGUAGE_CODE
        if is_other and player and not player.language and is_page(request):
            save_language(player, language)
        if owned and settings.LANGUAGE_COOKIE_NAME not in response.cookies:
            remember_language(response, owned)
        response.headers.setdefault("Content-Language", language)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, ["Accept-Language", "Cookie"])
        return response


@require_POST
def choose_language(request: PageRequest) -> HttpResponse:
    """Read pages in another language from now on, and return to the page it was chosen on."""
    language = request.POST.get("language", "")
    target = request.POST.get("next") or "/"
    if not url_has_allowed_host_and_scheme(target, None) or not target.startswith("/"):
        target = "/"
    response = redirect(target)
    if is_site_language(language):
        remember_language(response, language)
        if player := get_player(request):
            save_language(player, language)
    return response


def remember_language(response: HttpResponse, language: str) -> None:
    """Set the cookie that names the language of this browser."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def is_page(request: HttpRequest) -> bool:
    """Return whether someone opens a page, and not a part of one."""
    return (
        request.method == "GET"
        and "HX-Request" not in request.headers
        and not request.path.startswith(NO_PAGES)
    )


def _get_own_language(request: HttpRequest) -> str:
    player = get_player(request) if hasattr(request, "session") else None
    return player.language if player and is_site_language(player.language) else ""
