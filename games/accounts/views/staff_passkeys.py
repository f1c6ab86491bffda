"""Requires staff to use a passkey, on sites configured so.

A password can be guessed, reused or phished. So until a staff session has used a passkey it reaches
only the page that asks for one, or the page that sets one up if there is none. WebSockets treat it
as a stranger's session until then.
"""

from collections.abc import Mapping
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.internal.flows.add import validate_can_add_authenticator
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.accounts.services.login_hooks import STAFF_KEY
from games.players.services.identity import get_session_from_scope

PASSKEY_METHOD = "mfa"
"""The name django-allauth records for authentication by passkey."""

EXEMPT_VIEWS = {
    *("manifest", "worker", "offline", "health", "readiness", "security_txt"),
    *("privacy", "terms", "cookies", "imprint", "contact"),
    *("account_logout", "admin:logout"),
}
"""Views that need no passkey: they reveal nothing about anyone, or end the session."""

SETUP_VIEWS = {"mfa_add_webauthn", "account_reauthenticate"}
"""Views where staff add their first passkey, after entering their password."""

CONFIRMATION_VIEWS = {"account_email", "account_confirm_email", "account_email_verification_sent"}
"""Views for confirming an address first. While one is unconfirmed no passkey can be added."""

VERIFICATION_VIEWS = {"mfa_reauthenticate_webauthn"}


def connect_signals() -> None:
    """Connect the receiver; called once when the apps are ready."""
    authenticator_added.connect(
        _on_passkey_added, dispatch_uid="games.accounts.views.staff_passkeys"
    )


def require_passkey(request: HttpRequest) -> HttpResponse | None:
    """Return a redirect for a staff session that has not used a passkey, ``None`` to let it pass.
    Players' sessions cost no query."""
    if not settings.STAFF_NEED_PASSKEY or not _is_staff_session(request.session):
        return None
    assert request.resolver_match is not None
    view = request.resolver_match.view_name
    if view in EXEMPT_VIEWS or not isinstance(request.user, User) or not request.user.is_staff:
        return None
    if not _has_passkey(request.user):
        return _require_setup(request, view)
    if view in VERIFICATION_VIEWS or _has_used_passkey(request, request.user):
        return None
    where = reverse("mfa_reauthenticate_webauthn")
    return redirect(f"{where}?{urlencode({'next': _get_next_url(request)})}")


def _require_setup(request: HttpRequest, view: str) -> HttpResponse | None:
    try:
        # Fails while an address of the account is unconfirmed.
        validate_can_add_authenticator(request.user)
    except ValidationError:
        return None if view in CONFIRMATION_VIEWS else redirect("account_email")
    if view in SETUP_VIEWS:
        return None
    messages.info(request, _("Staff accounts need a passkey. Set one up to continue."))
    return redirect("mfa_add_webauthn")


async def is_barred_socket(scope: Mapping[str, Any]) -> bool:
    """Return whether a WebSocket belongs to a staff session that must use a passkey first. Players'
    sockets cost no query."""
    if not settings.STAFF_NEED_PASSKEY:
        return False
    session = get_session_from_scope(scope)
    if session is None or not _may_be_staff_session(session):
        return False
    return bool(await database_sync_to_async(_lacks_passkey)(session))


def _lacks_passkey(session: Any) -> bool:
    if not _is_staff_session(session):
        return False
    user = User.objects.filter(pk=session[SESSION_KEY], is_staff=True).first()
    if user is None:
        return False
    # django-allauth reads its records from a request; a socket has none.
    request = HttpRequest()
    request.session = session
    return not _has_passkey(user) or not _has_used_passkey(request, user)


def _has_passkey(user: User) -> bool:
    return Authenticator.objects.filter(user=user, type="webauthn").exists()


def _has_used_passkey(request: HttpRequest, user: User) -> bool:
    records = get_authentication_records(request, user)
    return any(record.get("method") == PASSKEY_METHOD for record in records)


def _is_staff_session(session: Any) -> bool:
    """Return whether this is a staff session. Queries only for sessions stored in the database,
    which are staff's and those of log-ins in progress."""
    return _may_be_staff_session(session) and STAFF_KEY in session


def _may_be_staff_session(session: Any) -> bool:
    return SESSION_KEY in session and "row" in session


def _get_next_url(request: HttpRequest) -> str:
    return request.get_full_path() if request.method == "GET" else reverse("admin:index")


def _on_passkey_added(
    *, request: HttpRequest, user: User, authenticator: Authenticator, **_signal: Any
) -> None:
    """Count adding a passkey as using it, so that staff need not use it again right away."""
    record_authentication(
        request, user, PASSKEY_METHOD, id=authenticator.pk, type=authenticator.type
    )
