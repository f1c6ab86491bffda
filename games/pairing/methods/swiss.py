"""Swiss: players with equal points meet, the upper half of each group against the lower half."""

from __future__ import annotations

from games.pairing.field import Field
from games.pairing.field_matching import match_field
from games.pairing.methods.drafts import draft_pairs
from games.pairing.policies import LOOSE_SWISS_POLICIES, SWISS_POLICIES
from games.pairing.reasons import Reason
from games.pairing.rounds import RoundDraft
from games.pairing.sections import DivisionRound


def pair_swiss(task: DivisionRound) -> RoundDraft:
    """Pair players with as many points."""
    field = task.field
    even_starts = task.section.plan.even_starts
    pairs = match_field(field, SWISS_POLICIES if even_starts else LOOSE_SWISS_POLICIES)
    return draft_pairs(field, pairs, lambda one, other: describe_points(field, one, other))


def describe_points(field: Field, one: int, other: int) -> Reason:
    """Return the reason that names both players' points."""
    points = field.half_points[one], field.half_points[other]
    if points[0] == points[1]:
        return Reason("swiss.same_points", points[:1])
    return Reason("swiss.different_points", points)
