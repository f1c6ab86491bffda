"""Where tiles may be placed, and which words they form.

``form_words`` checks that a play fits the board and returns its words: the main word first, then
the cross words in board order. Scores are in ``scoring`` and ``tile_ownership``; whether the words
are valid is for the lexicon.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules.equipment.board import Board
from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.layouts import Layout
from games.rules.equipment.squares import Direction, Square
from games.rules.equipment.tiles import Face
from games.rules.plays.acts import Play, PlayedLetter, PlayThrough

MIN_FIRST_PLAY_TILES = 2
PlacementRule: TypeAlias = Literal["strict", "tournament"]
"""Whether a bad first play is refused at once, or stands unless it is challenged."""


@dataclass(frozen=True, slots=True)
class FormedLetter:
    """One letter of a formed word; ``new`` if this play placed it."""

    square: Square
    face: Face
    blank: bool
    new: bool


@dataclass(frozen=True, slots=True)
class FormedWord:
    """A word that a play forms; ``main`` is false for a cross word."""

    letters: tuple[FormedLetter, ...]
    main: bool

    @property
    def faces(self) -> tuple[Face, ...]:
        """The word as the faces of its tiles, the form in which dictionaries are queried."""
        return tuple(letter.face for letter in self.letters)


@dataclass(frozen=True, slots=True)
class FormedPlay:
    """A play that fits the board: its new tiles and the words it forms.

    ``misplaced`` marks a first play that misses the start square or has only one tile.
    """

    placed: Mapping[Square, PlayedLetter]
    words: tuple[FormedWord, ...]
    misplaced: bool


def form_words(
    board: Board, layout: Layout, play: Play, placement: PlacementRule = "strict"
) -> FormedPlay:
    """Return the words a play forms; raises NotAllowedError "placement..." if it does not fit.

    The main word comes first, then the cross words in board order. The error's ``code`` says what
    is wrong, and its ``squares`` say where.

    >>> from games.rules.equipment.layouts import load_layout
    >>> from games.rules.equipment.tiles import load_tile_set
    >>> play = Play.read("8G", "CAT", load_tile_set("en"))
    >>> formed = form_words(Board(), load_layout("standard"), play)
    >>> [word.faces for word in formed.words], formed.misplaced
    ([('C', 'A', 'T')], False)
    >>> aside = Play.read("1A", "CAT", load_tile_set("en"))
    >>> form_words(Board(), load_layout("standard"), aside)
    Traceback (most recent call last):
        ...
    games.rules.equipment.errors.NotAllowedError: the first play covers the start
    >>> form_words(Board(), load_layout("standard"), aside, "tournament").misplaced
    True
    """
    placed = dict(play.placed())
    _check_squares(board, layout, play)
    _check_whole(board, play)
    misplaced = not len(board) and _misses_start(layout, placed)
    if misplaced and placement == "strict":
        raise _start_error(layout, placed)
    if len(board) and not _touches(board, placed):
        raise _unlawful("not_connected", "the play touches no tile on the board", placed)
    return FormedPlay(placed, _words(board, play.position.direction, placed), misplaced)


def _check_squares(board: Board, layout: Layout, play: Play) -> None:
    squares = tuple(play.position.squares(len(play.letters)))
    outside = [square for square in squares if square not in layout]
    if outside or play.position.square not in layout:
        raise _unlawful("off_board", "the play leaves the board", outside)
    if all(isinstance(letter, PlayThrough) for letter in play.letters):
        raise _unlawful("no_tiles", "the play lays no tile", squares)
    for square, letter in zip(squares, play.letters, strict=True):
        if isinstance(letter, PlayThrough) and square not in board:
            raise _unlawful("empty_square", "no tile to play through", (square,))
        if isinstance(letter, PlayedLetter) and square in board:
            raise _unlawful("occupied", "the square is filled", (square,))


def _check_whole(board: Board, play: Play) -> None:
    """Check that the letters are the whole main word: no tile touches either end."""
    direction, start = play.position.direction, play.position.square
    ends = (start.moved(direction.back), start.moved(direction.step, len(play.letters)))
    touched = [square for square in ends if square in board]
    if touched:
        raise _unlawful("word_not_whole", "the word goes on beyond the play", touched)


def _misses_start(layout: Layout, placed: Mapping[Square, PlayedLetter]) -> bool:
    return layout.start not in placed or len(placed) < MIN_FIRST_PLAY_TILES


def _start_error(layout: Layout, placed: Mapping[Square, PlayedLetter]) -> NotAllowedError:
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
    runs = [_run(board, placed, square, direction.perpendicular) for square in placed]
    crosses = [run for run in runs if len(run) > 1]
    if len(main) == 1 and crosses:
        main = crosses.pop()  # one tile may form its main word in either direction
    return (FormedWord(main, True), *(FormedWord(run, False) for run in crosses))


def _run(
    board: Board, placed: Mapping[Square, PlayedLetter], square: Square, direction: Direction
) -> tuple[FormedLetter, ...]:
    """Return the unbroken run of old and new tiles through a square."""
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


def _unlawful(code: str, message: str, squares: Iterable[Square]) -> NotAllowedError:
    return NotAllowedError(f"placement.{code}", message, squares=squares)
