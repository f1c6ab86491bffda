"""Days off: when a player's deadlines come no nearer. Written by :mod:`.services.daysoff` alone.

They stand with the player, so that whoever reads a seat with its people knows its breaks. What
they do to a deadline is in :mod:`games.rules.breaks`.
"""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, NamedTuple

from games.play.models import Seat
from games.players.models import Player
from games.rules.breaks import Break, shared

MOST_A_YEAR = 14
"""Days off in one calendar year."""


class DaysOff(NamedTuple):
    """The days from ``first`` to ``last``, both included, as they are in a time zone; and the
    instants they take up."""

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
    def from_json(data: dict[str, Any]) -> "DaysOff":
        first, last = date.fromisoformat(data["first"]), date.fromisoformat(data["last"])
        return DaysOff(first, last, data["zone"], Break(*data["off"]))


def days_off_of(player: Player) -> list[DaysOff]:
    """Those of this year and the last, and those to come, the oldest first."""
    return [DaysOff.from_json(data) for data in player.days_off]


def days_left(taken: Iterable[DaysOff], year: int) -> int:
    """How many more days off somebody may take in a year."""
    return MOST_A_YEAR - sum(day.year == year for one in taken for day in one.days)


def breaks_of(seat: Seat) -> tuple[Break, ...]:
    """When nobody who holds a seat need move; ``seat`` with its holders and their players."""
    holders = seat.holders.all() if seat.computer_level is None else ()
    return shared([one.off for one in days_off_of(holder.player)] for holder in holders)


def breaks_at(seats: Iterable[Seat], number: int | None) -> tuple[Break, ...]:
    """The same of the seat with this number."""
    return next((breaks_of(seat) for seat in seats if seat.number == number), ())
