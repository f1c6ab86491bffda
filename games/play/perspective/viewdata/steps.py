"""The steps of a game: what each move did to the board and the scores. They are public."""

from dataclasses import dataclass

from games.play.perspective.viewdata.room import TileView
from games.play.perspective.viewdata.seat import RackTileView


@dataclass(frozen=True, slots=True)
class MoveStepView:
    """One move and what it changed on the board. Squares are numbered row by row from 0."""

    # The move in a sentence.
    said: str
    # By seat, after the move.
    scores: tuple[int, ...]
    # Tiles that were laid or changed owners.
    tiles: tuple[TileView, ...]
    emptied: tuple[int, ...]
    # Squares laid, and below stolen, by the play that is then the last one.
    last: tuple[int, ...]
    stolen: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MoveStepsView:
    """The steps of a game with what a page needs to draw them."""

    # Width of the board, which defines the numbers of its squares.
    cols: int
    owned_tiles: bool
    steps: tuple[MoveStepView, ...]


@dataclass(frozen=True, slots=True)
class ReplyPositionView:
    """A position for which a player enters a reply: tiles on the board and the player's rack."""

    tiles: tuple[TileView, ...]
    rack: tuple[RackTileView, ...]
    cols: int
    owned_tiles: bool
