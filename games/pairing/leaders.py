"""Leaders who can no longer be caught, and players with nothing left to win.

Such a leader meets someone with nothing to win, so that the game decides no prize. This is often
called a Gibson pairing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.pairing.event import ScoringSettings
from games.pairing.standings import Standing


def count_leaders(standings: Sequence[Standing], rounds_left: int, scoring: ScoringSettings) -> int:
    """Return how many players at the top are sure of their places.

    ``rounds_left`` includes the round to be paired. A lead of exactly the points still to be won is
    enough only if a spread cap puts the spread out of reach as well.
    """
    return next(
        (
            above
            for above, (one, other) in enumerate(pairwise(standings))
            if _can_catch(other, one, rounds_left, scoring)
        ),
        max(0, len(standings) - 1),
    )


def find_hopeless(
    standings: Sequence[Standing], rounds_left: int, scoring: ScoringSettings, prize_places: int
) -> frozenset[int]:
    """Return the players who cannot reach the last prize place any more."""
    if len(standings) <= prize_places:
        return frozenset()
    prize = standings[prize_places - 1]
    return frozenset(
        line.player
        for line in standings[prize_places:]
        if not _can_catch(line, prize, rounds_left, scoring)
    )


def _can_catch(
    chaser: Standing, leader: Standing, rounds_left: int, scoring: ScoringSettings
) -> bool:
    lead = leader.half_points - chaser.half_points
    room = rounds_left * scoring.top_half_points
    if lead != room or scoring.spread_cap is None:
        return lead <= room
    return leader.spread - chaser.spread <= 2 * scoring.spread_cap * rounds_left
