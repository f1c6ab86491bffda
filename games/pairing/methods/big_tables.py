"""Tables of three or four: by standing, then players are swapped as long as that is better.

There is no quick way to find the best tables of three or more. Repeats and team mates at a table
are therefore as few as swaps of two players can make them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations, pairwise, product

from games.pairing.errors import NoPairingError
from games.pairing.field import Field
from games.pairing.methods.drafts import describe_bye
from games.pairing.policies import PLACES, POINTS, REPEATS, TEAM_MATES, Policy, Weights
from games.pairing.reasons import Reason
from games.pairing.rounds import RoundDraft, TableDraft
from games.pairing.sections import DivisionRound

FORBIDDEN = Policy(
    "forbidden pairs",
    lambda field, one, other: int(not field.may_meet(one, other)),
    lambda _: 1,
)
"""Here forbidden pairs have a cost, since the first tables may contain them."""
MAX_SWAPS = 1000


def pair_big_tables_by_points(task: DivisionRound) -> RoundDraft:
    """Seat players with equal points together, spread over the tables of their group (Swiss)."""
    sizes = list_table_sizes(len(task.field.players), task.state.scoring.table_size)
    tables = _deal_groups(task.field, sizes)
    return _settle_tables(task.field, tables, (FORBIDDEN, REPEATS, TEAM_MATES, POINTS))


def pair_big_tables_by_place(task: DivisionRound) -> RoundDraft:
    """Seat neighbours in the standings together (king of the hill)."""
    sizes = list_table_sizes(len(task.field.players), task.state.scoring.table_size)
    tables = _cut(list(range(len(task.field.players))), sizes)
    repeats = () if task.section.plan.may_repeat else (REPEATS,)
    return _settle_tables(task.field, tables, (FORBIDDEN, *repeats, PLACES))


def list_table_sizes(players: int, size: int) -> list[int]:
    """Return the sizes of the tables, full ones first; nobody plays alone while two can play.

    >>> list_table_sizes(12, 4), list_table_sizes(13, 4), list_table_sizes(6, 4)
    ([4, 4, 4], [4, 3, 3, 3], [3, 3])
    >>> list_table_sizes(7, 3), list_table_sizes(5, 4), list_table_sizes(1, 3)
    ([3, 2, 2], [3, 2], [1])
    """
    if players == 0:
        return []
    count = -(-players // size)
    full = max(0, players - count * (size - 1))
    sizes = [size] * full + [size - 1] * (count - full)
    return [*sizes[:-1], players - sum(sizes[:-1])]


def _cut(players: list[int], sizes: list[int]) -> list[list[int]]:
    cuts = [0, *accumulate(sizes)]
    return [players[start:stop] for start, stop in pairwise(cuts)]


def _deal_groups(field: Field, sizes: list[int]) -> list[list[int]]:
    """Deal each group of equal points out over as many tables as it fills.

    Players left over join the next group.
    """
    tables: list[list[int]] = []
    waiting: list[int] = []
    for place in range(len(field.players)):
        waiting.append(place)
        if place + 1 == field.groups[place].stop:
            filled = _take_filled(sizes[len(tables) :], len(waiting))
            tables += _deal(waiting[: sum(filled)], filled)
            waiting = waiting[sum(filled) :]
    return tables


def _take_filled(sizes: list[int], players: int) -> list[int]:
    return [size for size, total in zip(sizes, accumulate(sizes), strict=True) if total <= players]


def _deal(players: list[int], sizes: list[int]) -> list[list[int]]:
    """Deal players to tables in turn.

    >>> _deal([1, 2, 3, 4, 5], [3, 2])
    [[1, 3, 5], [2, 4]]
    """
    tables: list[list[int]] = [[] for _ in sizes]
    left = iter(players)
    for turn in range(max(sizes, default=0)):
        for table, size in zip(tables, sizes, strict=True):
            if turn < size:
                table.append(next(left))
    return tables


def _improve_tables(field: Field, tables: list[list[int]], weights: Weights) -> None:
    """Swap players of different tables as long as that makes both tables cheaper together."""
    for _ in range(MAX_SWAPS):
        if not any(_swap_best(tables, table, weights) for table in _list_faulty(field, tables)):
            return


def _list_faulty(field: Field, tables: list[list[int]]) -> Iterator[list[int]]:
    """Yield the tables with a repeat, team mates or a forbidden pair."""
    for table in list(tables):
        if any(
            not field.may_meet(one, other)
            or field.count_meetings(one, other)
            or (field.teams[one] and field.teams[one] == field.teams[other])
            for one, other in combinations(sorted(table), 2)
        ):
            yield table


def _swap_best(tables: list[list[int]], table: list[int], weights: Weights) -> bool:
    """Make the swap that saves most between this table and another; return whether there is one."""
    best: tuple[int, list[int], int, int] | None = None
    for other in tables:
        if other is not table:
            before = _weigh_table(table, weights) + _weigh_table(other, weights)
            for seat, place in product(range(len(table)), range(len(other))):
                _swap(table, seat, other, place)
                saved = before - _weigh_table(table, weights) - _weigh_table(other, weights)
                _swap(table, seat, other, place)
                if saved > (best[0] if best else 0):
                    best = (saved, other, seat, place)
    if best is None:
        return False
    _swap(table, best[2], best[1], best[3])
    return True


def _swap(table: list[int], seat: int, other: list[int], place: int) -> None:
    table[seat], other[place] = other[place], table[seat]


def _weigh_table(table: list[int], weights: Weights) -> int:
    return sum(weights.weigh(one, other) for one, other in combinations(sorted(table), 2))


def _settle_tables(field: Field, tables: list[list[int]], policies: Sequence[Policy]) -> RoundDraft:
    _improve_tables(field, tables, Weights(field, policies))
    for table in tables:
        for one, other in combinations(sorted(table), 2):
            if not field.may_meet(one, other):
                pair = (field.players[one], field.players[other])
                message = "swaps found no way to keep a forbidden pair apart"
                raise NoPairingError("pairing.impossible", message, players=pair)
    alone = [table[0] for table in tables if len(table) == 1]
    return RoundDraft(
        tables=tuple(_draft_table(field, sorted(table)) for table in tables if len(table) > 1),
        byes=tuple(field.players[place] for place in alone),
        reasons=tuple(describe_bye(field, place) for place in alone),
    )


def _draft_table(field: Field, table: list[int]) -> TableDraft:
    pairs = list(combinations(table, 2))
    reasons = [Reason("table.places", (table[0] + 1, table[-1] + 1))]
    if meetings := max(field.count_meetings(one, other) for one, other in pairs):
        reasons.append(Reason("repeat", (meetings,)))
    if any(field.teams[one] and field.teams[one] == field.teams[other] for one, other in pairs):
        reasons.append(Reason("team_mates"))
    return TableDraft(tuple(field.players[place] for place in table), tuple(reasons))
