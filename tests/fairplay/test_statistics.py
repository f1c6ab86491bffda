"""The figures as pure functions: people's usual play stays below the threshold, help does not."""

from random import Random

import pytest

from games.fairplay.terms.calibration import simulate_clocks, simulate_page_hidden
from games.fairplay.terms.statistics import (
    HARD,
    MeasuredTurn,
    compute_find_probability,
    measure,
    measure_finds,
    measure_page_hidden,
    measure_thinking_time,
    rank_correlation,
)


def finds(found: int, missed: int, points: float = 1500) -> list[MeasuredTurn]:
    return [MeasuredTurn(HARD + 0.5, number < found, points) for number in range(found + missed)]


def test_finds_are_compared_with_the_rating() -> None:
    assert not measure_finds(finds(8, 52)).is_high
    assert measure_finds(finds(45, 15)).is_high
    assert measure_finds(finds(25, 35, 1500)).is_high
    assert not measure_finds(finds(25, 35, 2100)).is_high
    assert not measure_finds(finds(25, 35), 2.0).is_high, "on this site many find them"


def test_a_chance_grows_with_the_rating_and_falls_with_difficulty() -> None:
    assert compute_find_probability(0.0, 1500) == 0.5
    assert compute_find_probability(1.0, 1900) == pytest.approx(0.5)
    assert (
        compute_find_probability(2.0, 1500)
        < compute_find_probability(1.0, 1500)
        < compute_find_probability(1.0, 1600)
    )


def test_a_few_turns_give_no_figure() -> None:
    figures = measure([MeasuredTurn(3.0, True, 1500, 5000, 5000) for _ in range(4)])
    assert [
        figures.finds.deviations,
        figures.thinking_time.deviations,
        figures.page_hidden.deviations,
    ] == [
        None,
        None,
        None,
    ]
    assert not any(
        one.is_high for one in (figures.finds, figures.thinking_time, figures.page_hidden)
    )
    assert measure([]).finds.turns == 0


def test_easy_finds_do_not_count() -> None:
    assert measure_finds([MeasuredTurn(0.0, True, 1500)] * 100).deviations is None


def test_time_that_ignores_difficulty_is_far_below_time_that_follows_it() -> None:
    chance = Random(5)
    follows, ignores = (
        [measure_thinking_time(simulate_clocks(rank, chance)) for _ in range(200)]
        for rank in (0.3, -0.2)
    )
    assert sum(one.is_high for one in follows) == 0
    assert sum(one.is_high for one in ignores) > 150
    same = [MeasuredTurn(float(number), False, 1500, 5000) for number in range(100)]
    assert measure_thinking_time(same).value == 0.0, "always the same time"


def test_only_leaving_before_hard_finds_is_flagged() -> None:
    chance = Random(5)
    usual, helped = (
        [measure_page_hidden(simulate_page_hidden(0.2, rate, chance)) for _ in range(200)]
        for rate in (0.2, 0.8)
    )
    assert sum(one.is_high for one in usual) <= 2
    assert sum(one.is_high for one in helped) > 190
    never = [MeasuredTurn(3.0, True, 1500, away=0)] * 20 + [
        MeasuredTurn(0.0, True, 1500, away=0)
    ] * 20
    assert not measure_page_hidden(never).is_high
    unknown = [MeasuredTurn(3.0, True, 1500)] * 40
    assert measure_page_hidden(unknown).deviations is None


def test_equal_values_share_a_rank() -> None:
    assert rank_correlation([1, 2, 3], [3, 2, 1]) == -1
    assert rank_correlation([1, 1, 2, 2], [1, 2, 3, 4]) == pytest.approx(0.894, abs=0.001)
