"""The published test positions as states of the rules, for the bench."""

import json
from pathlib import Path
from random import Random

from games.rules.board import Board, BoardTile
from games.rules.game import GameState, SeatState
from games.rules.squares import Square
from games.rules.tiles import load_tile_set
from games.rules.variants import get_variant


def published_states(folder: Path) -> list[GameState]:
    """The positions of ``vectors/movegen.json``, or none when it is not there.

    They tell one rack only; the other one and the bag are dealt from the tiles that are left, by
    chance but always alike.
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
    for tile in (*own, *(laid.tile for _, laid in board.items())):
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
    """Lower case is a blank."""
    return Board(
        {
            Square(row, col): BoardTile(letter.upper(), letter.islower(), 0)
            for row, line in enumerate(rows)
            for col, letter in enumerate(line)
            if letter != "."
        }
    )
