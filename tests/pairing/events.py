"""Events for the tests of pairing: players, results, and what every round has to keep to."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from games.pairing.event import (
    EventPlayer,
    EventState,
    Method,
    Pair,
    PastRound,
    PlayedTable,
    RoundPlan,
    sort_pair,
)
from games.pairing.field import count_encounters
from games.pairing.pairings import pair_round
from games.pairing.reasons import REASONS
from games.pairing.rounds import PairedRound


def make_players(count: int, **fields: Any) -> tuple[EventPlayer, ...]:
    """Return players 1, 2, … from the strongest down."""
    return tuple(EventPlayer(number, 2000 - number, **fields) for number in range(1, count + 1))


def make_event(players: int, plan: Sequence[RoundPlan | Method], **fields: Any) -> EventState:
    rounds = tuple(one if isinstance(one, RoundPlan) else RoundPlan(one) for one in plan)
    return EventState(make_players(players), rounds, **fields)


def change_player(state: EventState, number: int, **fields: Any) -> EventState:
    players = (
        replace(player, **fields) if player.id == number else player for player in state.players
    )
    return replace(state, players=tuple(players))


def win(winner: int, loser: int, spread: int = 50) -> PlayedTable:
    """Return a table at which the winner also started."""
    return PlayedTable((winner, loser), (400 + spread, 400))


def add_round(state: EventState, *tables: PlayedTable, byes: Iterable[int] = ()) -> EventState:
    return replace(state, rounds=(*state.rounds, PastRound(tables, tuple(byes))))


def play_round(state: EventState, paired: PairedRound, random: Random) -> EventState:
    """Return the event after a round whose results are drawn by lot; some games are drawn."""
    tables = [
        PlayedTable(table.players, tuple(random.randrange(300, 310) for _ in table.players))
        for table in paired.tables
    ]
    return add_round(state, *tables, byes=paired.byes)


def play_event(state: EventState, seed: int = 0) -> EventState:
    """Pair and play all rounds, checking each."""
    random = Random(seed)
    while len(state.rounds) < len(state.plan):
        paired = pair_round(state)
        check_round(state, paired)
        state = play_round(state, paired, random)
    return state


def check_round(state: EventState, paired: PairedRound) -> None:
    """Assert what holds for every round, however it was paired."""
    seated = [player for table in paired.tables for player in table.players]
    everyone = sorted([*seated, *paired.byes, *paired.resting])
    assert everyone == sorted(
        player.id for player in state.players if player.plays_in(state.next_number)
    )
    divisions = {player.id: player.division for player in state.players}
    for table in paired.tables:
        assert 2 <= len(table.players) <= state.scoring.table_size
        assert {divisions[player] for player in table.players} == {table.division}
        assert not [pair for pair in state.forbidden if set(pair) <= set(table.players)]
    assert [table.number for table in paired.tables] == list(range(1, len(paired.tables) + 1))
    reasons = [*paired.reasons, *(reason for table in paired.tables for reason in table.reasons)]
    for reason in reasons:
        assert set(reason.arguments) == set(REASONS[reason.code])


def list_pairs(paired: PairedRound) -> set[Pair]:
    """Return who meets whom, without who starts."""
    return {sort_pair(*table.players[:2]) for table in paired.tables}


def count_repeats(state: EventState) -> int:
    meetings = count_encounters(state.rounds).meetings
    return meetings.total() - len(meetings)


def measure_start_excess(state: EventState) -> int:
    """Return the most by which anyone's starts differ from their other games."""
    encounters = count_encounters(state.rounds)
    return max(abs(encounters.compute_balance(player.id)) for player in state.players)


def list_codes(paired: PairedRound) -> Counter[str]:
    return Counter(
        reason.code
        for reasons in (paired.reasons, *(table.reasons for table in paired.tables))
        for reason in reasons
    )
