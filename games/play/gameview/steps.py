"""A game as its moves went on: what each did to the board and the scores. Public to all."""

from dataclasses import dataclass

from games.play.gameview.room import TileView


@dataclass(frozen=True, slots=True)
class StepView:
    """One move: a sentence, the scores after it, and what it changed on the board.

    ``tiles`` are those that came or changed hands; squares are numbers, row by row from 0:
    ``emptied``, and of the play that is the last one then those it laid and those it stole.
    """

    said: str
    scores: tuple[int, ...]
    tiles: tuple[TileView, ...]
    emptied: tuple[int, ...]
    last: tuple[int, ...]
    stolen: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StepsView:
    """``cols`` of the board, by which its squares are counted."""

    cols: int
    owned_tiles: bool
    steps: tuple[StepView, ...]
