"""When a letter may leave: at once, or gathered with others at hours of the day that are chosen."""

from collections.abc import Collection
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAY = timedelta(days=1)

IN_GOOD_TIME = timedelta(hours=2)
"""What a player is left who is told by letter that something must be done."""


def leaves_at(
    ready: datetime, hours: Collection[int], zone: str, by: datetime | None = None
) -> datetime:
    """The first of the ``hours`` (0 to 23, in ``zone``; "" is UTC) once a letter is ``ready``.

    Without hours, and where that would be too late for what must be done ``by`` then, at once.

    >>> ready = datetime.fromisoformat("2026-05-01T12:00+00:00")
    >>> leaves_at(ready, [8, 18], "Europe/Berlin").isoformat()
    '2026-05-01T16:00:00+00:00'
    """
    chosen = min((hour for hour in _coming(ready, hours, zone) if hour >= ready), default=ready)
    is_too_late = by is not None and chosen > by - IN_GOOD_TIME
    return ready if is_too_late else chosen


def _coming(ready: datetime, hours: Collection[int], zone: str) -> list[datetime]:
    """The hours of the day before, that day and the next, as far as the zone knows them."""
    place = _read_zone(zone)
    today = ready.astimezone(place).date()
    days = [today + DAY * n for n in (-1, 0, 1, 2)]
    return [
        datetime.combine(day, time(hour), tzinfo=place).astimezone(ready.tzinfo)
        for day in days
        for hour in hours
    ]


def _read_zone(zone: str) -> ZoneInfo:
    try:
        return ZoneInfo(zone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
