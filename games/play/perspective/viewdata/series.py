"""The games of a room as a series."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeriesView:
    """The results of a room's games between its current sides."""

    # Names with the number of games won, in seat order.
    sides: tuple[tuple[str, int], ...]
    # Number of drawn games.
    draws: int

    @property
    def score(self) -> str:
        return " : ".join(str(won) for _name, won in self.sides)
