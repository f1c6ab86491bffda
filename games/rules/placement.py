"""Where tiles may lie, and which words they form there.

``form_words`` says whether a play fits the board and gives its words, main word first, then the
cross words in board order. What words are worth is in ``scoring`` and ``ownership``; whether
they are good is for the lexicon.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules.board import Board
from games.rules.errors import UnlawfulError
from games.rules.layouts import Layout
from games.rules.moves import Play, PlayedLetter, Through
from games.rules.squares import Direction, Square
from games.rules.tiles import Face

FIRST_PLAY_TILES = 2
Placement: TypeAlias = Literal["strict", "tournament"]
"""How a bad first play is treated: refused at once, or let stand unless challenged."""


@dataclass(frozen=True, slots=True)
class FormedLetter:
    """One letter of a formed word; ``new`` when this play laid it."""

    square: Square
    face: Face
    blank: bool
    new: bool


@dataclass(frozen=True, slots=True)
class FormedWord:
    letters: tuple[FormedLetter, ...]
    main: bool

    @property
    def faces(self) -> tuple[Face, ...]:
        return tuple(letter.face for letter in self.letters)


@dataclass(frozen=True, slots=True)
class Formation:
    """A play that fits: its new tiles and the words it forms.

    ``misplaced`` marks a first play that misses the start square or has one tile only.
    """

    placed: Mapping[Square, PlayedLetter]
    words: tuple[FormedWord, ...]
    misplaced: bool


def form_words(
    board: Board, layout: Layout, play: Play, placement: Placement = "strict"
) -> Formation:
    """The formation of a play; raises UnlawfulError "placement...." where it does not fit."""
    placed = dict(play.placed())
    _check_squares(board, layout, play)
    _check_whole(board, play)
    misplaced = not len(board) and _misses_start(layout, placed)
    if misplaced and placement == "strict":
        raise _start_error(layout, placed)
    if len(board) and not _touches(board, placed):
        raise _unlawful("not_connected", "the play touches no tile on the board", placed)
    return Formation(placed, _words(board, play.position.direction, placed), misplaced)


def _check_squares(board: Board, layout: Layout, play: Play) -> None:
    squares = tuple(play.position.squares(len(play.letters)))
    outside = [square for square in squares if square not in layout]
    if outside or play.position.square not in layout:
        raise _unlawful("off_board", "the play leaves the board", outside)
    if all(isinstance(letter, Through) for letter in play.letters):
        raise _unlawful("no_tiles", "the play lays no tile", squares)
    for square, letter in zip(squares, play.letters, strict=True):
        if isinstance(letter, Through) and square not in board:
            raise _unlawful("empty_square", "no tile to play through", (square,))
        if isinstance(letter, PlayedLetter) and square in board:
            raise _unlawful("occupied", "the square is filled", (square,))


def _check_whole(board: Board, play: Play) -> None:
    """The letters given are the whole main word: no tile lies right before or after them."""
    direction, start = play.position.direction, play.position.square
    ends = (start.moved(direction.back), start.moved(direction.step, len(play.letters)))
    touched = [square for square in ends if square in board]
    if touched:
        raise _unlawful("word_not_whole", "the word goes on beyond the play", touched)


def _misses_start(layout: Layout, placed: Mapping[Square, PlayedLetter]) -> bool:
    return layout.start not in placed or len(placed) < FIRST_PLAY_TILES


def _start_error(layout: Layout, placed: Mapping[Square, PlayedLetter]) -> UnlawfulError:
    if layout.start not in placed:
        return _unlawful("start_not_covered", "the first play covers the start", (layout.start,))
    return _unlawful("one_tile", "the first play has at least two tiles", placed)


def _touches(board: Board, placed: Iterable[Square]) -> bool:
    return any(
        square.moved(step) in board
        for square in placed
        for direction in Direction
        for step in (direction.step, direction.back)
    )


def _words(
    board: Board, direction: Direction, placed: Mapping[Square, PlayedLetter]
) -> tuple[FormedWord, ...]:
    main = _run(board, placed, next(iter(placed)), direction)
    runs = [_run(board, placed, square, direction.across) for square in placed]
    crosses = [run for run in runs if len(run) > 1]
    if len(main) == 1 and crosses:
        main = crosses.pop()  # one tile may form its main word in either direction
    return (FormedWord(main, True), *(FormedWord(run, False) for run in crosses))


def _run(
    board: Board, placed: Mapping[Square, PlayedLetter], square: Square, direction: Direction
) -> tuple[FormedLetter, ...]:
    """The unbroken run of tiles through a square, old and new."""
    while (before := square.moved(direction.back)) in board or before in placed:
        square = before
    letters = []
    while (letter := _letter(board, placed, square)) is not None:
        letters.append(letter)
        square = square.moved(direction.step)
    return tuple(letters)


def _letter(
    board: Board, placed: Mapping[Square, PlayedLetter], square: Square
) -> FormedLetter | None:
    new = placed.get(square)
    if new is not None:
        return FormedLetter(square, new.face, new.blank, True)
    old = board.get(square)
    return None if old is None else FormedLetter(square, old.face, old.blank, False)


def _unlawful(code: str, message: str, squares: Iterable[Square]) -> UnlawfulError:
    return UnlawfulError(f"placement.{code}", message, squares=squares)
