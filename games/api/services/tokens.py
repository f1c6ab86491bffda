"""Tokens: made once, found by their secret, ended.

The secret is 32 random bytes, so that its plain SHA-256 tells nobody anything.
"""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.accounts.services.sessions import end_sessions
from games.api.models import Token
from games.api.services.bots import find_or_make_bot
from games.common.refusals import Conflict, Forbidden, Missing, Unsuitable
from games.players.models import Player
from games.players.names import clean_title

PREFIX = "tileroom_"
"""By which a secret is recognised where it does not belong."""

SECRET_BYTES = 32
SECRET_MOST = 100
NAME_MOST = 40

MOST = 10
"""Tokens of one member that are good at a time."""

NOTED_EVERY = timedelta(minutes=1)

Scope = Token.Scope


def make_token(
    owner: Player | None, name: str, scopes: Collection[str], bot: str, now: datetime
) -> tuple[Token, str]:
    """A new token and its secret, which nobody can be told again.

    ``bot``: what the program is called that plays, for the scope "play". Raises ``Forbidden`` for
    whoever has no account, ``Unsuitable`` for what was chosen, ``Conflict`` when there are many.
    """
    owner = require_member(owner)
    chosen = [scope.value for scope in Scope if scope.value in scopes]
    called = clean_title(name)[:NAME_MOST].strip()
    if not called:
        raise Unsuitable("token.name")
    if not chosen:
        raise Unsuitable("token.scopes")
    secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    with transaction.atomic():
        owner = Player.objects.select_for_update().get(pk=owner.pk)
        if good_tokens(owner).count() >= MOST:
            raise Conflict("token.many", n=MOST)
        made = Token.objects.create(
            owner=owner,
            bot=find_or_make_bot(owner, bot) if Scope.PLAY in chosen else None,
            name=called,
            scopes=chosen,
            mark=_mark(secret),
            epoch=owner.epoch,
            created_at=now,
        )
    return made, secret


def require_member(player: Player | None) -> Player:
    """Raise ``Forbidden`` for whoever has no account."""
    if player is None or player.user_id is None:
        raise Forbidden("token.members_only")
    return player


def good_tokens(owner: Player) -> QuerySet[Token]:
    """Those that let a program in."""
    return owner.tokens.filter(revoked_at=None, epoch=owner.epoch)


def find_token(secret: str, now: datetime) -> Token | None:
    """The token with this secret, if it is good; that it was used is noted."""
    if not secret.startswith(PREFIX) or len(secret) > SECRET_MOST:
        return None
    good = Token.objects.filter(
        mark=_mark(secret),
        revoked_at=None,
        epoch=F("owner__epoch"),
        owner__left_at=None,
        owner__user__is_active=True,
    )
    found = good.select_related("owner", "bot").first()
    if found is not None and (found.used_at is None or now - found.used_at > NOTED_EVERY):
        unnoted = Q(used_at=None) | Q(used_at__lt=now - NOTED_EVERY)
        Token.objects.filter(unnoted, pk=found.pk).update(used_at=now)
    return found


def revoke(owner: Player | None, number: int, now: datetime) -> Token:
    """End one of the owner's tokens; the sockets of its program are closed. Twice is once."""
    owner = require_member(owner)
    with transaction.atomic():
        token = owner.tokens.select_for_update().filter(pk=number).first()
        if token is None:
            raise Missing("token.unknown")
        if token.revoked_at is None:
            token.revoked_at = now
            token.save(update_fields=["revoked_at"])
            if token.bot is not None:
                end_sessions(token.bot)
    return token


def _mark(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
