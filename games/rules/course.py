"""The course of a game that is over: every act beside the state it was made in and the one after.

What is told of a game afterwards (its record, its analysis, puzzles cut from it) is made from a
course, whether the game was played here or came as a GCG record.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.events import Event, Outcome
from games.rules.moves import Act
from games.rules.state import GameState


@dataclass(frozen=True, slots=True)
class Step:
    """``number`` counts acts from 1; ``seat`` made this one.

    ``rack_known``: the seat's rack in ``before`` is the real one and whole. Where a record leaves
    it out, the rack is a guess that holds at least what was laid. Other racks and the order of the
    bag are real for games played here alone: nothing but their sizes may be read from a course.
    """

    number: int
    seat: int
    act: Act
    before: GameState
    events: tuple[Event, ...]
    after: GameState
    rack_known: bool = True


@dataclass(frozen=True, slots=True)
class Course:
    """``opening``: the state before the first act. ``steps`` may be empty."""

    opening: GameState
    steps: tuple[Step, ...]

    @property
    def end(self) -> GameState:
        return self.steps[-1].after if self.steps else self.opening

    @property
    def outcome(self) -> Outcome | None:
        """``None`` for an uploaded game that was not played to its end."""
        return self.end.outcome

    def state_at(self, number: int) -> GameState:
        """The state after ``number`` acts; 0 is the opening. Raises IndexError beyond the end."""
        return self.steps[number - 1].after if number else self.opening
