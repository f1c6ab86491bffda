"""King of the hill: the first meets the second, the third the fourth, and so on."""

from __future__ import annotations

from games.pairing.field_matching import match_field
from games.pairing.methods.drafts import draft_pairs
from games.pairing.policies import HILL_POLICIES, REPEATS
from games.pairing.reasons import Reason
from games.pairing.rounds import RoundDraft
from games.pairing.sections import DivisionRound


def pair_neighbours(task: DivisionRound) -> RoundDraft:
    """Pair neighbours in the standings who have not met, or all neighbours if the plan says so."""
    may_repeat = task.section.plan.may_repeat
    policies = [policy for policy in HILL_POLICIES if policy != REPEATS or not may_repeat]
    pairs = match_field(task.field, policies, look_ahead=not may_repeat)
    return draft_pairs(
        task.field,
        pairs,
        lambda one, other: Reason("king_of_the_hill.places", (one + 1, other + 1)),
    )
