"""The levels of computer players, weakest first.

:mod:`games.engine.levels` defines how they play; it has the same codes in the same order.
"""

from types import MappingProxyType

LEVEL_RATINGS = MappingProxyType(
    {6: 660, 1: 860, 2: 1080, 7: 1290, 3: 1500, 8: 1710, 4: 1920, 9: 2090, 5: 2280}
)
"""The rating of each level, by its code, on the scale of the site's ratings. Steady (3) is set to
1500, and the others follow from their results against each other."""

OWN_LEVEL = 0
"""Stands for the level that is about as strong as the person who asks for it."""

DEFAULT_LEVEL = 2
"""The level proposed to somebody about whom nothing is known: Casual."""


def is_level(code: int | None) -> bool:
    """Return whether there is a level with this code."""
    return code in LEVEL_RATINGS


def find_level_near(rating: float) -> int:
    """Return the code of the level whose rating is nearest.

    >>> find_level_near(0), find_level_near(3000)
    (6, 5)
    """
    return min(LEVEL_RATINGS, key=lambda code: abs(LEVEL_RATINGS[code] - rating))


def get_next_level(code: int, steps: int) -> int:
    """Return the code of the level this many steps above, or below if negative.

    >>> get_next_level(1, 1), get_next_level(1, -1), get_next_level(6, -1), get_next_level(5, 1)
    (2, 6, 6, 5)
    """
    codes = list(LEVEL_RATINGS)
    return codes[max(0, min(codes.index(code) + steps, len(codes) - 1))]
