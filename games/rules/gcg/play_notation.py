"""Plays as records write them: dots, plain letters or brackets for filled squares."""

from __future__ import annotations

import re

from games.rules.equipment.board import Board
from games.rules.equipment.notation import PLAY_THROUGH_MARK, TileNotation
from games.rules.equipment.squares import PlayPosition, Square
from games.rules.equipment.tiles import Face, TileSet
from games.rules.plays.acts import PLAY_THROUGH, Play, PlayedLetter, PlayThrough

_BRACKETS = re.compile(r"\(([^)]*)\)|\[([^\]]*)\]")


def read_play(board: Board, position: str, tiles: str, tile_set: TileSet) -> Play:
    """Parse a play whose filled squares may be spelled out: "JACKS", "(JACK)S", "[JACK]S", "....S".

    A letter that differs from the one on the board remains a played letter, so that the rules
    refuse it.
    """
    marks = tile_set.marks
    plain = _BRACKETS.sub(lambda match: _open(match, marks), tiles)
    where = PlayPosition.parse(position)
    letters = [None if x is None else PlayedLetter(*x) for x in marks.read_word(plain)]
    squares = where.squares(len(letters))
    return Play(
        where,
        tuple(_through(board, s, x) for s, x in zip(squares, letters, strict=True)),
    )


def list_named_letters(tiles: str, tile_set: TileSet) -> list[Face]:
    """Return the letters that a play names, except letters on the board given in brackets.

    Raises NotationError "notation...." for a letter that the tile set does not have.

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> list_named_letters("(CAT)s", load_tile_set("en"))
    ['S']
    """
    marks = tile_set.marks
    plain = _BRACKETS.sub(lambda match: _open(match, marks), tiles)
    return [letter[0] for letter in marks.read_word(plain) if letter]


def read_spelled_letters(tiles: str, tile_set: TileSet) -> list[Face | None]:
    """Return for each square the letter that brackets claim is there, ``None`` for all others.

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> read_spelled_letters("(CAT)S", load_tile_set("en"))
    ['C', 'A', 'T', None]
    """
    spelt: list[Face | None] = []
    at = 0
    for match in _BRACKETS.finditer(tiles):
        spelt += [None] * _count(tiles[at : match.start()], tile_set.marks)
        if _open(match, tile_set.marks) == match[0]:
            spelt.append(None)
        else:
            inside = match[1] if match[1] is not None else match[2]
            spelt += [letter and letter[0] for letter in tile_set.marks.read_word(inside)]
        at = match.end()
    return spelt + [None] * _count(tiles[at:], tile_set.marks)


def _count(tiles: str, marks: TileNotation) -> int:
    return sum(1 for _ in marks.read_word(tiles))


def _open(match: re.Match[str], marks: TileNotation) -> str:
    """Replace letters in brackets by dots, unless the brackets contain one tile of several
    letters."""
    inside = match[1] if match[1] is not None else match[2]
    if match[2] is not None and marks.knows(inside):
        return match[0]
    return PLAY_THROUGH_MARK * sum(1 for _ in marks.read_word(inside))


def _through(
    board: Board, square: Square, letter: PlayedLetter | None
) -> PlayedLetter | PlayThrough:
    lying = board.get(square)
    if letter is None or (lying is not None and lying.face == letter.face):
        return PLAY_THROUGH
    return letter
