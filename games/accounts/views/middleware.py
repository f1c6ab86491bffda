"""Middleware that checks members' sessions and asks for a recent log-in on sensitive pages."""

import time
from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.reauthentication import suspend_request
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser, User
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from games.accounts.services.login_hooks import LOGGED_IN_AT_KEY, STAFF_KEY
from games.accounts.views.staff_passkeys import require_passkey
from games.players.models import Player
from games.players.services.identity import get_claim, get_player
from games.players.services.sessions import SEEN_INTERVAL, record_session_use

RECENT_SECONDS = 15 * 60
"""Seconds for which a log-in counts as recent."""

_GET_AND_POST, _POST_ONLY = ("GET", "POST"), ("POST",)
RECENT_LOGIN_VIEWS = {
    "games:device_link": _GET_AND_POST,
    "games:download_data": _GET_AND_POST,
    "games:tokens": _POST_ONLY,
    "games:renew_clubs_calendar": _POST_ONLY,
    "account_email": _POST_ONLY,
    "account_set_password": _GET_AND_POST,
    "mfa_add_webauthn": _GET_AND_POST,
    "mfa_remove_webauthn": _GET_AND_POST,
}
"""Views that could give others access or that reveal personal data, with the methods concerned.
They work without delay shortly after a log-in, but a cookie copied long ago is not enough."""


class MemberMiddleware:
    """Sets ``request.user`` from sessions that are still valid.

    A cookie whose session has ended logs no one in, nor does an admin cookie whose session row is
    gone. The database is queried only when a view reads ``request.user``.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Lazy, because most requests of players never read the user.
        request.user = SimpleLazyObject(lambda: get_session_user(request))  # type: ignore[assignment]
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        assert request.resolver_match is not None
        if answer := require_passkey(request):
            return answer
        if request.method in RECENT_LOGIN_VIEWS.get(request.resolver_match.view_name, ()):
            return _require_reauthentication(request)
        return None


class SessionActivityMiddleware:
    """Records when a member's session was last used, for the list of sessions.

    Only pages that have already looked up the player count, so that moves cost no extra query.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        player: Player | None = getattr(request, "_player", None)
        if player is not None and request.method == "GET" and "HX-Request" not in request.headers:
            number = get_claim(request).number
            # At most one write per session and interval, in all processes together.
            if number and cache.add(f"seen.{player.pk}.{number}", True, SEEN_INTERVAL.seconds):
                record_session_use(player, number, timezone.now())
        return response


def get_session_user(request: HttpRequest) -> Any:
    """Return the user if the session is still valid, otherwise an anonymous user."""
    user = get_user(request)
    if not isinstance(user, User):
        return user
    # The admin key is in the session's row; a copied cookie lacks it after a log-out.
    if user.is_staff and request.session.get(STAFF_KEY) != user.pk:
        return AnonymousUser()
    player = get_player(request)
    if player is not None and player.user_id == user.pk:
        return user
    is_member = Player.objects.filter(user=user).exists()
    return AnonymousUser() if is_member else user


def has_logged_in_recently(request: HttpRequest) -> bool:
    """Return whether this session has logged in or reauthenticated in the last 15 minutes."""
    records = get_authentication_records(request, request.user)
    proofs = [request.session.get(LOGGED_IN_AT_KEY, 0), *(record["at"] for record in records)]
    return time.time() - max(proofs) < RECENT_SECONDS


def _require_reauthentication(request: HttpRequest) -> HttpResponse | None:
    """Return a redirect for a member who has to reauthenticate, ``None`` otherwise. Guests have
    nothing to authenticate with."""
    player = get_player(request)
    if not request.user.is_authenticated:
        is_guest = player is None or player.user_id is None
        return None if is_guest else suspend_request(request, reverse("account_login"))
    if has_logged_in_recently(request):
        return None
    ways = get_adapter().get_reauthentication_methods(request.user)
    if ways:
        return suspend_request(request, ways[0]["url"])
    return render(request, "games/accounts/log_in_again.html", status=403)
