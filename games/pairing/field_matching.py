"""A round of a field by policies: one cheapest perfect matching of its players and the bye.

In a small field every pair is considered. In a large one, only pairs that some policy prefers are
weighed, and only the cheapest of each player are considered. In trials with up to 261 players the
resulting round cost the same, under all policies except the last one of Swiss.
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
WINDOW_SIZE = 40
"""In larger fields, how many opponents are weighed around each place that a policy prefers."""
PAIRS_IN_GROUP = 10
"""In larger fields, how many of a player's cheapest pairs in their group enter the matching."""
PAIRS_ACROSS_GROUPS = 12
"""In larger fields, how many of a player's cheapest pairs with other groups enter it."""


def match_field(
    field: Field,
    policies: Sequence[Policy],
    *,
    look_ahead: bool = True,
    more_pairs: Collection[Pair] = (),
) -> list[Pair]:
    """Return the round that costs least under the policies, as pairs of indexes.

    The first of each pair is the better-placed player; the second may be ``field.bye``. If that
    would make repeats in later rounds unavoidable, the rounds to come are planned together without
    repeats, and the cheapest of them is returned. If no such plan is found, the first choice is.
    ``more_pairs`` are weighed in large fields as well. Raises NoPairingError if forbidden pairs
    leave no way to pair everyone.
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
    """Return the cheapest round, without looking at later ones. Raises NoPairingError."""
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
    """Return the error for a field that cannot be paired because of forbidden pairs."""
    message = "forbidden pairs leave no way to pair everyone"
    return NoPairingError("pairing.impossible", message, players=field.players)


def match_some(field: Field, weights: Weights, players: Sequence[int]) -> list[Pair] | None:
    """Return the cheapest pairing of these players only, given best first; the bye may be the last.

    Returns None if forbidden pairs make that impossible.
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
    """Return the costs of each player's cheapest pairs, among those that some policy prefers.

    Neighbours and ``more_pairs`` are always included, unless they may not meet. With forbidden
    pairs, the result may therefore not be enough to pair everyone.
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
    chosen = {pair for found in inside for _, pair in nsmallest(PAIRS_IN_GROUP, found)}
    chosen.update(pair for found in across for _, pair in nsmallest(PAIRS_ACROSS_GROUPS, found))
    always = (*pairwise(range(field.size)), *more_pairs)
    chosen.update(pair for pair in always if pair in costs)
    return {pair: costs[pair] for pair in sorted(chosen)}


def _list_near_pairs(field: Field) -> set[Pair]:
    """Return near neighbours, pairs half a group apart or across adjacent groups, and all byes."""
    last = len(field.players)
    found: set[Pair] = set()
    for one in range(last):
        group = field.groups[one]
        half = one + len(group) // 2
        found.update((one, other) for other in range(one + 1, min(one + WINDOW_SIZE // 2, last)))
        found.update(
            (one, other)
            for other in range(
                max(half - WINDOW_SIZE // 2, one + 1), min(half + WINDOW_SIZE // 2, group.stop)
            )
        )
        if group.stop - one <= WINDOW_SIZE:
            found.update(
                (one, other) for other in range(group.stop, min(group.stop + WINDOW_SIZE, last))
            )
        if field.size > last:
            found.add((one, field.bye))
    return found


def find_bye(field: Field) -> int | None:
    """Return the index of the player who gets the bye, or None if everyone has an opponent. It is
    the lowest player among those with the fewest byes."""
    if field.size == len(field.players):
        return None
    fewest = min(field.byes)
    return max(place for place, byes in enumerate(field.byes) if byes == fewest)
