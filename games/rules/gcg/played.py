"""Plays as records spell them: dots, literal letters or brackets for filled squares."""

from __future__ import annotations

import re

from games.rules.board import Board
from games.rules.moves import THROUGH_LETTER, Play, PlayedLetter, Through
from games.rules.notation import THROUGH, Marks
from games.rules.squares import Position, Square
from games.rules.tiles import Face, TileSet

_BRACKETS = re.compile(r"\(([^)]*)\)|\[([^\]]*)\]")


def read_play(board: Board, position: str, tiles: str, tile_set: TileSet) -> Play:
    """A play whose filled squares may be spelt out: "JACKS", "(JACK)S", "[JACK]S", "....S".

    A letter that differs from the one on the board stays a played letter, so that the rules
    refuse it.
    """
    marks = tile_set.marks
    plain = _BRACKETS.sub(lambda match: _open(match, marks), tiles)
    where = Position.parse(position)
    letters = [None if x is None else PlayedLetter(*x) for x in marks.read_word(plain)]
    squares = where.squares(len(letters))
    return Play(
        where,
        tuple(_through(board, s, x) for s, x in zip(squares, letters, strict=True)),
    )


def letters_of(tiles: str, tile_set: TileSet) -> list[Face]:
    """The letters a play names, those on the board left out where they are in brackets; raises
    UnreadableError "notation...." for one the set does not have."""
    marks = tile_set.marks
    plain = _BRACKETS.sub(lambda match: _open(match, marks), tiles)
    return [letter[0] for letter in marks.read_word(plain) if letter]


def _open(match: re.Match[str], marks: Marks) -> str:
    """Dots for letters in brackets, unless the brackets hold one tile of several letters."""
    inside = match[1] if match[1] is not None else match[2]
    if match[2] is not None and marks.knows(inside):
        return match[0]
    return THROUGH * sum(1 for _ in marks.read_word(inside))


def _through(board: Board, square: Square, letter: PlayedLetter | None) -> PlayedLetter | Through:
    lying = board.get(square)
    if letter is None or (lying is not None and lying.face == letter.face):
        return THROUGH_LETTER
    return letter
