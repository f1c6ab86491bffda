"""Arena: whoever has been free for longest meets the free player nearest in the standings.

A player does not meet the opponent of their last game again but waits for someone else, unless the
field is small.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.pairing.event import EventState, PastRound, sort_pair
from games.pairing.reasons import Reason
from games.pairing.rounds import RoundDraft, TableDraft
from games.pairing.sections import DivisionRound
from games.pairing.standings import rank_players

SMALL_ARENA = 8
"""In arenas of up to this many players, no one waits for a new opponent."""


class FreePlayer(NamedTuple):
    """A player of an arena who waits for a game; ``since`` is any time that grows."""

    player: int
    since: int


def draft_free_players(state: EventState, free: Iterable[FreePlayer]) -> list[TableDraft]:
    """Return full tables of free players of one division, longest free first.

    Past tables are in the order in which they were paired. Players who cannot be seated wait.

    >>> from games.pairing.event import EventPlayer, RoundPlan
    >>> players = tuple(EventPlayer(id, rating=100 * id) for id in range(1, 5))
    >>> state = EventState(players, (RoundPlan(),))
    >>> free = [FreePlayer(2, 10), FreePlayer(3, 20), FreePlayer(4, 5)]
    >>> [table.players for table in draft_free_players(state, free)]
    [(4, 3)]
    """
    ranked = rank_players(state.players, state.rounds, state.scoring, state.seed)
    places = {line.player: place for place, line in enumerate(ranked)}
    last = _find_last_opponents(state.rounds)
    is_small = sum(player.plays_in(state.next_number) for player in state.players) <= SMALL_ARENA
    waiting = [one.player for one in sorted(free, key=lambda one: (one.since, places[one.player]))]
    tables = []
    for player in list(waiting):
        if player not in waiting:
            continue
        others = [
            other
            for other in waiting
            if other != player
            and sort_pair(player, other) not in state.forbidden
            and (is_small or other not in last.get(player, ()))
        ]
        chosen = _choose_nearest(state, places, player, others)
        if chosen:
            waiting = [other for other in waiting if other not in (player, *chosen)]
            tables.append(_draft_table(player, chosen, places))
    return tables


def _choose_nearest(
    state: EventState, places: dict[int, int], player: int, others: Sequence[int]
) -> list[int]:
    """Return the nearest players for a full table, or nobody if there are not enough."""
    chosen: list[int] = []
    for other in sorted(
        others, key=lambda other: (abs(places[other] - places[player]), places[other])
    ):
        if not any(sort_pair(other, one) in state.forbidden for one in chosen):
            chosen.append(other)
        if len(chosen) == state.scoring.table_size - 1:
            return chosen
    return []


def _draft_table(player: int, chosen: Sequence[int], places: dict[int, int]) -> TableDraft:
    values = (player, places[player] + 1, places[chosen[0]] + 1)
    return TableDraft((player, *chosen), (Reason("arena.nearest", values),))


def _find_last_opponents(rounds: Sequence[PastRound]) -> dict[int, tuple[int, ...]]:
    return {
        player: table.present
        for past in rounds
        for table in past.tables
        if table.was_played
        for player in table.present
    }


def pair_arena(task: DivisionRound) -> RoundDraft:
    """Pair a round of an arena as if everyone had become free at the same time."""
    state = task.state
    free = [FreePlayer(player, 0) for player in task.field.players]
    tables = draft_free_players(state, free)
    seated = {player for table in tables for player in table.players}
    waiting = tuple(player for player in task.field.players if player not in seated)
    return RoundDraft(
        tables=tuple(tables),
        resting=waiting,
        reasons=tuple(Reason("rest.arena", (player,)) for player in waiting),
    )
