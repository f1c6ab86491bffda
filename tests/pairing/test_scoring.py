"""What tables, byes and absences are worth."""

import pytest

from games.pairing.event import PlayedTable, ScoringSettings
from games.pairing.scoring import score_table

TWO = ScoringSettings()
THREE = ScoringSettings(table_size=3)
FOUR = ScoringSettings(table_size=4)


def points_of(table: PlayedTable, scoring: ScoringSettings) -> list[float]:
    scores = score_table(table, scoring)
    return [scores[player].half_points / 2 for player in table.players]


def spreads_of(table: PlayedTable, scoring: ScoringSettings) -> list[int]:
    scores = score_table(table, scoring)
    return [scores[player].spread for player in table.players]


def test_a_draw_is_half_a_point_each() -> None:
    drawn = PlayedTable((1, 2), (380, 380))
    assert points_of(drawn, TWO) == [0.5, 0.5]
    assert spreads_of(drawn, TWO) == [0, 0]


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((300, 200, 100), [2, 1, 0]),
        ((300, 300, 100), [1.5, 1.5, 0]),
        ((300, 200, 200), [2, 0.5, 0.5]),
        ((200, 200, 200), [1, 1, 1]),
    ],
)
def test_three_players_get_points_by_place_and_share_them_on_ties(
    scores: tuple[int, ...], points: list[float]
) -> None:
    assert points_of(PlayedTable((1, 2, 3), scores), THREE) == points


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((400, 300, 200, 100), [3, 2, 1, 0]),
        ((400, 400, 200, 100), [2.5, 2.5, 1, 0]),
        ((400, 200, 200, 200), [3, 1, 1, 1]),
        ((200, 200, 200, 200), [1.5, 1.5, 1.5, 1.5]),
        ((400, 300, 200), [3, 2, 1]),  # the empty seat came last
    ],
)
def test_four_players_get_points_by_place_and_share_them_on_ties(
    scores: tuple[int, ...], points: list[float]
) -> None:
    assert points_of(PlayedTable(tuple(range(len(scores))), scores), FOUR) == points


def test_spread_at_a_larger_table_sums_the_differences_to_each_opponent() -> None:
    assert spreads_of(PlayedTable((1, 2, 3), (300, 250, 200)), THREE) == [150, 0, -150]


def test_a_spread_cap_limits_each_game() -> None:
    capped = ScoringSettings(spread_cap=100)
    assert spreads_of(PlayedTable((1, 2), (600, 300)), capped) == [100, -100]


def test_absence_costs_fifty_and_gives_the_opponent_fifty() -> None:
    table = PlayedTable((1, 2), absent=frozenset({1}))
    assert points_of(table, TWO) == [0, 1]
    assert spreads_of(table, TWO) == [-50, 50]


def test_two_absent_players_both_lose() -> None:
    table = PlayedTable((1, 2), absent=frozenset({1, 2}))
    assert points_of(table, TWO) == [0, 0]
    assert spreads_of(table, TWO) == [-50, -50]


def test_the_others_play_on_when_one_of_three_is_absent() -> None:
    table = PlayedTable((1, 2, 3), (0, 250, 300), absent=frozenset({1}))
    assert points_of(table, THREE) == [0, 1, 2]
    assert spreads_of(table, THREE) == [-50, -50, 50]


def test_a_player_who_lost_on_time_keeps_the_spread() -> None:
    table = PlayedTable((1, 2), (400, 300), places=(2, 1))
    assert points_of(table, TWO) == [0, 1]
    assert spreads_of(table, TWO) == [100, -100]
