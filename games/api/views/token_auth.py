"""Authentication by token. No cookie grants access here."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from ninja.security import HttpBearer

from games.api.models import ApiToken
from games.api.services.tokens import find_token
from games.play.terms.running_games import is_language_in_play
from games.players.models import Player
from games.players.services.identity import get_player
from games.players.services.sanctions import require_may_play
from scrabble_site.shared.refusals import Forbidden, Refusal

BEARER_PREFIX = "bearer "


class InvalidToken(Refusal):
    """The token is missing or invalid."""

    status = 401


class TokenAuth(HttpBearer):
    """Accepts any valid token, or one with the given scope, and stores it in ``request.auth``."""

    openapi_name = "token"

    def __init__(self, scope: str = "", *, optional: bool = False) -> None:
        super().__init__()
        self.scope = scope
        self.optional = optional

    def __call__(self, request: HttpRequest) -> Any:
        value = request.headers.get(self.header, "")
        if not value and self.optional:
            return ANONYMOUS
        # The name of the scheme is case-insensitive (RFC 9110, section 11.1).
        if not value[: len(BEARER_PREFIX)].lower() == BEARER_PREFIX:
            raise InvalidToken("token.missing")
        return self.authenticate(request, value[len(BEARER_PREFIX) :].strip())

    def authenticate(self, _request: HttpRequest, token: str) -> ApiToken:
        found = find_token(token, timezone.now())
        if found is None:
            raise InvalidToken("token.invalid")
        if self.scope and self.scope not in found.scopes:
            raise Forbidden("token.scope")
        return found


ANONYMOUS = object()
"""The value of ``request.auth`` for requests without a token where none is required."""

any_token = TokenAuth()
may_play = TokenAuth(ApiToken.Scope.PLAY)
may_upload = TokenAuth(ApiToken.Scope.UPLOAD)
may_direct = TokenAuth(ApiToken.Scope.DIRECT)
may_analyse = TokenAuth(ApiToken.Scope.ANALYSE)
maybe_token = TokenAuth(optional=True)


def get_token(request: HttpRequest) -> ApiToken | None:
    found = getattr(request, "auth", None)
    return found if isinstance(found, ApiToken) else None


def get_bot(request: HttpRequest) -> Player:
    """Return the bot of a request made with the scope "play"."""
    token = get_token(request)
    assert token is not None, "the address asks for a token"
    assert token.bot is not None, "of this scope"
    return token.bot


def require_active_bot(request: HttpRequest, now: datetime) -> Player:
    """Return the bot.

    Raises ``Forbidden`` if its owner is suspended and may not start anything new.
    """
    bot, token = get_bot(request), get_token(request)
    assert token is not None
    require_may_play(token.owner, now)
    return bot


def refuse_while_playing(request: HttpRequest, code: str, language: str) -> None:
    """Raise ``Forbidden`` if the requester is playing with words of this language: by cookie, as
    the token's owner, or as its bot. An unknown language, "", is refused during every game.
    """
    token = get_token(request)
    people = [token.owner, token.bot] if token else []
    if any(is_language_in_play(one, language) for one in (get_player(request), *people)):
        raise Forbidden(code)
