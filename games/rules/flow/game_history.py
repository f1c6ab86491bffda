"""The history of a finished game: every act with the states before and after it.

Game records, analysis and puzzles are made from a history, whether the game was played here or was
uploaded as a GCG record.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.plays.acts import Act
from games.rules.plays.events import Event, Outcome
from games.rules.positions.state import GameState


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """One act of a game.

    Only the sizes of other racks and of the bag may be read from the states, unless ``known`` says
    that a rack is real.
    """

    # Counts acts from 1.
    number: int
    seat: int
    act: Act
    before: GameState
    events: tuple[Event, ...]
    after: GameState
    # Whether the seat's rack in ``before`` is real and complete. Otherwise it is a guess that
    # contains at least the tiles placed.
    rack_known: bool = True
    # Seats whose racks in ``before`` are real; ``None`` means all of them.
    known: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class GameHistory:
    """All acts of a game."""

    # The state before the first act.
    opening: GameState
    steps: tuple[HistoryStep, ...]
    # Seats whose racks at the end are real; ``None`` means all of them.
    known_at_end: frozenset[int] | None = None

    @property
    def end(self) -> GameState:
        return self.steps[-1].after if self.steps else self.opening

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` for an uploaded game that was not played to its end."""
        return self.end.outcome

    def is_known(self, seat: int, number: int) -> bool:
        """Return whether the rack of a seat after ``number`` acts is the real one."""
        known = self.steps[number].known if number < len(self.steps) else self.known_at_end
        return known is None or seat in known

    def state_at(self, number: int) -> GameState:
        """Return the state after ``number`` acts; 0 is the opening. Raises IndexError beyond the
        end."""
        return self.steps[number - 1].after if number else self.opening
