"""Lengths of time in words, such as "2 days 3 hours": at most two units."""

from django.utils.translation import ngettext

from games.rules.time.clock import MINUTE, SECOND

HOUR = 60 * MINUTE
DAY = 24 * HOUR


def format_duration(ms: int) -> str:
    """Return a number of milliseconds in words, rounded down.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     format_duration(2 * DAY + 3 * HOUR + 5 * MINUTE)
    '2 days 3 hours'
    """
    units = ((DAY, _days), (HOUR, _hours), (MINUTE, _minutes), (SECOND, _seconds))
    for place, (unit, say) in enumerate(units):
        if ms >= unit or unit == SECOND:
            count, rest = divmod(max(0, ms), unit)
            parts = [say(count)]
            if place + 1 < len(units) and (less := rest // units[place + 1][0]):
                parts.append(units[place + 1][1](less))
            return " ".join(parts)
    raise AssertionError("there is always a unit")


def _days(n: int) -> str:
    return ngettext("%(n)s day", "%(n)s days", n) % {"n": n}


def _hours(n: int) -> str:
    return ngettext("%(n)s hour", "%(n)s hours", n) % {"n": n}


def _minutes(n: int) -> str:
    return ngettext("%(n)s minute", "%(n)s minutes", n) % {"n": n}


def _seconds(n: int) -> str:
    return ngettext("%(n)s second", "%(n)s seconds", n) % {"n": n}
