"""Initial Fontes: small groups with a player from each part of the seeding play a round robin.

For three rounds the groups have four players, one from each quarter of the seeding by lot. If the
field cannot be divided evenly, the last group is larger. Results have no influence.
"""

from __future__ import annotations

from games.pairing.event import EventPlayer, draw_lots, sort_pair
from games.pairing.methods.schedules import (
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


def pair_fontes(task: DivisionRound) -> RoundDraft:
    """Pair the next round of every group; players who are left over meet each other."""
    groups = fill_seats(task, _deal_groups(task))
    drafts, left = [], []
    for number, seats in enumerate(groups, 1):
        pairs, alone = pair_by_schedule(task, seats)
        drafts.append(draft_scheduled(task.field, pairs, Reason("fontes.group", (number,))))
        left += alone
    if left:
        drafts.append(draft_unscheduled(task, sorted(left)))
    return join_drafts(drafts)


def get_group_size(rounds: int) -> int:
    """Return the size of the groups for so many rounds: even, and enough for new opponents.

    >>> [get_group_size(rounds) for rounds in (1, 2, 3, 4)]
    [2, 4, 4, 6]
    """
    return rounds + 1 + (rounds + 1) % 2


def _deal_groups(task: DivisionRound) -> list[list[int]]:
    """Deal the seeding into groups, part by part; team mates are kept apart where possible."""
    players, state = list_starters(task), task.state
    size = get_group_size(task.section.length)
    count = max(1, len(players) // size)
    lots = draw_lots(state.seed, task.section.first, (player.id for player in players))
    groups: list[list[EventPlayer]] = [[] for _ in range(count)]
    for part in range(size):
        stratum = sorted(
            players[part * count : (part + 1) * count], key=lambda player: lots[player.id]
        )
        for group in groups[: len(stratum)]:
            chosen = min(stratum, key=lambda player: _count_conflicts(task, player, group))
            stratum.remove(chosen)
            group.append(chosen)
    groups[-1] += players[size * count :]
    return [[player.id for player in group] for group in groups]


def _count_conflicts(task: DivisionRound, player: EventPlayer, group: list[EventPlayer]) -> int:
    return sum(
        bool(player.team and player.team == other.team)
        + 2 * (sort_pair(player.id, other.id) in task.state.forbidden)
        for other in group
    )
