"""Whether a position is one of a game that goes on: then nobody may have it analysed.

Boards are compared, which everybody may see; no rack is looked at. What running games have on their
boards is read when it is asked for, so a move costs nothing more, and kept by this process until
the game has moved on.
"""

from collections.abc import Iterator, Sequence
from threading import Lock
from typing import TypeAlias
from uuid import UUID

from games.common.refusals import Forbidden
from games.play.models import Game, Room
from games.rules.setups import Setup
from games.rules.squares import Square

Lying: TypeAlias = frozenset[tuple[Square, str]]
"""Squares and the faces that lie there. Who owns a tile, and whether it is a blank, makes no other
position of it."""

AT_ONCE = 400
"""Boards read with one statement."""


class Boards:
    """The boards of all running games. Threads share it."""

    def __init__(self) -> None:
        self._kept: dict[UUID, tuple[int, Lying]] = {}
        self._lock = Lock()

    def look(self) -> list[Lying]:
        """Those that are not empty, as they lie at this moment."""
        running = Game.objects.filter(
            room__stage__in=(Room.Stage.OPEN, Room.Stage.PLAYING),
            status__in=(Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE),
        )
        turns = dict(running.order_by().values_list("pk", "turn_number"))
        with self._lock:
            kept = {pk: one for pk, one in self._kept.items() if turns.get(pk) == one[0]}
        for pk, turn, board in _read(list(turns.keys() - kept.keys())):
            kept[pk] = turn, board
        with self._lock:
            self._kept = kept
        return [board for _turn, board in kept.values() if board]

    def forget(self) -> None:
        with self._lock:
            self._kept = {}


boards = Boards()


def _read(games: Sequence[UUID]) -> Iterator[tuple[UUID, int, Lying]]:
    asked = ("pk", "turn_number", "state__board")
    for first in range(0, len(games), AT_ONCE):
        some = Game.objects.filter(pk__in=games[first : first + AT_ONCE]).order_by()
        for pk, turn, board in some.values_list(*asked):
            tiles = ((Square.parse(name), tile[0]) for name, tile in (board or {}).items())
            yield pk, turn, frozenset(tiles)


def refuse_running(setup: Setup) -> None:
    """Raise ``Forbidden`` where the board is that of a running game, one play before or after it,
    or so like it that the same could be learnt. An empty board is everybody's."""
    asked = frozenset((square, tile.face) for square, tile in setup.board.items())
    if not asked:
        return
    turned = frozenset((Square(col, row), face) for (row, col), face in asked)
    size = setup.variant.rack_size
    if any(is_near(one, board, size) for board in boards.look() for one in (asked, turned)):
        raise Forbidden("workbench.running")


def is_near(asked: Lying, board: Lying, size: int) -> bool:
    """Whether one play of up to ``size`` tiles lies between two boards, or their difference is
    smaller than that, and than what they share.

    >>> cat = frozenset((Square(7, 7 + i), face) for i, face in enumerate("CAT"))
    >>> is_near(cat, cat | {(Square(7, 10), "S")}, 7), is_near(cat, frozenset(), 7)
    (True, False)
    """
    shared, apart = len(asked & board), asked ^ board
    if not shared or len(apart) > size:
        return False
    rows, cols = ({square[i] for square, _face in apart} for i in (0, 1))
    in_line = len(rows) <= 1 or len(cols) <= 1
    one_play = in_line and shared == min(len(asked), len(board))
    return one_play or len(apart) < shared
