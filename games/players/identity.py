"""Who is asking: a visitor known by a signed session, with or without an account.

Sessions are signed cookies, so a seat outlives restarts and needs no row of its own. A visitor's
id is theirs from the first page on and becomes a player's with the first deed, so that two first
deeds at once make one player. Players are made in :mod:`games.play.services.naming`.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.http import HttpRequest, parse_cookie

from games.players.models import Player

PLAYER_KEY = "player"


def visitor_of(request: HttpRequest) -> UUID:
    """The id of whoever looks at the site with this browser; a new one is put into the session."""
    known = request.session.get(PLAYER_KEY)
    if not known:
        known = request.session[PLAYER_KEY] = str(uuid4())
    return UUID(known)


def player_of(request: HttpRequest) -> Player | None:
    """The player of this session, ``None`` for someone who has not done anything yet."""
    if not getattr(request, "_player", None):
        known = request.session.get(PLAYER_KEY)
        request._player = Player.objects.filter(pk=known).first() if known else None  # type: ignore[attr-defined]
    return request._player  # type: ignore[attr-defined]


def known_id(request: HttpRequest) -> str:
    """The player's id that this session holds, unasked whether there is still such a player;
    empty for someone who has not yet picked a name."""
    return str(request.session.get(PLAYER_KEY) or "")


def id_in_scope(scope: Mapping[str, Any]) -> str:
    """The same of whoever opens a socket. Sessions are signed cookies: no query is made."""
    cookies = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
    key = parse_cookie(cookies.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
    store = import_module(settings.SESSION_ENGINE).SessionStore
    return str(store(key).get(PLAYER_KEY) or "") if key else ""
