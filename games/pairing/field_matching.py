"""A round of a field by policies: one cheapest perfect matching of its players and the bye.

In a small field every pair is weighed. In a large one, only pairs that some policy looks at first
are, and of these the cheapest of each player. In trials with up to 261 players that cost the same
as weighing every pair, in all policies except the last one of Swiss.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from heapq import nsmallest
from itertools import combinations, pairwise

from games.pairing.errors import NoPairingError
from games.pairing.event import Pair
from games.pairing.field import Field
from games.pairing.look_ahead import (
    can_continue,
    count_repeat_free_rounds,
    list_new_pairs,
    split_into_rounds,
)
from games.pairing.matching import find_cheapest_matching
from games.pairing.policies import Policy, Weights

SMALL_FIELD = 100
"""Up to this many players, all pairs are weighed."""
REACH = 40
"""In larger fields, the width of the window of opponents weighed where a policy would look
first."""
CHOICES = 10
"""In larger fields, how many of a player's cheapest pairs in their group enter the matching."""
CHOICES_ACROSS = 12
"""In larger fields, how many of a player's cheapest pairs with other groups enter it."""


def match_field(
    field: Field,
    policies: Sequence[Policy],
    *,
    look_ahead: bool = True,
    more_pairs: Collection[Pair] = (),
) -> list[Pair]:
    """Return the round that costs least under the policies, as pairs of indexes.

    The first of each pair is the better-placed player; the second may be ``field.bye``. If it would
    leave later rounds without a way to avoid repeats, the rounds to come are split without repeats
    and the cheapest of them is returned, or the first choice if no split is found. ``more_pairs``
    are weighed in large fields as well. Raises NoPairingError if forbidden pairs leave no way to
    pair everyone.
    """
    weights = Weights(field, policies)
    matched = find_cheapest_round(field, weights, more_pairs)
    if not look_ahead or can_continue(field, matched):
        return matched
    rounds = split_into_rounds(
        list_new_pairs(field), field.size, count_repeat_free_rounds(field) + 1
    )
    return min(
        rounds or [matched],
        key=lambda pairs: sum(weights.weigh(one, other) for one, other in pairs),
    )


def find_cheapest_round(
    field: Field, weights: Weights, more_pairs: Collection[Pair] = ()
) -> list[Pair]:
    """Return the cheapest round, whatever it means for later ones. Raises NoPairingError."""
    near = None
    if len(field.players) > SMALL_FIELD:
        near = find_cheapest_matching(weigh_near_pairs(field, weights, more_pairs), field.size)
    if near is not None:
        return near
    found = match_some(field, weights, range(field.size))
    if found is None:
        raise build_impossible_error(field)
    return found


def build_impossible_error(field: Field) -> NoPairingError:
    """Return the error for a field that forbidden pairs leave no way to pair."""
    message = "forbidden pairs leave no way to pair everyone"
    return NoPairingError("pairing.impossible", message, players=field.players)


def match_some(field: Field, weights: Weights, players: Sequence[int]) -> list[Pair] | None:
    """Return the cheapest pairs of these players only, given in order; the bye may be the last.

    Returns None if forbidden pairs leave no way.
    """
    pairs = [
        (one, other)
        for one, other in combinations(range(len(players)), 2)
        if field.may_meet(players[one], players[other])
    ]
    costs = {(one, other): weights.weigh(players[one], players[other]) for one, other in pairs}
    found = find_cheapest_matching(costs, len(players))
    return found and [(players[one], players[other]) for one, other in found]


def weigh_near_pairs(
    field: Field, weights: Weights, more_pairs: Collection[Pair] = ()
) -> dict[Pair, int]:
    """Return the cheapest pairs of each player, among those that any policy looks at first.

    Neighbours and ``more_pairs`` are always among them, unless they may not meet. Forbidden pairs
    can therefore leave no way to pair everyone.
    """
    costs = {
        pair: weights.weigh(*pair)
        for pair in sorted(_list_near_pairs(field).union(more_pairs))
        if field.may_meet(*pair)
    }
    inside: list[list[tuple[int, Pair]]] = [[] for _ in range(field.size)]
    across: list[list[tuple[int, Pair]]] = [[] for _ in range(field.size)]
    for pair, cost in costs.items():
        one, other = pair
        is_inside = other == field.bye or field.groups[one] == field.groups[other]
        for end in pair:
            (inside if is_inside else across)[end].append((cost, pair))
    chosen = {pair for found in inside for _, pair in nsmallest(CHOICES, found)}
    chosen.update(pair for found in across for _, pair in nsmallest(CHOICES_ACROSS, found))
    always = (*pairwise(range(field.size)), *more_pairs)
    chosen.update(pair for pair in always if pair in costs)
    return {pair: costs[pair] for pair in sorted(chosen)}


def _list_near_pairs(field: Field) -> set[Pair]:
    """Return neighbours, pairs half a group apart, ends of groups that meet, and late byes."""
    last = len(field.players)
    found: set[Pair] = set()
    for one in range(last):
        group = field.groups[one]
        half = one + len(group) // 2
        found.update((one, other) for other in range(one + 1, min(one + REACH // 2, last)))
        found.update(
            (one, other)
            for other in range(max(half - REACH // 2, one + 1), min(half + REACH // 2, group.stop))
        )
        if group.stop - one <= REACH:
            found.update((one, other) for other in range(group.stop, min(group.stop + REACH, last)))
        if field.size > last:
            found.add((one, field.bye))
    return found


def find_bye(field: Field) -> int | None:
    """Return who gets the bye: the lowest player among those with the fewest byes; None if everyone
    has an opponent."""
    if field.size == len(field.players):
        return None
    fewest = min(field.byes)
    return max(place for place, byes in enumerate(field.byes) if byes == fewest)
