"""Look ahead: can the rounds to come still be paired without repeats?

In a small field, pairs that seem best in one round may leave the next without a way to avoid a
repeat. By Dirac's theorem that cannot happen while everyone has yet to meet at least half of the
field, so only then is anything searched.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random

from games.pairing.event import Pair
from games.pairing.field import Field
from games.pairing.matching import find_cheapest_matching

SEARCHES = 30
"""How often a split into rounds is tried before it counts as impossible."""


def list_new_pairs(field: Field) -> list[Pair]:
    """Return the pairs that may meet and have not met, the bye included."""
    return [
        (one, other)
        for one in range(len(field.players))
        for other in range(one + 1, field.size)
        if field.may_meet(one, other) and not field.count_meetings(one, other)
    ]


def count_repeat_free_rounds(field: Field) -> int:
    """Return how many of the remaining rounds after this one can at best avoid repeats.

    The player with the fewest opponents left decides.
    """
    return max(0, min(field.rounds_left - 1, _count_fewest_new(field) - 1))


def can_continue(field: Field, matched: Collection[Pair]) -> bool:
    """Return whether enough rounds without repeats are left once these pairs have met."""
    needed = count_repeat_free_rounds(field)
    if needed == 0 or 2 * (_count_fewest_new(field) - needed) >= field.size:
        return True
    left = set(list_new_pairs(field)).difference(matched)
    return split_into_rounds(left, field.size, needed) is not None


def _count_fewest_new(field: Field) -> int:
    """Return how many players, or the bye, are still new to the one who has met the most."""
    met = [
        len(opponents) + (field.size > field.bye and field.byes[place] > 0)
        for place, opponents in enumerate(field.meetings)
    ]
    for one, other in field.forbidden:
        for place in (one, other):
            met[place] += 1
    with_bye = [field.size - 1 - sum(byes > 0 for byes in field.byes)]
    news = [field.size - 1 - count for count in met]
    return min(news + (with_bye if field.size > field.bye else []), default=0)


def split_into_rounds(pairs: Iterable[Pair], size: int, rounds: int) -> list[list[Pair]] | None:
    """Return this many rounds without a common pair, each with everyone in it, or None if none are
    found.

    >>> sorted(split_into_rounds([(0, 1), (0, 2), (1, 3), (2, 3)], 4, 2))
    [[(0, 1), (2, 3)], [(0, 2), (1, 3)]]
    >>> split_into_rounds([(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)], 6, 1) is None
    True
    """
    pairs = sorted(pairs)
    for search in range(SEARCHES):
        random = Random(search)
        left = {pair: 0 if search == 0 else random.randrange(100) for pair in pairs}
        found = _take_rounds(left, size, rounds)
        if found is not None:
            return found
    return None


def _take_rounds(left: dict[Pair, int], size: int, rounds: int) -> list[list[Pair]] | None:
    found = []
    for _ in range(rounds):
        matched = find_cheapest_matching(left, size)
        if matched is None:
            return None
        found.append(matched)
        for pair in matched:
            del left[pair]
    return found
