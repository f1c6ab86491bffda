"""Round robins: the circle, twice around, groups, and fields that change."""

import pytest

from games.pairing.event import Method, RoundPlan
from games.pairing.field import count_encounters
from games.pairing.pairings import pair_round
from tests.pairing.events import (
    add_round,
    change_player,
    check_round,
    count_repeats,
    list_codes,
    make_event,
    measure_start_excess,
    play_event,
)


@pytest.mark.parametrize("players", [2, 3, 6, 9, 14])
def test_everyone_meets_everyone_once(players: int) -> None:
    cycle = players - 1 + players % 2
    state = play_event(make_event(players, [Method.ROUND_ROBIN] * cycle))
    encounters = count_encounters(state.rounds)
    assert len(encounters.meetings) == players * (players - 1) // 2
    assert set(encounters.meetings.values()) == {1}
    assert set(encounters.byes.values()) == ({1} if players % 2 else set())


@pytest.mark.parametrize("players", [2, 5, 6])
def test_the_second_time_everyone_starts_the_other_way_round(players: int) -> None:
    cycle = players - 1 + players % 2
    state = play_event(make_event(players, [Method.ROUND_ROBIN] * (2 * cycle)))
    seen = [table.players for past in state.rounds for table in past.tables]
    assert len(set(seen)) == len(seen) == players * (players - 1)
    assert measure_start_excess(state) == 0


def test_groups_take_seeds_in_turn() -> None:
    plan = [RoundPlan(Method.ROUND_ROBIN, groups=2)] * 3
    meetings = count_encounters(play_event(make_event(8, plan)).rounds).meetings
    assert len(meetings) == 12
    assert all((one - other) % 2 == 0 for one, other in meetings)


def test_results_are_not_needed() -> None:
    state = make_event(6, [Method.ROUND_ROBIN] * 5)
    while len(state.rounds) < 5:
        state = add_round(state, *(table.unplayed for table in pair_round(state).tables))
    assert len(count_encounters(state.rounds).meetings) == 15


def test_the_opponent_of_a_withdrawn_player_has_a_bye() -> None:
    state = change_player(make_event(6, [Method.ROUND_ROBIN] * 5), 2, withdrawn_from=3)
    state = play_event(state)
    assert [len(past.byes) for past in state.rounds] == [0, 0, 1, 1, 1]
    assert count_repeats(state) == 0


def test_a_late_entry_takes_the_place_of_a_withdrawn_player() -> None:
    state = make_event(7, [Method.ROUND_ROBIN] * 5)
    state = change_player(change_player(state, 2, withdrawn_from=3), 7, first_round=3)
    state = play_event(state)
    assert [len(past.byes) for past in state.rounds] == [0, 0, 0, 0, 0]
    assert count_repeats(state) == 0


@pytest.mark.parametrize("gone", [(2, 5), (1, 6), (3, 4)])
def test_two_withdrawals_leave_no_one_idle_and_no_one_repeating(gone: tuple[int, ...]) -> None:
    state = make_event(8, [Method.ROUND_ROBIN] * 5)
    for player in gone:
        state = change_player(state, player, withdrawn_from=2)
    state = play_event(state)
    assert [len(past.byes) for past in state.rounds] == [0] * 5
    assert count_repeats(state) == 0


def test_a_field_that_no_longer_fits_is_paired_afresh() -> None:
    state = make_event(8, [Method.ROUND_ROBIN] * 7)
    for player in (2, 5):
        state = change_player(state, player, sits_out=frozenset({1}))
    paired = pair_round(state)
    check_round(state, paired)
    codes = list_codes(paired)
    assert codes["schedule.changed_field"] + codes["round_robin.scheduled"] == 3
    assert not paired.byes
