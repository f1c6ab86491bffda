"""Takes people who delete their account off the leaderboards.

Their ratings remain without a name, because other players' ratings were computed from them.
"""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from games.players.models import Player
from games.ratings.models import Ladder, Rating


def note_left(player: Player, **_signal: Any) -> None:
    """Mark the ratings of a player who deletes their account."""
    Rating.objects.filter(player=player).update(departed=True)


def note_deleted(instance: User, **_signal: Any) -> None:
    """Mark the player's ratings before an account is deleted, however that happens."""
    Rating.objects.filter(player__user=instance).update(departed=True)


def has_departed(player: UUID) -> bool:
    """Return whether the player with this id no longer has an account."""
    return Player.objects.filter(pk=player, user=None).exists()


def mark_departed(ladder: Ladder) -> None:
    """Mark the ratings of all players on a ladder who no longer have an account."""
    ladder.ratings.filter(player__user=None).update(departed=True)
