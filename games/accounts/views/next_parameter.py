"""Log-in pages that keep the ``next`` parameter when they start over after a failure."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views
from allauth.account.utils import passthrough_next_redirect_url
from allauth.mfa.webauthn import views as passkeys
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse

from games.common.requests import PageRequest

LOGIN_START_VIEWS = ("account_login", "account_request_login_code")
"""Views where a log-in starts."""


def keep_next(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Add ``next`` to redirects back to a log-in start page, where django-allauth drops it."""

    @wraps(view)
    def returning(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        if isinstance(answer, HttpResponseRedirect) and answer.url in map(
            reverse, LOGIN_START_VIEWS
        ):
            answer["Location"] = passthrough_next_redirect_url(request, answer.url, "next")
        return answer

    return returning


PAGES_KEEPING_NEXT: tuple[tuple[str, Any, str], ...] = (
    ("login/code/confirm/", views.confirm_login_code, "account_confirm_login_code"),
    ("keys/webauthn/login/", passkeys.login_webauthn, "mfa_login_webauthn"),
    (
        "keys/webauthn/reauthenticate/",
        passkeys.reauthenticate_webauthn,
        "mfa_reauthenticate_webauthn",
    ),
)
"""Paths below ``/accounts/`` with django-allauth's view names."""
