"""Who asks: a program by the token it sends. No cookie lets anybody in here."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from ninja.security import HttpBearer

from games.api.models import Token
from games.api.services.tokens import find_token
from games.common.refusals import Forbidden, Refusal
from games.players.models import Player
from games.players.services.sanctions import require_standing

SCHEME = "bearer "


class Unauthorised(Refusal):
    """No token, or none that is good."""

    status = 401


class TokenAuth(HttpBearer):
    """A good token, whatever it allows. Puts it into ``request.auth``."""

    openapi_name = "token"

    def __init__(self, scope: str = "", *, optional: bool = False) -> None:
        super().__init__()
        self.scope = scope
        self.optional = optional

    def __call__(self, request: HttpRequest) -> Any:
        said = request.headers.get(self.header, "")
        if not said and self.optional:
            return ANYBODY
        if not said[: len(SCHEME)].lower() == SCHEME:
            raise Unauthorised("token.missing")
        return self.authenticate(request, said[len(SCHEME) :].strip())

    def authenticate(self, _request: HttpRequest, token: str) -> Token:
        found = find_token(token, timezone.now())
        if found is None:
            raise Unauthorised("token.invalid")
        if self.scope and self.scope not in found.scopes:
            raise Forbidden("token.scope")
        return found


ANYBODY = object()
"""In ``request.auth`` of whoever has sent no token where none is needed."""

any_token = TokenAuth()
may_play = TokenAuth(Token.Scope.PLAY)
may_upload = TokenAuth(Token.Scope.UPLOAD)
maybe_token = TokenAuth(optional=True)


def token_of(request: HttpRequest) -> Token | None:
    found = getattr(request, "auth", None)
    return found if isinstance(found, Token) else None


def bot_of(request: HttpRequest) -> Player:
    """The program behind a request of the scope "play"."""
    token = token_of(request)
    assert token is not None, "the address asks for a token"
    assert token.bot is not None, "of this scope"
    return token.bot


def begin_as(request: HttpRequest, now: datetime) -> Player:
    """The same, for what suspended members may not have their programs begin either."""
    bot, token = bot_of(request), token_of(request)
    assert token is not None
    require_standing(token.owner, now)
    return bot
