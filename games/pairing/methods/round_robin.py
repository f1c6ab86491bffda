"""Round robin: everyone meets everyone, in one group or in several into which seeds are dealt."""

from __future__ import annotations

from games.pairing.methods.schedules import (
    count_cycle,
    draft_scheduled,
    draft_unscheduled,
    fill_seats,
    join_drafts,
    list_starters,
    pair_by_schedule,
)
from games.pairing.reasons import Reason
from games.pairing.rounds import RoundDraft
from games.pairing.sections import DivisionRound


def pair_round_robin(task: DivisionRound) -> RoundDraft:
    """Pair the next round of the circle; in a section of twice the length everyone meets twice.

    Once withdrawals or late entries leave several players of a group without an opponent, or would
    repeat a pair, the group's round is paired afresh, with as few repeats as possible.
    """
    starters = [player.id for player in list_starters(task)]
    count = min(task.section.plan.groups, max(1, len(starters) // 2))
    drafts = []
    for seats in fill_seats(task, [starters[group::count] for group in range(count)]):
        pairs, left = pair_by_schedule(task, seats)
        if len(left) > 1:
            left, pairs = sorted([*left, *(place for pair in pairs for place in pair)]), []
        rounds = count_cycle(len(seats))
        reason = Reason("round_robin.scheduled", (task.index % max(1, rounds) + 1, rounds))
        drafts.append(draft_scheduled(task.field, pairs, reason))
        if left:
            drafts.append(draft_unscheduled(task, left))
    return join_drafts(drafts)
