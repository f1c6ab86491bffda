"""Template filters for dates: the one way in which pages show them.

Each writes a ``<time>`` element, in UTC, since parts of a page may be rendered once for readers in
many time zones. ``PageTimeZoneMiddleware`` puts those of a page into the reader's zone once it is
known, and ``static/js/site/dates.js`` those that arrive later.
"""

from datetime import UTC, date, datetime
from re import Match

from django import template
from django.utils.formats import date_format
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from scrabble_site.shared.instants import WRITTEN_INSTANT, read_instant, write_instant
from scrabble_site.shared.short_dates import write_short_day

register = template.Library()


@register.filter
def moment(at: datetime | None) -> SafeString:
    """Show date and time: "3 May 2026, 15:00"; nothing where there is no instant."""
    return SafeString() if at is None else _draw(at, "moment", write_instant(at))


@register.filter
def day(at: date | None) -> SafeString:
    """Show the date of an instant, or a calendar day, which is the same in every time zone."""
    return SafeString() if at is None else _draw(at, "day", write_short_day(at))


@register.filter
def time_of_day(at: datetime) -> SafeString:
    """Show the time alone: "15:00 UTC". The title has the date."""
    return _draw(at, "time", f"{date_format(at, 'H:i')} UTC")


@register.filter
def iso_day(at: date) -> str:
    """Return a calendar day as fields and addresses hold it: "2026-05-03"."""
    return at.isoformat()


@register.filter
def with_dates(sentence: str) -> SafeString:
    """Show the instants in a sentence (:func:`write_instant`) in the reader's time zone."""
    escaped = conditional_escape(sentence)
    return mark_safe(  # noqa: S308 - escaped above, and `moment` escapes
        WRITTEN_INSTANT.sub(_draw_written, escaped)
    )


def _draw_written(found: Match[str]) -> str:
    """Return an instant as an element, or the same text if it is none, such as a player's name."""
    try:
        return moment(read_instant(found[0]))
    except ValueError:
        return found[0]


def _draw(at: date, form: str, written: str) -> SafeString:
    if isinstance(at, datetime):
        machine = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    else:
        machine = at.isoformat()
    return format_html('<time datetime="{}" data-form="{}">{}</time>', machine, form, written)
