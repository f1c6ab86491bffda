"""The games of a room as one series."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeriesView:
    """The games of a room between those at its table: (name, games won) in seat order, and how
    many were drawn."""

    sides: tuple[tuple[str, int], ...]
    draws: int

    @property
    def score(self) -> str:
        return " : ".join(str(won) for _name, won in self.sides)
