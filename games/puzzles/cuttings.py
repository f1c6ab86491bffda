"""Puzzles as they were found, before they are kept. Knows no engine: pages read this too."""

from dataclasses import dataclass

from games.puzzles.models import Kind
from games.rules.game import GameState


@dataclass(frozen=True, slots=True)
class Candidate:
    """One play of those told in the end. ``value``: in the measure of the puzzle's kind."""

    position: str
    tiles: str
    words: tuple[str, ...]
    score: int
    value: float


@dataclass(frozen=True, slots=True)
class Cutting:
    """A puzzle as it is found; the fields are those of :class:`games.puzzles.models.Puzzle`."""

    kind: Kind
    state: GameState
    seat: int
    best: tuple[Candidate, ...]
    answers: tuple[tuple[str, str], ...]
    worth: float
    level: int
