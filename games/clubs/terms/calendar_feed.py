"""Write calendars that other programs subscribe to (iCalendar, RFC 5545).

Every night is an entry of its own with its instant in UTC. So a reader needs no rules on summer
time, and nights that are left out or moved need no exceptions.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

MAX_OCTETS = 75
"""The longest line, in octets without its end; longer ones are continued on the next line."""


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """One entry of a calendar. ``uid`` stays the same whatever changes in it."""

    uid: str
    title: str
    begins: datetime
    ends: datetime
    url: str = ""
    place: str = ""
    cancelled: bool = False


def write_calendar(title: str, entries: Iterable[CalendarEntry], now: datetime) -> str:
    """Return a calendar as text, its lines folded and ended as the standard asks."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Tileroom//Clubs//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escape_text(title)}",
        *(line for entry in entries for line in _write_entry(entry, now)),
        "END:VCALENDAR",
    ]
    return "".join(f"{fold_line(line)}\r\n" for line in lines)


def escape_text(text: str) -> str:
    r"""Return a text as a value of a property.

    >>> escape_text("Tea, cake; and\nwords")
    'Tea\\, cake\\; and\\nwords'
    """
    escaped = re.sub(r"([\\;,])", r"\\\1", text)
    return re.sub(r"\r\n?|\n", r"\\n", escaped)


def fold_line(line: str) -> str:
    """Return a line in pieces of at most 75 octets that do not cut a character in two."""
    pieces, size = [""], 0
    for character in line:
        width = len(character.encode())
        if size + width > MAX_OCTETS:
            pieces.append(" ")
            size = 1
        pieces[-1] += character
        size += width
    return "\r\n".join(pieces)


def _write_entry(entry: CalendarEntry, now: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{escape_text(entry.uid)}"
    yield f"DTSTAMP:{_write_instant(now)}"
    yield f"DTSTART:{_write_instant(entry.begins)}"
    yield f"DTEND:{_write_instant(entry.ends)}"
    yield f"SUMMARY:{escape_text(entry.title)}"
    if entry.place:
        yield f"LOCATION:{escape_text(entry.place)}"
    if entry.url:
        yield f"URL:{entry.url}"
    yield f"STATUS:{'CANCELLED' if entry.cancelled else 'CONFIRMED'}"
    yield "END:VEVENT"


def _write_instant(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"
