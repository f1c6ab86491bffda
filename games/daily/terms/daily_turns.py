"""The turns of a daily game, and the position that a turn begins with.

All turns are known beforehand, since the best play of each goes on the board whoever found it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from games.daily.models import DailyGame
from games.rules.duplicate.formats import DuplicateOptions
from games.rules.duplicate.game import TABLE, DuplicateState
from games.rules.equipment.board import Board, BoardTile
from games.rules.equipment.tiles import TileSet, load_tile_set, tile_sort_key
from games.rules.plays.acts import Play

DAILY_OPTIONS = DuplicateOptions()
"""Standard racks; a play with an invalid word scores nothing."""


@dataclass(frozen=True, slots=True)
class DailyTurn:
    """One turn: everyone's rack, and the best play in notation with its score."""

    rack: str
    position: str
    tiles: str
    score: int

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> "DailyTurn":
        return DailyTurn(**data)

    def read_best_play(self, tile_set: TileSet) -> Play:
        return Play.read(self.position, self.tiles, tile_set)


def build_position(game: DailyGame, turns: Sequence[DailyTurn], turn: int) -> DuplicateState:
    """Return the position at the beginning of a turn, from 1.

    Turn 0, and the one after the last, have the board of that moment and no rack.
    """
    tile_set = load_tile_set(game.tile_set)
    board = build_board(turns[: max(turn - 1, 0)], tile_set)
    rack = tile_set.read(turns[turn - 1].rack) if 0 < turn <= len(turns) else ()
    seen = Counter([*rack, *(tile.tile for _square, tile in board.items())])
    bag = (Counter(tile_set.all_tiles()) - seen).elements()
    return DuplicateState(
        variant_id=game.variant,
        tile_set_code=game.tile_set,
        layout_id=game.layout,
        options=DAILY_OPTIONS,
        board=board,
        rack=rack,
        bag=tuple(sorted(bag, key=tile_sort_key)),
        turn=max(turn, 1),
    )


def build_board(turns: Iterable[DailyTurn], tile_set: TileSet) -> Board:
    """Return the board after the best plays of these turns."""
    board = Board()
    for turn in turns:
        placed = turn.read_best_play(tile_set).placed()
        board = board.with_tiles(
            {square: BoardTile(letter.face, letter.blank, TABLE) for square, letter in placed}
        )
    return board
