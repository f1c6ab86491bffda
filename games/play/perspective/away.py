"""Days off in words, as they stand at a seat."""

from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.common.instants import to_ms
from games.play.calendars import breaks_of, days_off_of
from games.play.models import Seat


def say_away(seat: Seat, now: datetime) -> str:
    """Until when nobody of a seat need move, or between which days; empty where there are none.
    ``seat`` with its holders and their players."""
    instant = to_ms(now)
    coming = [off for off in breaks_of(seat) if off.end > instant]
    if not coming:
        return ""
    own = [one for holder in seat.holders.all() for one in days_off_of(holder.player)]
    ends = [one for one in own if one.off.end == coming[0].end]
    begins = [one for one in own if one.off.begin == coming[0].begin]
    if not ends or not begins:
        return ""
    until = date_format(ends[0].last, "j F")
    if coming[0].begin <= instant:
        return _("away until %(day)s") % {"day": until}
    first = date_format(begins[0].first, "j F")
    return _("away from %(first)s until %(last)s") % {"first": first, "last": until}
