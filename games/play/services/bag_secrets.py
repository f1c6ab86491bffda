"""Choosing the secret of a game's bag.

How the seed is computed from it is in :mod:`games.rules.equipment.fair_shuffle`.
"""

import hashlib
import secrets

from django.conf import settings

from games.play.models import Game
from games.rules.equipment.fair_shuffle import SECRET_BYTES, SeedScheme


def generate_bag_secret(game: Game) -> tuple[SeedScheme, bytes]:
    """Return a new random secret, and the scheme by which the seed will be computed from it.

    If ``TEST_SEED`` is set (never in production), the secret is the SHA-256 of that text, the
    room's title and the game's number. Players add nothing to it, so a test knows every draw.
    """
    if settings.TEST_SEED:
        text = f"{settings.TEST_SEED}/{game.room.title}/{game.number}"
        return SeedScheme.SECRET_ALONE, hashlib.sha256(text.encode()).digest()
    return SeedScheme.MIXED, secrets.token_bytes(SECRET_BYTES)
