"""The clock of a turn, and when a daily game is over for everyone.

The server keeps it: a turn starts when its player asks for it, and a play counts by its arrival.
"""

from datetime import UTC, date, datetime, time, timedelta

from games.daily.models import DailyAttempt
from games.rules.time.clock import MAX_LAG
from scrabble_site.shared.instants import MILLISECOND

TURN_TIME = timedelta(seconds=120)
MAX_CREDIT = MAX_LAG * MILLISECOND
"""The most network delay that one play is credited with."""
CLOSING_GRACE = MAX_CREDIT + timedelta(seconds=1)
"""How long after its end a turn stays open, for plays that are on their way."""


def get_turn_end(attempt: DailyAttempt) -> datetime | None:
    """Return when the time of the running turn is over, or ``None`` if no turn is running."""
    return None if attempt.turn_started_at is None else attempt.turn_started_at + TURN_TIME


def is_turn_running(attempt: DailyAttempt | None, now: datetime) -> bool:
    """Return whether a turn is running, or may still receive a play that is on its way."""
    end = None if attempt is None else get_turn_end(attempt)
    return end is not None and now <= end + CLOSING_GRACE


def arrives_in_time(attempt: DailyAttempt, arrived: datetime, round_trip: float | None) -> bool:
    """Return whether a play for the running turn counts.

    The page learns of the turn's beginning late and its play arrives late, together by one
    ``round_trip`` of the connection, in seconds.
    """
    end = get_turn_end(attempt)
    credit = min(timedelta(seconds=round_trip or 0), MAX_CREDIT)
    return end is not None and arrived <= end + credit


def get_publication(day: date) -> datetime:
    """Return when the secrets of a day's games are published: no turn of that day runs any more."""
    midnight = datetime.combine(day + timedelta(days=1), time(), UTC)
    return midnight + TURN_TIME + CLOSING_GRACE
