"""What a browser's session holds after a log-in, a log-out or a change of password.

Django and django-allauth announce these events by signals. The changes to players are made by
:mod:`games.accounts.services.account_merging`.
"""

import logging
import time
from typing import Any

from allauth.account import signals as allauth
from allauth.account.authentication import get_authentication_records
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth import signals as django
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Q
from django.db.models.signals import post_save, pre_delete, pre_save
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts.services.account_merging import create_restricted_guest, get_or_merge_member
from games.accounts.services.email_confirmation import (
    has_confirmed_email,
    mark_confirmed,
    reset_credentials,
)
from games.accounts.services.login_attempts import remember_account
from games.accounts.services.sessions import (
    end_claimed_session,
    end_sessions,
    lock_account_player,
    log_out_everywhere,
)
from games.common.names import isolate_name
from games.players.models import Player
from games.players.services.deleted_accounts import restore_sanctions
from games.players.services.identity import (
    get_player,
    limit_staff_session,
    log_in_as,
    log_out_visitor,
)
from games.players.services.sanctions import copy_sanctions
from games.players.signals import session_left

SEATED_GUEST_KEY = "apart"
"""In a member's session: id and epoch of the guest who still holds a seat in this browser."""

LOGGED_IN_AT_KEY = "proved"
"""When this session logged in, in seconds since 1970. Following a device link does not set it."""

STAFF_KEY = "account_staff"
"""The account a session may enter the admin with. It is kept in the session's database row, which
is deleted at log-out, so a copied cookie is worthless afterwards."""


logger = logging.getLogger(__name__)


def connect_signals() -> None:
    """Connect the receivers; called once when the apps are ready."""
    django.user_login_failed.connect(_log_failure, dispatch_uid="games.accounts")
    django.user_logged_in.connect(_on_any_login, dispatch_uid="games.accounts")
    allauth.user_logged_in.connect(_on_site_login, dispatch_uid="games.accounts")
    django.user_logged_out.connect(_on_logout, dispatch_uid="games.accounts")
    session_left.connect(end_claimed_session, dispatch_uid="games.accounts")
    pre_save.connect(_mark_security_change, sender=User, dispatch_uid="games.accounts")
    post_save.connect(_end_sessions_after_change, sender=User, dispatch_uid="games.accounts")
    pre_delete.connect(_end_sessions_before_deletion, sender=User, dispatch_uid="games.accounts")
    for changed in (allauth.password_changed, allauth.password_set, allauth.password_reset):
        changed.connect(_on_password_changed, dispatch_uid="games.accounts")
    allauth.email_confirmed.connect(_on_email_confirmed, dispatch_uid="games.accounts")
    allauth.password_reset.connect(_on_password_reset, dispatch_uid="games.accounts.owner")


def start_member_session(request: HttpRequest, user: User) -> Player:
    """Log this browser in as the member, merging what was done here as a guest."""
    joined = get_or_merge_member(user, get_player(request), timezone.now())
    log_in_as(request, joined.player)
    if joined.seated_guest is not None:
        request.session[SEATED_GUEST_KEY] = [str(joined.seated_guest.pk), joined.seated_guest.epoch]
        text = _("You also have a seat in the same room as a guest. To play as %(name)s, log out.")
        messages.info(request, text % {"name": isolate_name(joined.seated_guest.shown_name)})
    return joined.player


def _on_site_login(*, request: HttpRequest, user: User, **_signal: Any) -> None:
    """Make the user a player after a log-in through the site's own pages."""
    player = get_player(request)
    if player is None or player.user_id != user.pk:
        start_member_session(request, user)


def _on_any_login(*, request: HttpRequest, user: User, **_signal: Any) -> None:
    """Record a log-in through the site or the admin. An editor in the admin need not be a
    player."""
    logger.info("Account %s logged in", user.pk)
    request.session[LOGGED_IN_AT_KEY] = int(time.time())
    remember_account(request, user)
    if user.is_staff:
        request.session[STAFF_KEY] = user.pk
    member = Player.objects.filter(user=user).first()
    if member is not None:
        _on_site_login(request=request, user=user)
        limit_staff_session(request, member)


def _log_failure(*, credentials: dict[str, Any], **_signal: Any) -> None:
    """Log which account was tried, never what was typed: people type passwords into the wrong
    field."""
    login = str(credentials.get("email") or credentials.get("username") or "")
    tried = User.objects.filter(Q(email__iexact=login) | Q(username__iexact=login)) if login else ()
    logger.warning("Log-in failed for account %s", [one.pk for one in tried] or "unknown")


def _on_logout(*, request: HttpRequest, **_signal: Any) -> None:
    """Prepare the session before it is emptied: a guest who kept a seat becomes this browser's
    player again. Messages meant for the member are discarded."""
    current, now = get_player(request), timezone.now()
    # Iterating over the messages marks them as read, so the next visitor does not see them.
    for _message in messages.get_messages(request):
        pass
    if seated_guest := request.session.get(SEATED_GUEST_KEY):
        player = Player.objects.filter(
            pk=seated_guest[0], epoch=seated_guest[1], left_at=None
        ).first()
        if player is not None and player.user_id is None:
            if current is not None:
                copy_sanctions(current, player, now)
            log_in_as(request, player)
            return
    if current is not None and current.user_id is not None:
        _continue_as_restricted_guest(request, current)


def log_out(request: HttpRequest) -> None:
    """Log a member or guest out. The browser then belongs to no one, unless a guest still holds a
    seat here or sanctions have to follow the player."""
    before = get_player(request)
    logout(request)
    after = get_player(request)
    if after is None or after == before:
        log_out_visitor(request)
        if before is not None:
            _continue_as_restricted_guest(request, before)


def _continue_as_restricted_guest(request: HttpRequest, player: Player) -> None:
    """Keep a sanctioned player from escaping the sanction by playing on as a guest."""
    guest = create_restricted_guest(player, timezone.now())
    if guest is not None:
        log_in_as(request, guest)


def _mark_security_change(instance: User, *, update_fields: Any = None, **_signal: Any) -> None:
    """Before an account is saved, note whether its password or its enabled state changes.

    A password that is merely rehashed at today's cost has not changed.
    """
    written = update_fields or ("password", "is_active")
    before = User.objects.filter(pk=instance.pk).first()
    hashed_anew = instance._password is None and set(written) == {"password"}  # type: ignore[attr-defined]
    changed = before is not None and any(
        name in written and getattr(instance, name) != getattr(before, name)
        for name in ("password", "is_active")
    )
    instance._ends_sessions = changed and not hashed_anew  # type: ignore[attr-defined]
    if changed and not hashed_anew and connection.in_atomic_block:
        lock_account_player(instance)  # rooms and people are locked before accounts


def _end_sessions_after_change(instance: User, **_signal: Any) -> None:
    """End all sessions after a change of password or of the enabled state."""
    if getattr(instance, "_ends_sessions", False):
        member = Player.objects.filter(user=instance).first()
        if member is not None:
            end_sessions(member)


def _end_sessions_before_deletion(instance: User, **_signal: Any) -> None:
    """End all sessions of an account that is deleted in another way than by
    :mod:`games.accounts.services.account_deletion`: its player would play on under that name."""
    member = Player.objects.filter(user=instance).first()
    if member is not None:
        end_sessions(member)


def _on_email_confirmed(*, request: HttpRequest, email_address: Any, **_signal: Any) -> None:
    """Reset an account whose address is confirmed from a browser that has not logged in to it:
    another person may have set it up."""
    user = email_address.user
    member = Player.objects.filter(user=user).first()
    if member is not None:
        restore_sanctions(member, email_address.email, timezone.now())
    if has_logged_in(request, user):
        return
    had_password = user.has_usable_password()
    reset_credentials(user)
    text = _get_confirmed_text()
    if had_password:
        text += " " + _("Your old password no longer works either. Set a new one in your settings.")
    messages.warning(request, text)


def has_logged_in(request: HttpRequest, user: User) -> bool:
    """Return whether this browser is logged in to an account, and not only by a device link."""
    is_own = request.user.is_authenticated and request.user.pk == user.pk
    proofs = (LOGGED_IN_AT_KEY in request.session, get_authentication_records(request, user))
    return is_own and any(proofs)


def _on_password_reset(*, request: HttpRequest, user: User, **_signal: Any) -> None:
    """Treat a password reset by mail as the first confirmation of the address, if there was
    none."""
    if not has_confirmed_email(user):
        reset_credentials(user, keep_password=True)
        mark_confirmed(user)
        messages.warning(request, _get_confirmed_text())


def _get_confirmed_text() -> str:
    return _(
        "Your e-mail address is confirmed. Earlier sessions, API tokens and passkeys no longer "
        "work."
    )


def _on_password_changed(*, request: HttpRequest, user: User, **_signal: Any) -> None:
    """End all other sessions after a change of password."""
    current = get_player(request)  # read before the sessions end
    member = Player.objects.filter(user=user).first()
    if member is None:
        return
    log_out_everywhere(member, timezone.now(), why="password")
    if current is not None and current.pk == member.pk:
        log_in_as(request, member)
