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
    title that the room's host chose, or else the host's name, and the game's number. Players add
    nothing to it, so a test knows every draw.
    """
    if settings.TEST_SEED:
        room = game.room
        # Not the title that readers see: no wording or language may change what tests draw.
        name = room.title or f"{room.host.nickname}'s table"
        text = f"{settings.TEST_SEED}/{name}/{game.number}"
        return SeedScheme.SECRET_ALONE, hashlib.sha256(text.encode()).digest()
    return SeedScheme.MIXED, secrets.token_bytes(SECRET_BYTES)
