"""Instants as the rules count them: whole milliseconds since the epoch."""

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def to_ms(instant: datetime) -> int:
    """
    >>> to_ms(datetime(1970, 1, 1, 0, 0, 1, 999, tzinfo=UTC))
    1000
    """
    return (instant - EPOCH) // MILLISECOND


def from_ms(ms: int) -> datetime:
    return EPOCH + ms * MILLISECOND
