"""Where the secret of a game's bag comes from; what is made of it is in rules.bag."""

import hashlib
import secrets

from django.conf import settings

from games.play.models import Game
from games.rules.bag import SECRET_BYTES, Scheme


def make_secret(game: Game) -> tuple[Scheme, bytes]:
    """A new secret from the system's randomness, and how the seed will be made of it.

    With ``TEST_SEED`` set (never in production) it is the SHA-256 of that text, the room's title
    and the game's number, and nobody adds anything, so that a test knows every draw.
    """
    if settings.TEST_SEED:
        text = f"{settings.TEST_SEED}/{game.room.title}/{game.number}"
        return Scheme.SECRET_ALONE, hashlib.sha256(text.encode()).digest()
    return Scheme.MIXED, secrets.token_bytes(SECRET_BYTES)
