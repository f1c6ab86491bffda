"""Puzzles that have been found but not saved.

Pages import this module, so it must not need the engine.
"""

from dataclasses import dataclass

from games.puzzles.models import PuzzleKind
from games.rules.flow.game import GameState


@dataclass(frozen=True, slots=True)
class CandidatePlay:
    """One of the plays shown in the result. The unit of ``value`` depends on the puzzle's kind."""

    position: str
    tiles: str
    words: tuple[str, ...]
    score: int
    value: float


@dataclass(frozen=True, slots=True)
class PuzzleCandidate:
    """A puzzle that has been found. For the fields see :class:`games.puzzles.models.Puzzle`."""

    kind: PuzzleKind
    state: GameState
    seat: int
    best: tuple[CandidatePlay, ...]
    answers: tuple[tuple[str, str], ...]
    worth: float
    level: int
