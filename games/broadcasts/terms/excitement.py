"""How exciting a game is to watch: whether anyone can still win it, and how soon it is decided."""

import math
from collections.abc import Sequence

SPREAD_WITHOUT_TILES, SPREAD_OF_A_TILE = 12.0, 8.0
"""What the rest of a game adds to the difference between two players, in points: the standard
deviation is the first with no tiles left, and grows with the root of the tiles left."""
EARLY = 0.35
"""How exciting an even game is at its start; this rises to 1 with the last tiles."""
SHORT_OF_TIME_MS = 60_000
RUSH = 1.25
"""The factor for a game in which the player to move has less than a minute."""


def rate_excitement(
    scores: Sequence[int], tiles_left: int, tiles_of_game: int, time_left: int | None = None
) -> float:
    """Return how exciting a position is, from 0 for a decided game.

    ``tiles_left`` are all that are not on the board; ``time_left`` is that of the player to move,
    in milliseconds.

    >>> even, far = rate_excitement([300, 300], 10, 100), rate_excitement([400, 250], 10, 100)
    >>> even > 10 * far, even > rate_excitement([20, 20], 90, 100)
    (True, True)
    """
    best, second = sorted(scores, reverse=True)[:2]
    spread = SPREAD_WITHOUT_TILES + SPREAD_OF_A_TILE * math.sqrt(max(tiles_left, 0))
    open_chance = math.erfc((best - second) / (spread * math.sqrt(2)))
    played = 1 - tiles_left / max(tiles_of_game, 1)
    rush = RUSH if time_left is not None and time_left < SHORT_OF_TIME_MS else 1.0
    return open_chance * (EARLY + (1 - EARLY) * played) * rush
