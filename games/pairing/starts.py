"""Who starts: the player with fewer starts, then the one who did not start their last meeting.

After a bye or a late entry, who has started fewer games may nevertheless have started most of them.
If that would leave either player with two more games started than not, or the reverse, the one with
the smaller share of starts begins instead. If nothing settles it, lots decide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.pairing.event import sort_pair
from games.pairing.field import Encounters
from games.pairing.reasons import Reason
from games.pairing.rounds import TableDraft


def order_turns(
    draft: TableDraft,
    encounters: Encounters,
    lots: Mapping[int, int],
) -> tuple[tuple[int, ...], Reason]:
    """Return the players of a table in the order of their turns, and why the first one starts."""
    if draft.is_pinned:
        return draft.players, Reason("start.chosen", draft.players[:1])
    if len(draft.players) > 2:
        return _order_many(draft.players, encounters, lots)
    one, other = draft.players
    starter, reason = _choose_starter(one, other, encounters, lots, draft.is_scheduled)
    return (starter, one + other - starter), reason


def _choose_starter(
    one: int, other: int, encounters: Encounters, lots: Mapping[int, int], is_scheduled: bool
) -> tuple[int, Reason]:
    first, second = sorted((one, other), key=encounters.count_starts)
    starts = encounters.count_starts(first), encounters.count_starts(second)
    balances = encounters.compute_balance(first), encounters.compute_balance(second)
    stays_even = balances[0] <= balances[1] or (balances[0] <= 0 and balances[1] >= 0)
    if starts[0] < starts[1] and stays_even:
        return first, Reason("start.fewer", (first, *starts))
    if balances[0] != balances[1]:
        first = min(one, other, key=encounters.compute_balance)
        return first, Reason("start.share", (first,))
    if is_scheduled:
        return one, Reason("start.scheduled", (one,))
    last = encounters.last_starters.get(sort_pair(one, other))
    if last in (one, other):
        first = one + other - last
        return first, Reason("start.last_meeting", (first,))
    first = min(one, other, key=lambda player: lots[player])
    return first, Reason("start.lot", (first,))


def _order_many(
    players: Sequence[int], encounters: Encounters, lots: Mapping[int, int]
) -> tuple[tuple[int, ...], Reason]:
    """Give out the turns in order, each to the player who has had it least often."""
    left, order = sorted(players, key=lambda player: lots[player]), []
    for turn in range(len(players)):
        chosen = min(left, key=lambda player: encounters.turns[player, turn])
        left.remove(chosen)
        order.append(chosen)
    starts = [encounters.count_starts(player) for player in order]
    if starts[0] < min(starts[1:]):
        return tuple(order), Reason("start.fewer", (order[0], starts[0], min(starts[1:])))
    return tuple(order), Reason("start.lot", (order[0],))
