"""Who sends a request: a visitor known by a signed session, with or without an account.

Sessions are signed cookies (``scrabble_site.security.sessions``), so a seat survives restarts
without a table of sessions. A visitor gets an id with the first page, and becomes the player with
this id on the first action. So two first actions at once create only one player.
:mod:`games.play.services.naming` creates players.

Because a cookie can be copied, it also contains the player's *epoch*, which is counted up to end
all sessions, and for members the *number* of the session, which ends at log-out. A request with an
outdated epoch or an ended number is a stranger's. On the path of a move this takes no extra query:
the :class:`SessionClaim` is compared with a row that is read anyway.
:mod:`games.players.live.socket_auth` checks sockets, and :mod:`games.accounts` handles log-in and
log-out.
"""

import time
from collections.abc import Mapping
from datetime import timedelta
from importlib import import_module
from math import inf
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.utils import timezone

from games.players.models import Player
from games.players.services.sessions import open_session
from games.players.signals import browser_reassigned, session_left

PLAYER_KEY = "player"
EPOCH_KEY = "epoch"
MEMBER_KEY = "member"
"""Set in a session whose player has an account."""
NUMBER_KEY = "number"
"""The number of the member's session; see :mod:`games.players.services.sessions`."""
UNTIL_KEY = "until"
"""When the session of a player with access to the admin ends, in seconds since 1970."""

STAFF_SESSION_LIFETIME = timedelta(days=14)
"""How long people with access to the admin stay logged in."""

HOST_COOKIE_KEY = "host"
"""Set in every session whose cookie has the prefix ``__Host-``."""

CLAIM_KEY = "tileroom.claim"
"""In the scope of a socket that a program authenticated with a token; see :mod:`games.api`."""


class SessionClaim(NamedTuple):
    """The player whom a session names; ``player`` is ``""`` for no one.

    ``number`` is that of a member's session. A claim says nothing about whether it is still valid.
    """

    player: str
    epoch: int
    number: int = 0


def get_visitor_id(request: HttpRequest) -> UUID:
    """Return the visitor's id in this session, and store a new one if there is none.

    A visitor whose session was ended is a stranger. Their session is only changed by a POST
    request: a page can be requested while the response to a log-in is still on its way.
    """
    if known := get_known_id(request):
        return UUID(known)
    visitor = uuid4()
    if not _has_ended(request) or request.method == "POST":
        log_out_visitor(request)
        request.session[PLAYER_KEY] = str(visitor)
    return visitor


def get_player(request: HttpRequest) -> Player | None:
    """Return the player of this session, or ``None`` for a stranger.

    Visitors who have not done anything yet, and those whose session has ended, are strangers.
    """
    if not getattr(request, "_player", None):
        claim = get_claim(request)
        people = Player.objects.select_related("notification_settings", "user")
        found = people.filter(pk=claim.player).first() if claim.player else None
        if found is not None and not is_claim_valid(found, claim):
            found = None
            request._ended = True  # type: ignore[attr-defined]
        request._player = found  # type: ignore[attr-defined]
    return request._player  # type: ignore[attr-defined]


def was_logged_out(request: HttpRequest) -> bool:
    """Return whether this session belonged to a player until it was ended elsewhere."""
    get_player(request)
    return _has_ended(request)


def is_claim_valid(player: Player, claim: SessionClaim) -> bool:
    """Return whether a session has not ended. Sessions of disabled accounts have."""
    return is_enabled(player) and player.session_validity.is_valid(claim.epoch, claim.number)


def is_enabled(player: Player) -> bool:
    """Return whether the player's account is enabled; guests have none, and count as enabled."""
    return player.user is None or player.user.is_active


def log_in_as(request: HttpRequest, player: Player) -> None:
    """Make this browser a player's from now on. For a member this begins a session."""
    end_session(request.session)
    request.session[PLAYER_KEY] = str(player.pk)
    request.session[EPOCH_KEY] = player.epoch
    if player.user_id is not None:
        agent = request.headers.get("User-Agent", "")
        request.session[MEMBER_KEY] = True
        request.session[NUMBER_KEY] = open_session(player, agent, timezone.now())
        limit_staff_session(request, player)
    request._player, request._ended = player, False  # type: ignore[attr-defined]
    browser_reassigned.send(sender=Player, request=request, player=player)


def limit_staff_session(request: HttpRequest, player: Player) -> None:
    """Limit the session of a player with access to the admin to :data:`STAFF_SESSION_LIFETIME`.

    The limit also holds for playing.
    """
    request.session.pop(UNTIL_KEY, None)
    if player.user is not None and player.user.is_staff:
        request.session[UNTIL_KEY] = time.time() + STAFF_SESSION_LIFETIME.total_seconds()


def log_out_visitor(request: HttpRequest) -> None:
    """Make this browser a stranger's from now on."""
    end_session(request.session)
    for key in (PLAYER_KEY, EPOCH_KEY, UNTIL_KEY):
        request.session.pop(key, None)
    request._player, request._ended = None, False  # type: ignore[attr-defined]
    browser_reassigned.send(sender=Player, request=request, player=None)


def end_session(session: Any) -> None:
    """End the member's session named by this cookie, if any.

    All copies of the cookie end with it.
    """
    if session.pop(MEMBER_KEY, None):
        session_left.send(sender=Player, claim=_get_claim_from_session(session))
    session.pop(NUMBER_KEY, None)


def get_known_id(request: HttpRequest) -> str:
    """Return the id in this session, or "" for a new visitor.

    There may be no player with this id yet.
    """
    if not hasattr(request, "_player"):
        get_player(request)
    return get_claim(request).player


def get_claim(request: HttpRequest) -> SessionClaim:
    """Return whom this session names, without checking whether it is still valid."""
    return SessionClaim("", 0) if _has_ended(request) else _get_claim_from_session(request.session)


def get_claim_from_scope(scope: Mapping[str, Any]) -> SessionClaim:
    """Return whom the session or token of a socket names.

    It makes no query, because sessions are signed cookies.
    """
    known: SessionClaim | None = scope.get(CLAIM_KEY)
    if known is not None:
        return known
    session = get_session_from_scope(scope)
    return SessionClaim("", 0) if session is None else _get_claim_from_session(session)


def get_session_from_scope(scope: Mapping[str, Any]) -> Any:
    """Return the session of an ASGI request or socket, or ``None`` if no cookie names one."""
    cookies = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
    return get_session_from_cookies(parse_cookie(cookies.decode("latin-1")))


def get_session_from_cookies(cookies: Mapping[str, str]) -> Any:
    """Return the session that cookies name, or ``None``.

    A cookie with the name of an earlier release counts only if that release issued it (see
    :mod:`scrabble_site.security.cookie_migration`).
    """
    store = import_module(settings.SESSION_ENGINE).SessionStore
    if key := cookies.get(settings.SESSION_COOKIE_NAME):
        return store(key)
    if key := cookies.get(settings.EARLIER_SESSION_COOKIE):
        earlier = store(key)
        return None if HOST_COOKIE_KEY in earlier else earlier
    return None


def get_player_id_from_scope(scope: Mapping[str, Any]) -> str:
    """Return the player's id for a socket, whose session the middleware has already checked."""
    return get_claim_from_scope(scope).player


def _has_ended(request: HttpRequest) -> bool:
    return getattr(request, "_ended", False)


def _get_claim_from_session(session: Any) -> SessionClaim:
    player = str(session.get(PLAYER_KEY) or "")
    if not _is_player_id(player) or session.get(UNTIL_KEY, inf) < time.time():
        return SessionClaim("", 0)
    return SessionClaim(player, session.get(EPOCH_KEY, 0), session.get(NUMBER_KEY, 0))


def _is_player_id(text: str) -> bool:
    # Every page compares it with keys of rows, which would fail with anything but a UUID.
    try:
        UUID(text)
    except ValueError:
        return False
    return True
