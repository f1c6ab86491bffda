"""When club nights are: every week, every other one, by the month, and across summer time."""

import doctest
from datetime import date, time
from importlib import import_module

import pytest

from games.clubs.terms.recurrence import (
    NightRule,
    find_next_day,
    find_start,
    list_days,
)

MODULES = ("recurrence", "calendar_feed", "season_standings", "line_ups")
YEAR = date(2026, 1, 1), date(2026, 12, 31)


def rule_of(**chosen: object) -> NightRule:
    usual = {"weekday": 1, "begins_at": time(19), "zone": "Europe/Berlin", "first_day": YEAR[0]}
    return NightRule(**(usual | chosen))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_the_rules_are_right(name: str) -> None:
    result = doctest.testmod(import_module(f"games.clubs.terms.{name}"))
    assert result.failed == 0 and result.attempted


def test_every_week_of_a_year() -> None:
    days = list(list_days(rule_of(), *YEAR))
    assert len(days) == 52
    assert {day.weekday() for day in days} == {1}


def test_every_other_week_counts_from_the_first_day() -> None:
    rule = rule_of(first_day=date(2026, 1, 8), every_weeks=2)
    assert [day.day for day in list_days(rule, date(2026, 1, 1), date(2026, 2, 1))] == [13, 27]
    later = list(list_days(rule, date(2026, 1, 14), date(2026, 2, 1)))
    assert later == [date(2026, 1, 27)], "it is the same wherever one begins to look"


@pytest.mark.parametrize(("week", "days"), [(1, [3, 3, 7]), (4, [24, 24, 28]), (-1, [24, 31, 28])])
def test_one_week_of_each_month(week: int, days: list[int]) -> None:
    rule = rule_of(week_of_month=week)
    assert [day.day for day in list_days(rule, date(2026, 2, 1), date(2026, 4, 30))] == days


def test_a_night_ends_on_its_last_day() -> None:
    rule = rule_of(last_day=date(2026, 1, 13))
    assert [day.day for day in list_days(rule, *YEAR)] == [6, 13]
    assert find_next_day(rule, date(2026, 1, 6)) == date(2026, 1, 13)
    assert find_next_day(rule, date(2026, 1, 13)) is None


@pytest.mark.parametrize(
    ("zone", "before", "hour", "after", "then"),
    [
        ("Europe/Berlin", date(2026, 3, 24), 18, date(2026, 3, 31), 17),
        ("Europe/Berlin", date(2026, 10, 20), 17, date(2026, 10, 27), 18),
        ("Pacific/Auckland", date(2026, 3, 31), 6, date(2026, 4, 7), 7),
        ("America/New_York", date(2026, 10, 27), 23, date(2026, 11, 3), 0),
        ("Asia/Tokyo", date(2026, 3, 24), 10, date(2026, 3, 31), 10),
    ],
)
def test_a_night_begins_at_the_same_time_of_day(
    zone: str, before: date, hour: int, after: date, then: int
) -> None:
    rule = rule_of(zone=zone)
    assert find_start(rule, before).hour == hour
    assert find_start(rule, after).hour == then


def test_a_time_that_does_not_exist_comes_later() -> None:
    rule = rule_of(weekday=6, begins_at=time(2, 30))
    start = find_start(rule, date(2026, 3, 29))
    assert (start.hour, start.minute) == (1, 30), "half past three by the clock"


def test_the_first_of_a_repeated_time_counts() -> None:
    rule = rule_of(weekday=6, begins_at=time(2, 30))
    start = find_start(rule, date(2026, 10, 25))
    assert (start.hour, start.minute) == (0, 30)
