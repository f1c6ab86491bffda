"""Days off in words, as shown at a seat."""

from datetime import datetime

from django.utils.translation import gettext as _

from games.play.models import Seat
from games.play.terms.days_off import list_days_off, list_seat_breaks
from scrabble_site.shared.instants import to_ms, write_day


def describe_days_off(seat: Seat, now: datetime) -> str:
    """Describe when the next days off of a seat begin and end; empty if there are none.

    ``seat`` must have its holders and their players prefetched.
    """
    instant = to_ms(now)
    coming = [off for off in list_seat_breaks(seat) if off.end > instant]
    if not coming:
        return ""
    own = [one for holder in seat.holders.all() for one in list_days_off(holder.player)]
    ends = [one for one in own if one.off.end == coming[0].end]
    begins = [one for one in own if one.off.begin == coming[0].begin]
    if not ends or not begins:
        return ""
    until = write_day(ends[0].last)
    if coming[0].begin <= instant:
        return _("away until %(day)s") % {"day": until}
    first = write_day(begins[0].first)
    return _("away from %(first)s until %(last)s") % {"first": first, "last": until}
