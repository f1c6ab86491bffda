"""How long what is pushed is news, how urgent it is, and what it takes the place of."""

from datetime import timedelta
from typing import NamedTuple

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


class Manner(NamedTuple):
    """``urgency`` as RFC 8030 has it; of one ``topic`` in a room a browser shows the newest."""

    lasts: timedelta
    urgency: str
    topic: str


LIVE_TURN = "live turn"

MANNERS = {
    LIVE_TURN: Manner(timedelta(minutes=10), "high", "turn"),
    "turn": Manner(DAY, "high", "turn"),
    "reminder": Manner(12 * HOUR, "high", "turn"),
    "lapsing": Manner(DAY, "normal", "turn"),
    "invitation": Manner(DAY, "high", "invitation"),
    "rematch": Manner(HOUR, "high", "invitation"),
    "started": Manner(DAY, "high", "turn"),
    "mention": Manner(HOUR, "normal", "mention"),
}
USUAL = Manner(DAY, "normal", "news")


def manner_of(kind: str) -> Manner:
    return MANNERS.get(kind, USUAL)
