"""Rebuild the board after every act from the public events alone, without racks or bag.

``games.play.store.replay`` replays a game with its secrets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.rules.equipment.board import Board
from games.rules.equipment.tiles import TileSet
from games.rules.plays.acts import Play
from games.rules.plays.events import Event, Played, Withdrawn
from games.rules.plays.scoring import lay_tiles


def replay_boards(acts: Iterable[Sequence[Event]], tile_set: TileSet) -> Iterator[Board]:
    """Yield the board after each act. ``acts`` has the events of each act since the start of the
    game."""
    board = before = Board()
    for events in acts:
        for event in events:
            match event:
                case Played(seat=seat, score=score):
                    play = Play.read(event.position, event.tiles, tile_set)
                    before, board = board, lay_tiles(board, seat, dict(play.placed()), score)
                case Withdrawn():
                    board = before
        yield board
