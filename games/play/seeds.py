"""Where the secret seed of a game's bag comes from; what is made of it is in rules.bag."""

import hashlib
import secrets

from django.conf import settings

from games.play.models import Game

SEED_BYTES = 32


def make_seed(game: Game) -> bytes:
    """A new secret seed from the system's randomness.

    With ``TEST_SEED`` set (never in production) it is the SHA-256 of that text, the room's title
    and the game's number, so that a test knows every draw.
    """
    if settings.TEST_SEED:
        text = f"{settings.TEST_SEED}/{game.room.title}/{game.number}"
        return hashlib.sha256(text.encode()).digest()
    return secrets.token_bytes(SEED_BYTES)
