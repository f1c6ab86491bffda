"""Schedules fixed before the first round: the circle method, and pairing once it no longer fits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.pairing.event import EventPlayer, Pair, order_by_seed, sort_pair
from games.pairing.field import Field, build_field, count_encounters
from games.pairing.field_matching import match_field
from games.pairing.methods.drafts import draft_pairs, draft_table
from games.pairing.policies import FIELD_POLICIES
from games.pairing.reasons import Reason
from games.pairing.rounds import RoundDraft
from games.pairing.sections import DivisionRound


def count_cycle(size: int) -> int:
    """Return how many rounds it takes until everyone has met everyone.

    >>> count_cycle(5), count_cycle(6)
    (5, 5)
    """
    return size - 1 + size % 2


def list_circle_round(size: int, index: int) -> list[Pair]:
    """Return a round of a round robin by the circle method, the starter of each pair first.

    Seats are numbered from 0. With an odd number the seat that does not appear has a bye. After
    every round each seat has started at most once more, or once less, than it has not. The second
    time, rounds come in reverse order with the starts swapped, the third time as at first.

    >>> [list_circle_round(4, index) for index in range(3)]
    [[(0, 3), (1, 2)], [(3, 1), (2, 0)], [(2, 3), (0, 1)]]
    >>> list_circle_round(4, 3)
    [(3, 2), (1, 0)]
    >>> list_circle_round(3, 0)
    [(1, 2)]
    """
    cycle, step = divmod(index, max(1, count_cycle(size)))
    if cycle % 2:
        forward = list_circle_round(size, count_cycle(size) - 1 - step)
        return [(other, one) for one, other in forward]
    ring = count_cycle(size)
    middle: list[Pair] = []
    if size % 2 == 0 and size:
        # The last seat stays in the middle and meets each seat of the ring in turn.
        middle = [(step, size - 1) if step % 2 == 0 else (size - 1, step)]
    return middle + [_order_by_distance(step, away, ring) for away in range(1, (ring + 1) // 2)]


def _order_by_distance(step: int, away: int, ring: int) -> Pair:
    """Return the seats ``away`` places to either side of seat ``step`` on the ring, the starter
    first.

    A seat's distance shrinks by one each round, so alternating by distance alternates its starts.
    """
    ahead, behind = (step + away) % ring, (step - away) % ring
    return (ahead, behind) if away % 2 else (behind, ahead)


def list_starters(task: DivisionRound) -> list[EventPlayer]:
    """Return the players who were there when the section began, from the first seed down."""
    first = task.section.first
    there = (
        player
        for player in task.entrants
        if player.first_round <= first and not player.has_withdrawn(first)
    )
    return order_by_seed(there, task.state.seed)


def fill_seats(task: DivisionRound, groups: Iterable[Sequence[int]]) -> list[list[int | None]]:
    """Return the groups of a section by seats, with later entries in them; None is an empty seat.

    A later entry takes the seat of a player who has withdrawn, or an empty one. If there is
    neither, the smallest group gets two more seats.
    """
    seated: list[list[int | None]] = [[*group, *[None] * (len(group) % 2)] for group in groups]
    players = {player.id: player for player in task.entrants}
    first, number = task.section.first, task.state.next_number
    late = [
        player
        for player in order_by_seed(task.entrants, task.state.seed)
        if first < player.first_round <= number
    ]
    for player in sorted(late, key=lambda player: player.first_round):
        free = [
            (seat is None, group, place)
            for group, seats in enumerate(seated)
            for place, seat in enumerate(seats)
            if seat is None or players[seat].has_withdrawn(player.first_round)
        ]
        if free:
            _, group, place = min(free)
            seated[group][place] = player.id
        else:
            min(seated, key=len).extend((player.id, None))
    return seated


def pair_by_schedule(
    task: DivisionRound, seats: Sequence[int | None]
) -> tuple[list[Pair], list[int]]:
    """Return this round's pairs of a group, starters first, and its players who are in none.

    Pairs and players are indexes of the field. A pair counts only if both play this round, may
    meet, and have not met before in this cycle of the section.
    """
    field, index = task.field, {player: place for place, player in enumerate(task.field.players)}
    cycle = task.index // max(1, count_cycle(len(seats)))
    met = count_encounters(task.state.rounds[task.section.first - 1 :]).meetings
    pairs = []
    for one, other in list_circle_round(len(seats), task.index):
        first, second = seats[one], seats[other]
        if first not in index or second not in index or first is None or second is None:
            continue
        ends = sort_pair(index[first], index[second])
        if field.may_meet(*ends) and met[sort_pair(first, second)] <= cycle:
            pairs.append((index[first], index[second]))
    seated = {place for pair in pairs for place in pair}
    there = [index[player] for player in seats if player is not None and player in index]
    return pairs, sorted(place for place in there if place not in seated)


def draft_scheduled(field: Field, pairs: Iterable[Pair], reason: Reason) -> RoundDraft:
    """Return the tables of scheduled pairs."""
    return RoundDraft(
        tables=tuple(draft_table(field, pair, reason, is_scheduled=True) for pair in pairs)
    )


def draft_unscheduled(task: DivisionRound, places: Sequence[int]) -> RoundDraft:
    """Return the round of players whom the schedule leaves out; a single one has a bye."""
    field = task.field
    if len(places) == 1:
        player = field.players[places[0]]
        return RoundDraft(byes=(player,), reasons=(Reason("bye.scheduled", (player,)),))
    chosen = {field.players[place] for place in places}
    part = build_field(task.state, [player for player in task.entrants if player.id in chosen])
    pairs = match_field(part, FIELD_POLICIES)
    return draft_pairs(part, pairs, lambda *_: Reason("schedule.changed_field"))


def join_drafts(drafts: Iterable[RoundDraft]) -> RoundDraft:
    """Return one round of several parts."""
    drafts = list(drafts)
    return RoundDraft(
        tables=tuple(table for draft in drafts for table in draft.tables),
        byes=tuple(player for draft in drafts for player in draft.byes),
        resting=tuple(player for draft in drafts for player in draft.resting),
        reasons=tuple(reason for draft in drafts for reason in draft.reasons),
    )
