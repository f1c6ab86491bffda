"""The published test positions as game states, for the benchmarks."""

import json
from pathlib import Path
from random import Random

from games.rules.equipment.board import Board, BoardTile
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import load_tile_set
from games.rules.flow.game import GameState, SeatState
from games.rules.positions.variants import get_variant


def load_published_states(folder: Path) -> list[GameState]:
    """Return the positions of ``vectors/movegen.json``, or none if the file is missing.

    They give one rack only. The other one and the bag are dealt from the remaining tiles, at random
    but with a fixed seed.
    """
    path = folder / "vectors" / "movegen.json"
    if not path.exists():
        return []
    cases = json.loads(path.read_text())["positions"]
    return [
        _deal(_read_board(case["board"]), case["rack"], Random(number))
        for number, case in enumerate(cases)
    ]


def _deal(board: Board, rack: str, chance: Random) -> GameState:
    variant, tiles = get_variant("scrabble"), load_tile_set("en")
    own = tiles.read(rack)
    others = list(tiles.all_tiles())
    for tile in (*own, *(placed.tile for _, placed in board.items())):
        others.remove(tile)
    chance.shuffle(others)
    size = variant.rack_size
    return GameState(
        variant_id="scrabble",
        tile_set_code="en",
        layout_id="standard",
        options=variant.options(),
        seats=(SeatState(own), SeatState(tuple(others[:size]))),
        board=board,
        bag=tuple(others[size:]),
        shuffles=1,
        to_move=0,
    )


def _read_board(rows: list[str]) -> Board:
    """Parse the rows of a board, in which a lower-case letter is a blank."""
    return Board(
        {
            Square(row, col): BoardTile(letter.upper(), letter.islower(), 0)
            for row, line in enumerate(rows)
            for col, letter in enumerate(line)
            if letter != "."
        }
    )
