"""Whose a browser is after a log-in, a log-out or a new password: what the session holds.

Django and django-allauth tell of these by signals; what follows in the database is done by
:mod:`games.accounts.services.joining`.
"""

from typing import Any

from allauth.account import signals as allauth
from django.contrib import messages
from django.contrib.auth import signals as django
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts.services.joining import join
from games.accounts.services.sessions import end_sessions
from games.players.identity import EPOCH_KEY, PLAYER_KEY, become, player_of
from games.players.models import Player

APART_KEY = "apart"
"""In a member's session: id and epoch of the guest who keeps a seat here."""

STAFF_KEY = "account_staff"
"""Whom a session lets into the admin. It is kept in a row, which goes with the log-out, so that a
copied cookie is worth nothing afterwards."""


def connect() -> None:
    """Called once, when the apps are ready."""
    django.user_logged_in.connect(_come_back, dispatch_uid="games.accounts")
    allauth.user_logged_in.connect(_come_in, dispatch_uid="games.accounts")
    django.user_logged_out.connect(_go, dispatch_uid="games.accounts")
    for changed in (allauth.password_changed, allauth.password_set, allauth.password_reset):
        changed.connect(_start_anew, dispatch_uid="games.accounts")


def enter(request: HttpRequest, user: User) -> Player:
    """This browser is the member's from now on, and what was done here as a guest is theirs."""
    joined = join(user, player_of(request), timezone.now())
    become(request, joined.player)
    if joined.apart is not None:
        request.session[APART_KEY] = [str(joined.apart.pk), joined.apart.epoch]
        told = _("You sit twice at one table. %(name)s keeps that seat: log out to play on there.")
        messages.info(request, told % {"name": joined.apart.nickname})
    return joined.player


def _come_in(*, request: HttpRequest, user: User, **_signal: Any) -> None:
    """Through this site's own door, where everybody becomes a player."""
    player = player_of(request)
    if player is None or player.user_id != user.pk:
        enter(request, user)


def _come_back(*, request: HttpRequest, user: User, **_signal: Any) -> None:
    """Through any door, the admin's too: an editor need not play."""
    if user.is_staff:
        request.session[STAFF_KEY] = user.pk
    if Player.objects.filter(user=user).exists():
        _come_in(request=request, user=user)


def _go(*, request: HttpRequest, **_signal: Any) -> None:
    """Before the session is emptied: a guest who kept a seat is the browser's again. What was to
    be said to the member is said to nobody."""
    for _told in messages.get_messages(request):
        pass
    if apart := request.session.get(APART_KEY):
        player = Player.objects.filter(pk=apart[0], epoch=apart[1], left_at=None).first()
        if player is not None and player.user_id is None:
            become(request, player)


def _start_anew(*, request: HttpRequest, user: User, **_signal: Any) -> None:
    """With a new password all other sessions end."""
    member = Player.objects.filter(user=user).first()
    if member is None:
        return
    is_here = request.session.get(PLAYER_KEY) == str(member.pk)
    is_here = is_here and request.session.get(EPOCH_KEY, 0) == member.epoch
    end_sessions(member)
    if is_here:
        become(request, member)
