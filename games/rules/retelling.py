"""The board after every act, from the public events alone: no rack and no bag is asked for.

``games.play.history`` plays a game again with its secrets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.rules.board import Board
from games.rules.events import Event, Played, Withdrawn
from games.rules.moves import Play
from games.rules.scoring import land
from games.rules.tiles import TileSet


def retell_boards(acts: Iterable[Sequence[Event]], tile_set: TileSet) -> Iterator[Board]:
    """The board after each act; ``acts`` are the events of every one from the start."""
    board = before = Board()
    for events in acts:
        for event in events:
            match event:
                case Played(seat=seat, score=score):
                    play = Play.read(event.position, event.tiles, tile_set)
                    before, board = board, land(board, seat, dict(play.placed()), score)
                case Withdrawn():
                    board = before
        yield board
