"""When a club night is: days that recur, at a time of day where the club is."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from games.common.time_zones import load_time_zone

WEEK = timedelta(weeks=1)
LAST_WEEK = -1
"""Stands for the last such weekday of a month."""
FARTHEST = timedelta(days=400)
"""How far :func:`find_next_day` looks ahead. Every night comes round sooner."""


@dataclass(frozen=True, slots=True)
class NightRule:
    """A weekday and a time of day, every so many weeks or in one week of each month."""

    # 0 is Monday.
    weekday: int
    begins_at: time
    zone: str
    first_day: date
    last_day: date | None = None
    # Weeks between two nights, counted from the first one.
    every_weeks: int = 1
    # 1 to 4, or ``LAST_WEEK``; ``None`` for a night by weeks.
    week_of_month: int | None = None


def list_days(rule: NightRule, first: date, last: date) -> Iterator[date]:
    """Yield the days of a night from ``first`` to ``last``, both included.

    >>> rule = NightRule(1, time(19), "Europe/Berlin", date(2026, 3, 1), week_of_month=-1)
    >>> [str(day) for day in list_days(rule, date(2026, 3, 1), date(2026, 4, 30))]
    ['2026-03-31', '2026-04-28']
    """
    opening = _find_weekday(rule.first_day, rule.weekday)
    day = _find_weekday(max(first, rule.first_day), rule.weekday)
    end = last if rule.last_day is None else min(last, rule.last_day)
    while day <= end:
        if _is_its_week(rule, opening, day):
            yield day
        day += WEEK


def find_next_day(rule: NightRule, after: date) -> date | None:
    """Return the first day of a night later than ``after``, ``None`` if there is none."""
    begin = max(after + timedelta(days=1), rule.first_day)
    return next(list_days(rule, begin, begin + FARTHEST), None)


def find_start(rule: NightRule, day: date) -> datetime:
    """Return the instant, in UTC, at which the night of a day begins.

    A time that is skipped when clocks go forward moves later by the same amount; of a time that
    comes twice when they go back, the first counts.

    >>> rule = NightRule(6, time(19, 30), "Europe/Berlin", date(2026, 1, 1))
    >>> find_start(rule, date(2026, 3, 22)).isoformat()
    '2026-03-22T18:30:00+00:00'
    >>> find_start(rule, date(2026, 3, 29)).isoformat()
    '2026-03-29T17:30:00+00:00'
    """
    return datetime.combine(day, rule.begins_at, load_time_zone(rule.zone)).astimezone(UTC)


def find_day(moment: datetime, zone: str) -> date:
    """Return the day that an instant belongs to in a time zone."""
    return moment.astimezone(load_time_zone(zone)).date()


def _find_weekday(begin: date, weekday: int) -> date:
    """Return the first day with this weekday that is not before ``begin``."""
    return begin + timedelta(days=(weekday - begin.weekday()) % 7)


def _is_its_week(rule: NightRule, opening: date, day: date) -> bool:
    if rule.week_of_month is None:
        return (day - opening) // WEEK % rule.every_weeks == 0
    if rule.week_of_month == LAST_WEEK:
        return (day + WEEK).month != day.month
    return (day.day - 1) // 7 + 1 == rule.week_of_month
