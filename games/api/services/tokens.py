"""Creating, finding and revoking API tokens.

The secret is 32 bytes that no one can guess: random ones, or those that follow from a form's random
key and the site's ``SECRET_KEY``. So an unsalted SHA-256 of it cannot be reversed by guessing.
"""

import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.crypto import salted_hmac

from games.accounts.services.sessions import end_sessions
from games.api.models import ApiToken
from games.api.services.bots import get_or_create_bot
from games.api.signals import token_revoked
from games.common.form_keys import SAME_FORM_WITHIN
from games.common.names import clean_title
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest, NotFound

TOKEN_PREFIX = "tileroom_"  # noqa: S105 (the public part)
"""Lets secret scanners recognise a leaked token."""

SECRET_BYTES = 32
MAX_SECRET_LENGTH = 100
MAX_NAME_LENGTH = 40

MAX_TOKENS = 10
"""Maximum number of valid tokens per member."""

USE_NOTE_INTERVAL = timedelta(minutes=1)

TokenScope = ApiToken.Scope

VALID_TOKENS = Q(
    revoked_at=None,
    epoch=F("owner__epoch"),
    owner__left_at=None,
    owner__user__is_active=True,
)
"""Conditions under which a token lets a program in."""


def create_token(
    owner: Player | None,
    name: str,
    scopes: Collection[str],
    bot: str,
    now: datetime,
    *,
    key: str = "",
) -> tuple[ApiToken, str]:
    """Create a token and return it with its secret, which cannot be shown again.

    ``bot`` is the name of the bot, for the scope "play". The same form (by its ``key``) sent twice
    creates one token, and both answers have its secret; one that comes too late gets "" instead.
    Raises ``Forbidden`` for a player without an account, ``InvalidRequest`` for invalid choices,
    and ``Conflict`` if the owner has too many tokens.
    """
    owner = require_member(owner)
    chosen = [scope.value for scope in TokenScope if scope.value in scopes]
    called = clean_title(name)[:MAX_NAME_LENGTH].strip()
    if not called:
        raise InvalidRequest("token.name")
    if not chosen:
        raise InvalidRequest("token.scopes")
    secret = TOKEN_PREFIX + _make_secret(owner, [key, called, *chosen, bot])
    with transaction.atomic():
        # Locked so that two requests at once cannot both pass the limit.
        owner = Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
        made = ApiToken.objects.filter(secret_hash=_hash_secret(secret)).first()
        if made is not None:
            shown = made.revoked_at is None and now - made.created_at < SAME_FORM_WITHIN
            return made, secret if shown else ""
        if list_valid_tokens(owner).count() >= MAX_TOKENS:
            raise Conflict("token.many", n=MAX_TOKENS)
        made = ApiToken.objects.create(
            owner=owner,
            bot=get_or_create_bot(owner, bot) if TokenScope.PLAY in chosen else None,
            name=called,
            scopes=chosen,
            secret_hash=_hash_secret(secret),
            epoch=owner.epoch,
            created_at=now,
        )
    return made, secret


def require_member(player: Player | None) -> Player:
    """Return the player. Raises ``Forbidden`` for a player without an account."""
    if player is None or player.user_id is None:
        raise Forbidden("token.members_only")
    return player


def list_valid_tokens(owner: Player) -> QuerySet[ApiToken]:
    """Return the owner's tokens that are neither revoked nor outdated."""
    return owner.tokens.filter(revoked_at=None, epoch=owner.epoch)


def find_token(secret: str, now: datetime) -> ApiToken | None:
    """Return the valid token with this secret, or ``None``, and record that it was used."""
    if not secret.startswith(TOKEN_PREFIX) or len(secret) > MAX_SECRET_LENGTH:
        return None
    good = ApiToken.objects.filter(VALID_TOKENS, secret_hash=_hash_secret(secret))
    found = good.select_related("owner", "bot").first()
    if found is not None and (found.used_at is None or now - found.used_at > USE_NOTE_INTERVAL):
        # Checked again in the update, so that parallel requests write the row once.
        unnoted = Q(used_at=None) | Q(used_at__lt=now - USE_NOTE_INTERVAL)
        ApiToken.objects.filter(unnoted, pk=found.pk).update(used_at=now)
    return found


def list_valid_ids(tokens: Collection[int]) -> set[int]:
    """Return those of these token ids that are still valid."""
    return set(ApiToken.objects.filter(VALID_TOKENS, pk__in=tokens).values_list("pk", flat=True))


def revoke_token(owner: Player | None, number: int, now: datetime) -> ApiToken:
    """Revoke one of the owner's tokens and close its bot's sockets. Repeating the call does
    nothing.

    Raises ``NotFound`` if the owner has no such token.
    """
    owner = require_member(owner)
    with transaction.atomic():
        token = owner.tokens.select_for_update().filter(pk=number).first()
        if token is None:
            raise NotFound("token.unknown")
        if token.revoked_at is None:
            token.revoked_at = now
            token.save(update_fields=["revoked_at"])
            if token.bot is not None:
                end_sessions(token.bot)
            transaction.on_commit(lambda: token_revoked.send(sender=ApiToken))
    return token


def _make_secret(owner: Player, form: list[str]) -> str:
    """Return a random secret, but the same one for the same form, which begins with its key.

    Two answers to one form must show the same secret, whichever of them the browser keeps. The key
    of a form is random and stored nowhere, and what follows from it depends on ``SECRET_KEY``.
    """
    if not form[0]:
        return secrets.token_urlsafe(SECRET_BYTES)
    text = json.dumps([str(owner.pk), owner.epoch, *form])
    digest = salted_hmac("games.api.token", text, algorithm="sha256").digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def _hash_secret(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
