"""When an e-mail is sent: at once, or together with others at hours the player has chosen."""

from collections.abc import Collection
from datetime import datetime, time, timedelta

from games.common.time_zones import load_time_zone

ONE_DAY = timedelta(days=1)

MIN_NOTICE_TIME = timedelta(hours=2)
"""Least time an e-mail must leave its reader before a deadline."""


def get_send_time(
    ready: datetime, hours: Collection[int], zone: str, by: datetime | None = None
) -> datetime:
    """Return the first of the ``hours`` (0 to 23, in ``zone``; "" is UTC) after an e-mail is
    ``ready``.

    Return ``ready`` itself if there are no hours or if the next one is too close to the deadline
    ``by``.

    >>> ready = datetime.fromisoformat("2026-05-01T12:00+00:00")
    >>> get_send_time(ready, [8, 18], "Europe/Berlin").isoformat()
    '2026-05-01T16:00:00+00:00'
    """
    chosen = min(
        (hour for hour in _list_upcoming_hours(ready, hours, zone) if hour >= ready), default=ready
    )
    is_too_late = by is not None and chosen > by - MIN_NOTICE_TIME
    return ready if is_too_late else chosen


def _list_upcoming_hours(ready: datetime, hours: Collection[int], zone: str) -> list[datetime]:
    """Return these hours of yesterday, today and the next two days in the zone."""
    place = load_time_zone(zone)
    today = ready.astimezone(place).date()
    days = [today + ONE_DAY * n for n in (-1, 0, 1, 2)]
    return [
        datetime.combine(day, time(hour), tzinfo=place).astimezone(ready.tzinfo)
        for day in days
        for hour in hours
    ]
