"""Decide whether two boards are so similar that an analysis of one would help a player on the
other.

Boards are compared as they are, mirrored along the diagonal, and shifted by any number of squares.
A board with tiles added still counts as the same board, if it is large, or if they are apart from
its own tiles.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from games.rules.equipment.board import Board
from games.rules.equipment.squares import Square

PlacedFaces: TypeAlias = frozenset[tuple[Square, str]]
"""Squares with the faces on them. Owners and blanks are ignored: they do not make another
position."""

ALIKE_TILES = 16
"""This many tiles in the same relative places are no coincidence: among 1,500 pairs of published
games the most similar pair shares twelve."""
MIN_PARTIAL_TILES = 8
"""A board with fewer tiles must match as a whole; otherwise any board with the same word would
match."""
MIN_SHIFTED_TILES = 4
"""A shifted board with fewer tiles is an opening like many others."""
MIN_SHARED_TRIPLES = 3
"""With fewer shared triples of neighbours, a shift cannot make many tiles coincide."""


@dataclass(frozen=True)
class BoardShape:
    """A board prepared for comparison with many others."""

    tiles: PlacedFaces

    @cached_property
    def triples(self) -> dict[str, list[Square]]:
        """Where each triple of neighbouring tiles in a row or column starts, by direction and
        faces."""
        faces = dict(self.tiles)
        found: dict[str, list[Square]] = {}
        for (row, col), face in self.tiles:
            for down, right in ((0, 1), (1, 0)):
                second = faces.get(Square(row + down, col + right))
                third = faces.get(Square(row + 2 * down, col + 2 * right))
                if second and third:
                    name = f"{down} {face} {second} {third}"
                    found.setdefault(name, []).append(Square(row, col))
        return found

    @cached_property
    def parts(self) -> "list[BoardShape]":
        """The groups of tiles that touch one another: just one on every lawful board."""
        faces, found = dict(self.tiles), list[BoardShape]()
        while faces:
            group, near = dict[Square, str](), [next(iter(faces))]
            while near:
                at = near.pop()
                if at in faces:
                    group[at] = faces.pop(at)
                    near += [Square(at.row + 1, at.col), Square(at.row - 1, at.col)]
                    near += [Square(at.row, at.col + 1), Square(at.row, at.col - 1)]
            found.append(BoardShape(frozenset(group.items())))
        return found

    @cached_property
    def mirrored(self) -> "BoardShape":
        return BoardShape(frozenset((Square(col, row), face) for (row, col), face in self.tiles))

    def shifted(self, rows: int, cols: int) -> PlacedFaces:
        return frozenset((Square(row + rows, col + cols), face) for (row, col), face in self.tiles)


def make_board_shape(board: Board) -> BoardShape:
    return BoardShape(frozenset((square, tile.face) for square, tile in board.items()))


def are_boards_alike(candidate: BoardShape, board: BoardShape, size: int) -> bool:
    """Return whether ``candidate`` helps with ``board``; a play has up to ``size`` tiles."""
    if not candidate.tiles or not board.tiles:
        return False
    # A few tiles match as a whole only, so those that were laid apart from them are left out.
    parts = candidate.parts if len(board.tiles) < MIN_PARTIAL_TILES else []
    kept = parts if len(parts) > 1 else []
    ways = [way for one in (candidate, *kept) for way in (one, one.mirrored)]
    if any(is_one_play_apart(one.tiles, board.tiles, size) for one in ways):
        return True
    return any(_covers(one, board, size) for one in ways)


def is_one_play_apart(candidate: PlacedFaces, board: PlacedFaces, size: int) -> bool:
    """Return whether one play of up to ``size`` tiles turns one board into the other.

    Boards that differ in no more tiles than that, and in fewer than they share, count as well.

    >>> cat = frozenset((Square(7, 7 + i), face) for i, face in enumerate("CAT"))
    >>> cats = cat | {(Square(7, 10), "S")}
    >>> is_one_play_apart(cat, cats, 7), is_one_play_apart(cat, frozenset(), 7)
    (True, False)
    """
    if abs(len(candidate) - len(board)) > size:
        return False
    shared, different = len(candidate & board), candidate ^ board
    if not shared or len(different) > size:
        return False
    rows, cols = ({square[i] for square, _face in different} for i in (0, 1))
    in_line = len(rows) <= 1 or len(cols) <= 1
    one_play = in_line and shared == min(len(candidate), len(board))
    return one_play or len(different) < shared


def _covers(candidate: BoardShape, board: BoardShape, size: int) -> bool:
    """Return whether a shift makes enough tiles of both boards coincide."""
    return any(
        _overlaps(candidate.shifted(rows, cols), board.tiles, size)
        for rows, cols in _shifts(candidate, board)
    )


def _overlaps(candidate: PlacedFaces, board: PlacedFaces, size: int) -> bool:
    shared = len(candidate & board)
    if len(board) >= MIN_PARTIAL_TILES:
        return shared >= min(len(board), ALIKE_TILES)
    return shared >= MIN_SHIFTED_TILES and is_one_play_apart(candidate, board, size)


def _shifts(candidate: BoardShape, board: BoardShape) -> Iterator[tuple[int, int]]:
    """Yield the shifts (rows, columns) that would make enough triples coincide."""
    votes = Counter(
        (there.row - here.row, there.col - here.col)
        for name in candidate.triples.keys() & board.triples.keys()
        for there in board.triples[name]
        for here in candidate.triples[name]
    )
    needed = MIN_SHARED_TRIPLES if len(board.tiles) >= ALIKE_TILES else 1
    return (shift for shift, count in votes.items() if count >= needed)


def has_similar_board(
    candidate: Iterable[BoardShape], boards: Iterable[BoardShape], size: int
) -> bool:
    """Return whether any board of one collection helps with any board of the other."""
    known = list(boards)
    return any(are_boards_alike(one, board, size) for one in candidate for board in known)
