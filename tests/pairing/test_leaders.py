"""Leaders who cannot be caught meet players with nothing to win."""

from dataclasses import replace

import pytest

from games.pairing.event import EventState, Method, ScoringSettings
from games.pairing.leaders import count_leaders, find_hopeless
from games.pairing.pairings import pair_round
from games.pairing.standings import Standing
from tests.pairing.events import add_round, list_codes, list_pairs, make_event, win


def make_runaway(method: Method) -> EventState:
    """Return an event before its last round: 1 has won four, 2 to 7 two each, 8 none."""
    state = make_event(8, [method] * 5, prize_places=2)
    state = add_round(state, win(1, 2), win(3, 8), win(4, 7), win(5, 6))
    state = add_round(state, win(1, 3), win(2, 8), win(7, 5), win(6, 4))
    state = add_round(state, win(1, 4), win(5, 8), win(2, 7), win(3, 6))
    return add_round(state, win(1, 5), win(6, 2), win(4, 3), win(7, 8))


@pytest.mark.parametrize(
    "method", [Method.SWISS, Method.KING_OF_THE_HILL, Method.FACTOR, Method.AUSTRALIAN]
)
def test_a_leader_who_cannot_be_caught_meets_someone_with_nothing_to_win(method: Method) -> None:
    paired = pair_round(make_runaway(method))
    assert (1, 8) in list_pairs(paired)
    reasons = [reason for reason in paired.tables[0].reasons if reason.code.startswith("leader")]
    assert [(reason.code, reason.arguments) for reason in reasons] == [
        ("leader.nothing_to_win", {"leader": 1, "opponent": 8})
    ]


@pytest.mark.parametrize("method", [Method.KING_OF_THE_HILL, Method.FACTOR, Method.AUSTRALIAN])
def test_a_leader_meets_the_lowest_where_everyone_can_win_something(method: Method) -> None:
    state = replace(make_runaway(method), prize_places=8)
    paired = pair_round(state)
    assert (1, 8) in list_pairs(paired)
    assert list_codes(paired)["leader.contender"] == 1


@pytest.mark.parametrize("method", [Method.KING_OF_THE_HILL, Method.FACTOR, Method.AUSTRALIAN])
def test_a_leader_who_can_be_caught_meets_the_nearest(method: Method) -> None:
    state = make_runaway(method)
    paired = pair_round(replace(state, plan=state.plan + state.plan))
    assert (1, 8) not in list_pairs(paired)
    assert not [code for code in list_codes(paired) if code.startswith("leader")]


def make_standing(player: int, half_points: int, spread: int) -> Standing:
    return Standing(player, player, half_points, spread, 0, 0, 0, 0, 0, 0, 0)


CLOSE = [make_standing(1, 8, 300), make_standing(2, 6, 50), make_standing(3, 2, 0)]
"""The second could draw level on points in one round."""


@pytest.mark.parametrize(
    ("cap", "rounds_left", "leaders"), [(None, 1, 0), (200, 1, 0), (100, 1, 2), (100, 2, 0)]
)
def test_equal_points_are_safe_only_if_the_cap_keeps_the_spread_out_of_reach(
    cap: int | None, rounds_left: int, leaders: int
) -> None:
    assert count_leaders(CLOSE, rounds_left, ScoringSettings(spread_cap=cap)) == leaders


def test_points_count_for_more_at_larger_tables() -> None:
    lines = [make_standing(1, 9, 0), make_standing(2, 4, 0)]
    assert count_leaders(lines, 1, ScoringSettings(table_size=3)) == 1
    assert count_leaders(lines, 1, ScoringSettings(table_size=4)) == 0


def test_players_out_of_reach_of_a_prize_have_nothing_to_win() -> None:
    lines = [*CLOSE, make_standing(4, 0, 0)]
    assert find_hopeless(lines, 1, ScoringSettings(), prize_places=2) == {3, 4}
    assert find_hopeless(lines, 1, ScoringSettings(), prize_places=3) == set()
    assert find_hopeless(lines, 2, ScoringSettings(), prize_places=2) == {4}
    assert find_hopeless(lines, 1, ScoringSettings(), prize_places=9) == set()
