"""Who is asking: a player known by a signed session, with or without an account.

Sessions are signed cookies, so a seat outlives restarts and needs no row of its own.
"""

import secrets
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, parse_cookie
from django.utils.translation import gettext as _

from games.common.refusals import Unsuitable
from games.players.models import Player

PLAYER_KEY = "player"
NICKNAME_MOST = 24


def player_of(request: HttpRequest) -> Player | None:
    """The player of this session, ``None`` for someone who has not yet picked a name."""
    if not hasattr(request, "_player"):
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


def name_player(request: HttpRequest, nickname: str) -> Player:
    """Give this session a player of that name, or rename the one it has.

    An empty name becomes a guest's number. Raises ``Unsuitable`` for a name already taken.
    """
    printable = "".join(mark for mark in nickname if mark.isprintable())
    name = " ".join(printable.split())[:NICKNAME_MOST] or _guest_name()
    player = player_of(request)
    try:
        with transaction.atomic():
            if player is None:
                player = Player.objects.create(nickname=name)
            elif player.nickname != name:
                player.nickname = name
                player.save(update_fields=["nickname"])
    except IntegrityError as error:
        raise Unsuitable("nickname.taken", name=name) from error
    request.session[PLAYER_KEY] = str(player.pk)
    request._player = player  # type: ignore[attr-defined]
    return player


def require_player(request: HttpRequest, nickname: str = "") -> Player:
    """The player of this session; someone new gets ``nickname`` or a guest's number."""
    player = player_of(request)
    if player is None or nickname:
        return name_player(request, nickname)
    return player


def _guest_name() -> str:
    return _("Guest %(number)s") % {"number": secrets.randbelow(900_000) + 100_000}
