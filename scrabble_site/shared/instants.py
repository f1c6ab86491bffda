"""Instants as the rules count them, in whole milliseconds since the epoch, and dates in writing.

Pages show dates with the filters of ``games/templatetags/dates.py``, in the reader's time zone. The
written form is for e-mails, the API and sentences, and for pages of readers whose zone is unknown.
"""

import re
from datetime import UTC, date, datetime, timedelta
from re import Match
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language

from scrabble_site.shared.short_dates import write_short_day, write_short_moment

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def to_ms(instant: datetime) -> int:
    """Return whole milliseconds since the epoch, rounded down.

    >>> to_ms(datetime(1970, 1, 1, 0, 0, 1, 999, tzinfo=UTC))
    1000
    """
    return (instant - EPOCH) // MILLISECOND


def from_ms(ms: int) -> datetime:
    return EPOCH + ms * MILLISECOND


def write_day(day: date) -> str:
    """Return a date in writing, such as "3 May 2026". An instant is read in the current zone."""
    local = timezone.localtime(day) if isinstance(day, datetime) else day
    return str(date_format(local, "DATE_FORMAT"))


def write_instant(at: datetime) -> str:
    """Return a date and time in writing, such as "3 May 2026, 15:00 UTC".

    The zone is Django's current one: UTC, or that of the reader of an e-mail or a push message. In
    UTC, languages other than English get "2026-05-03, 15:00 UTC", so that pages can find it in any
    sentence.
    """
    zone, local = timezone.get_current_timezone_name(), timezone.localtime(at)
    if is_english():
        return f"{date_format(local, 'j M Y, H:i')} {zone.replace('_', ' ')}"
    if zone == "UTC":
        return date_format(local, "Y-m-d, H:i") + " UTC"
    return f"{date_format(local, 'DATE_FORMAT')}, {local:%H:%M} {zone.replace('_', ' ')}"


def is_english() -> bool:
    return (get_language() or "en").partition("-")[0] == "en"


WRITTEN_INSTANT = re.compile(r"\b(?:\d{1,2} [A-Z][a-z]{2} \d{4}|\d{4}-\d\d-\d\d), \d\d:\d\d UTC\b")
"""What :func:`write_instant` returns in UTC."""
_YEARS = range(1970, 3000)
"""Years of instants in sentences. The first and the last of the calendar differ between zones."""


def read_instant(written: str) -> datetime:
    """Return the instant that :func:`write_instant` wrote in UTC, to the minute.

    Raises ``ValueError`` for anything else, such as a player's name that only looks like one.

    >>> read_instant("3 May 2026, 15:00 UTC").isoformat()
    '2026-05-03T15:00:00+00:00'
    >>> read_instant("2026-05-03, 15:00 UTC").isoformat()
    '2026-05-03T15:00:00+00:00'
    """
    form = "%Y-%m-%d" if written[4] == "-" else "%d %b %Y"
    at = datetime.strptime(written, f"{form}, %H:%M UTC").replace(tzinfo=UTC)
    if at.year not in _YEARS:
        raise ValueError(written)
    return at


_TIME_ELEMENT = re.compile(
    r'(<time datetime="([0-9T:-]+Z)" data-form="(moment|day|time)">)[^<]*</time>'
)
"""What the date filters write for an instant. No text of a person has a "<" in a page."""


def localize_dates(page: str, zone: ZoneInfo) -> str:
    """Return HTML whose instants are written in a reader's time zone, which then needs no name."""

    def write(found: Match[str]) -> str:
        opening, at, form = found.groups()
        try:
            instant = datetime.fromisoformat(at)
            instant.astimezone(zone)
        except (ValueError, OverflowError):  # no such day on the calendar, or none in that zone
            return found[0]
        if form == "time":
            return f"{opening}{timezone.localtime(instant):%H:%M}</time>"
        shown = write_short_day(instant) if form == "day" else write_short_moment(instant)
        return f"{opening}{shown}</time>"

    with timezone.override(zone):
        return _TIME_ELEMENT.sub(write, page)
