"""Factor: the first few meet the players so many places below them; the others play Swiss.

With a factor of 3 the first meets the fourth, the second the fifth and the third the sixth.
"""

from __future__ import annotations

from games.pairing.field_matching import match_field
from games.pairing.methods.drafts import draft_pairs
from games.pairing.methods.swiss import describe_points
from games.pairing.policies import (
    BYES,
    CONTENDERS,
    POINTS,
    REPEATS,
    SPREAD,
    STARTS,
    TEAM_MATES,
    UNEVEN_STARTS,
    make_factor_policy,
)
from games.pairing.reasons import Reason
from games.pairing.rounds import RoundDraft
from games.pairing.sections import DivisionRound


def pair_by_factor(task: DivisionRound) -> RoundDraft:
    """Pair the leaders by factor and everyone else by points.

    A leader who cannot be caught meets someone with nothing to win instead.
    """
    field = task.field
    factor = min(task.section.plan.factor, len(field.players) // 2)
    policies = (
        *(REPEATS, TEAM_MATES, BYES, CONTENDERS, UNEVEN_STARTS),
        *(make_factor_policy(factor), STARTS, POINTS, SPREAD),
    )

    def describe(one: int, other: int) -> Reason:
        if other < 2 * factor and one not in field.leaders:
            return Reason("factor.places", (one + 1, other + 1))
        return describe_points(field, one, other)

    pairs = match_field(field, policies, more_pairs=[(one, one + factor) for one in range(factor)])
    return draft_pairs(field, pairs, describe)
