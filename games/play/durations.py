"""Lengths of time in words, in the two largest units that they have."""

from django.utils.translation import ngettext

from games.rules.clock import MINUTE, SECOND

HOUR = 60 * MINUTE
DAY = 24 * HOUR


def say_length(ms: int) -> str:
    """So many milliseconds, rounded down.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     say_length(2 * DAY + 3 * HOUR + 5 * MINUTE)
    '2 days 3 hours'
    """
    units = ((DAY, _days), (HOUR, _hours), (MINUTE, _minutes), (SECOND, _seconds))
    for place, (unit, say) in enumerate(units):
        if ms >= unit or unit == SECOND:
            count, rest = divmod(max(0, ms), unit)
            said = [say(count)]
            if place + 1 < len(units) and (less := rest // units[place + 1][0]):
                said.append(units[place + 1][1](less))
            return " ".join(said)
    raise AssertionError("there is always a unit")


def _days(n: int) -> str:
    return ngettext("%(n)s day", "%(n)s days", n) % {"n": n}


def _hours(n: int) -> str:
    return ngettext("%(n)s hour", "%(n)s hours", n) % {"n": n}


def _minutes(n: int) -> str:
    return ngettext("%(n)s minute", "%(n)s minutes", n) % {"n": n}


def _seconds(n: int) -> str:
    return ngettext("%(n)s second", "%(n)s seconds", n) % {"n": n}
