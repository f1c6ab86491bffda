"""Log-in pages that need e-mail, for sites that may have no mail server."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views
from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from games.common.requests import PageRequest


def require_mail_server(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Run the view if the site sends mail; otherwise show a page that explains why it is
    unavailable."""

    @wraps(view)
    @never_cache
    def explaining(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if settings.MAIL_ENABLED:
            return view(request, *args, **kwargs)
        return render(request, "account/mail_not_set_up.html")

    return explaining


MAIL_DEPENDENT_PAGES: tuple[tuple[str, Any, str], ...] = (
    ("password/reset/", views.password_reset, "account_reset_password"),
    ("password/reset/done/", views.password_reset_done, "account_reset_password_done"),
    ("login/code/", views.request_login_code, "account_request_login_code"),
    ("email/", views.email, "account_email"),
    ("confirm-email/", views.email_verification_sent, "account_email_verification_sent"),
)
"""Paths below ``/accounts/`` with django-allauth's view names, which rate limits and the recent
log-in check refer to."""
