"""Days off: the days on which a player's deadlines come no nearer.

They are stored in the player's row, so reading a seat with its players is enough to know its
breaks. Only :mod:`games.play.services.days_off_booking` writes them. :mod:`games.rules.time.breaks`
computes how they move a deadline.
"""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, NamedTuple

from games.play.models import Seat
from games.players.models import Player
from games.rules.time.breaks import Break, intersect_breaks

MAX_A_YEAR = 14
"""Days off in one calendar year."""


class DaysOffPeriod(NamedTuple):
    """The days from ``first`` to ``last``, both included, in a time zone.

    ``off`` holds the instants at which they begin and end.
    """

    first: date
    last: date
    zone: str
    off: Break

    @property
    def days(self) -> list[date]:
        return [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]

    def to_json(self) -> dict[str, Any]:
        days = {"first": str(self.first), "last": str(self.last), "zone": self.zone}
        return {**days, "off": list(self.off)}

    @staticmethod
    def from_json(data: dict[str, Any]) -> "DaysOffPeriod":
        first, last = date.fromisoformat(data["first"]), date.fromisoformat(data["last"])
        return DaysOffPeriod(first, last, data["zone"], Break(*data["off"]))


def list_days_off(player: Player) -> list[DaysOffPeriod]:
    """Return a player's days off of last year, of this year and to come, the oldest first."""
    return [DaysOffPeriod.from_json(data) for data in player.days_off]


def count_days_left(taken: Iterable[DaysOffPeriod], year: int) -> int:
    """Return how many more days off a player may take in a year."""
    return MAX_A_YEAR - sum(day.year == year for period in taken for day in period.days)


def list_seat_breaks(seat: Seat) -> tuple[Break, ...]:
    """Return the times at which everyone who holds a seat has days off.

    ``seat`` comes with its holders and their players.
    """
    holders = seat.holders.all() if seat.computer_level is None else ()
    return intersect_breaks(
        [period.off for period in list_days_off(holder.player)] for holder in holders
    )


def list_breaks_at(seats: Iterable[Seat], number: int | None) -> tuple[Break, ...]:
    """Return the breaks of the seat with this number; none for a number that no seat has."""
    return next((list_seat_breaks(seat) for seat in seats if seat.number == number), ())
