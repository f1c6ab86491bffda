"""Refusing to analyse positions of running games.

Only boards are compared, which are public; racks are never read. Boards are read when an analysis
is requested, so moves take no extra time. This process keeps each board until its game moves on.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Any
from uuid import UUID

from games.play.models import Game, Room
from games.rules.equipment.board import Board
from games.rules.equipment.squares import Square
from games.rules.flow.game_history import GameHistory
from games.rules.positions.board_similarity import BoardShape, has_similar_board, make_board_shape
from scrabble_site.shared.refusals import Forbidden

StoredBoard = Mapping[str, Any]
"""A board as the rules state stores it: tiles by the names of their squares."""

GAMES_PER_QUERY = 400
"""How many games are read with one statement."""


class RunningBoards:
    """The boards of all running games, cached. Safe to share between threads."""

    def __init__(self) -> None:
        self._boards: dict[UUID, tuple[int, BoardShape]] = {}
        self._lock = Lock()

    def list_boards(self) -> list[BoardShape]:
        """Return the boards of all running games that are not empty."""
        running = Game.objects.filter(
            room__stage__in=(Room.Stage.OPEN, Room.Stage.PLAYING),
            status__in=(Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE),
        )
        turns = dict(running.order_by().values_list("pk", "turn_number"))
        with self._lock:
            # A board is current as long as its game is at the same turn.
            boards = {pk: one for pk, one in self._boards.items() if turns.get(pk) == one[0]}
        for pk, turn, board in _read(list(turns.keys() - boards.keys())):
            boards[pk] = turn, board
        with self._lock:
            self._boards = boards
        return [board for _turn, board in boards.values() if board.tiles]

    def forget(self) -> None:
        with self._lock:
            self._boards = {}


running_boards = RunningBoards()

BoardSource = Callable[[], Iterable[StoredBoard]]
_sources: list[BoardSource] = []


def add_board_source(source: BoardSource) -> None:
    """Register a function that returns the boards of running games of another kind than at tables.

    Call it when the apps are ready.
    """
    _sources.append(source)


def _read(games: Sequence[UUID]) -> Iterator[tuple[UUID, int, BoardShape]]:
    fields = ("pk", "turn_number", "state__board")
    for first in range(0, len(games), GAMES_PER_QUERY):
        some = Game.objects.filter(pk__in=games[first : first + GAMES_PER_QUERY]).order_by()
        for pk, turn, board in some.values_list(*fields):
            yield pk, turn, _read_shape(board or {})


def _read_shape(board: StoredBoard) -> BoardShape:
    return BoardShape(frozenset((Square.parse(name), tile[0]) for name, tile in board.items()))


def _list_other_boards() -> list[BoardShape]:
    return [_read_shape(board) for source in _sources for board in source() if board]


def refuse_running_position(board: Board, size: int) -> None:
    """Raise ``Forbidden`` if a board is too similar to that of a running game.

    It is too similar if it is the same, one play before or after it, or so close that an analysis
    would help as much. Empty boards are always allowed. ``size`` is the most tiles of a play.
    """
    _refuse_matches([make_board_shape(board)], size)


def refuse_running_game(history: GameHistory) -> None:
    """Raise ``Forbidden`` if any position of a game to be analysed is that of a running game.

    Many games begin alike, so the board after the first play is compared only if the game has no
    other: a record of one play and a rack asks for the best second play.
    """
    boards = {make_board_shape(step.after.board).tiles for step in history.steps}
    growing = sorted((tiles for tiles in boards if tiles), key=len)
    compared = growing[1:] or growing
    size = history.opening.variant.rack_size
    _refuse_matches([BoardShape(tiles) for tiles in compared], size)


def _refuse_matches(boards: list[BoardShape], size: int) -> None:
    if not any(one.tiles for one in boards):
        return
    running = running_boards.list_boards() + _list_other_boards()
    if has_similar_board(boards, running, size):
        raise Forbidden("position.running")
