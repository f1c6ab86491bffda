"""Who is asking: a visitor known by a signed session, with or without an account.

Sessions are signed cookies (``scrabble_site.sessions``), so a seat outlives restarts and needs no
row of its own. A visitor's id is theirs from the first page on and becomes a player's with the
first deed, so that two first deeds at once make one player. Players are made in
:mod:`games.play.services.naming`.

A cookie can be copied. So it carries the player's *epoch* besides, which is counted on to end
every session there is: nobody is known whose epoch has passed. On the way of a move nothing is
asked for that: there the :class:`Claim` is compared with a row that is read anyway. For sockets it
is :mod:`games.players.doorkeeper` that looks. Log-in and log-out: :mod:`games.accounts`.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.conf import settings
from django.http import HttpRequest, parse_cookie

from games.players.models import Player
from games.players.signals import browser_taken

PLAYER_KEY = "player"
EPOCH_KEY = "epoch"
MEMBER_KEY = "member"
"""In a session whose player has an account."""

CLAIM = "tileroom.claim"
"""In the scope of a socket whose program said by a token who it is: see :mod:`games.api`."""


class Claim(NamedTuple):
    """Who a session says it is; ``player`` is ``""`` for nobody."""

    player: str
    epoch: int


def visitor_of(request: HttpRequest) -> UUID:
    """The id of whoever looks at the site with this browser; a new one is put into the session.

    Who was somebody until that session was ended is a stranger. The session is written for a deed
    alone: a page may be asked for while the answer to a log-in is still under way.
    """
    if known := known_id(request):
        return UUID(known)
    visitor = uuid4()
    if not _has_ended(request) or request.method == "POST":
        forget(request)
        request.session[PLAYER_KEY] = str(visitor)
    return visitor


def player_of(request: HttpRequest) -> Player | None:
    """The player of this session, ``None`` for someone who has not done anything yet."""
    if not getattr(request, "_player", None):
        claim = claim_of(request)
        people = Player.objects.select_related("telling")
        found = people.filter(pk=claim.player).first() if claim.player else None
        if found is not None and found.epoch != claim.epoch:
            found = None
            request._ended = True  # type: ignore[attr-defined]
        request._player = found  # type: ignore[attr-defined]
    return request._player  # type: ignore[attr-defined]


def become(request: HttpRequest, player: Player) -> None:
    """From now on this browser is a certain player's."""
    request.session[PLAYER_KEY] = str(player.pk)
    request.session[EPOCH_KEY] = player.epoch
    if player.user_id is not None:
        request.session[MEMBER_KEY] = True
    else:
        request.session.pop(MEMBER_KEY, None)
    request._player, request._ended = player, False  # type: ignore[attr-defined]
    browser_taken.send(sender=Player, request=request, player=player)


def forget(request: HttpRequest) -> None:
    """From now on this browser is a stranger's."""
    for key in (PLAYER_KEY, EPOCH_KEY, MEMBER_KEY):
        request.session.pop(key, None)
    request._player, request._ended = None, False  # type: ignore[attr-defined]
    browser_taken.send(sender=Player, request=request, player=None)


def known_id(request: HttpRequest) -> str:
    """The id that this session holds, whether or not there is such a player yet; empty for
    someone who has not been here before."""
    if not hasattr(request, "_player"):
        player_of(request)
    return claim_of(request).player


def claim_of(request: HttpRequest) -> Claim:
    """Who this session says it is, unasked whether that still holds."""
    return Claim("", 0) if _has_ended(request) else _claim_in(request.session)


def claim_in_scope(scope: Mapping[str, Any]) -> Claim:
    """The same of whoever opens a socket. Sessions are signed cookies: no query is made."""
    known: Claim | None = scope.get(CLAIM)
    if known is not None:
        return known
    cookies = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
    key = parse_cookie(cookies.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
    store = import_module(settings.SESSION_ENGINE).SessionStore
    return _claim_in(store(key)) if key else Claim("", 0)


def id_in_scope(scope: Mapping[str, Any]) -> str:
    """The player's id of whoever opens a socket; the doorkeeper has looked at the epoch."""
    return claim_in_scope(scope).player


def _has_ended(request: HttpRequest) -> bool:
    return getattr(request, "_ended", False)


def _claim_in(session: Any) -> Claim:
    return Claim(str(session.get(PLAYER_KEY) or ""), session.get(EPOCH_KEY, 0))
