"""Australian draw: from the top down, each player meets the nearest one they have not met.

A leader who cannot be caught meets the nearest one with nothing to win, or else the lowest one they
have not met. If that leaves players at the bottom who have all met, as few of the lowest tables as
possible are given up and paired together.
"""

from __future__ import annotations

from games.pairing.event import Pair
from games.pairing.field import Field
from games.pairing.field_matching import build_impossible_error, find_bye, match_some
from games.pairing.methods.drafts import draft_pairs
from games.pairing.methods.swiss import describe_points
from games.pairing.policies import FIELD_POLICIES, Weights
from games.pairing.reasons import Reason
from games.pairing.rounds import RoundDraft
from games.pairing.sections import DivisionRound


def pair_nearest_unmet(task: DivisionRound) -> RoundDraft:
    """Pair from the top down with the nearest opponent not yet met; the lowest has the bye."""
    field = task.field
    bye = find_bye(field)
    left = [place for place in range(len(field.players)) if place != bye]
    pairs = [] if bye is None else [(bye, field.bye)]
    pairs += _pair_from_the_top(field, left)

    def describe(one: int, other: int) -> Reason:
        if one in field.leaders:
            return describe_points(field, one, other)
        return Reason("australian.nearest", (one + 1, other + 1))

    return draft_pairs(field, pairs, describe)


def _pair_from_the_top(field: Field, players: list[int]) -> list[Pair]:
    weights = Weights(field, FIELD_POLICIES)
    pairs: list[Pair] = []
    left = list(players)
    while left and (other := _find_nearest(field, left)) is not None:
        pairs.append((left[0], other))
        left = [player for player in left[1:] if player != other]
    while True:
        matched = match_some(field, weights, left)
        if matched is not None and not (pairs and _has_repeat(field, matched)):
            return pairs + matched
        if not pairs:
            raise build_impossible_error(field)
        left = sorted([*left, *pairs.pop()])


def _has_repeat(field: Field, pairs: list[Pair]) -> bool:
    return any(field.count_meetings(one, other) for one, other in pairs)


def _find_nearest(field: Field, left: list[int]) -> int | None:
    one, *others = left
    unmet = [
        other
        for other in others
        if field.may_meet(one, other) and not field.count_meetings(one, other)
    ]
    if one in field.leaders and unmet:
        return next((other for other in unmet if other in field.nothing_to_win), unmet[-1])
    return unmet[0] if unmet else None
