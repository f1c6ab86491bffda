"""What scorekeepers write down: moves, and what is counted at the end."""

import re
from dataclasses import asdict, dataclass
from typing import Any

from games.rules.equipment.errors import NotationError
from games.rules.equipment.notation import capitalize_letters
from games.rules.equipment.squares import Direction, PlayPosition, Square
from games.rules.gcg import EntryKind

MAX_MOVES = 200
MAX_LENGTH = 40
"""Characters of a rack, or of the tiles of a move."""
MAX_OVERTIME = 500
"""Points that a player may lose for overtime."""

KINDS = (
    EntryKind.PLAY,
    EntryKind.EXCHANGE,
    EntryKind.PASS,
    EntryKind.WITHDRAWAL,
    EntryKind.CHALLENGE,
)
"""Kinds of moves. The last two are about the play before: it was taken off the board, or the
challenge of it failed and brought its player points."""
ABOUT_LAST_PLAY = (EntryKind.WITHDRAWAL, EntryKind.CHALLENGE)

_RACK = re.compile(r"[^\s\d()-][^\s\d()]*")
_PLAYED = re.compile(r"[^\s\d]+")
_EXCHANGED = re.compile(r"\d{1,2}|[^\s\d()-]+")


@dataclass(frozen=True, slots=True)
class AnnotatedMove:
    """A move as it was written down; its score follows from the rules.

    ``seat`` is who moved or, for kinds in ``ABOUT_LAST_PLAY``, whose play it is about.
    """

    seat: int
    kind: EntryKind
    # Of a play, in either notation: "8H" is across, "H8" is down.
    position: str = ""
    # The tiles of a play, with letters on the board written out, in brackets or as dots; exchanged
    # tiles, or only their number. Lower case is a blank.
    tiles: str = ""
    # The rack before the move, as far as it is known; "_" is an unknown tile.
    rack: str = ""
    # Points for a challenge that failed.
    points: int = 0

    @classmethod
    def read(cls, row: dict[str, Any]) -> "AnnotatedMove":
        return cls(**row | {"kind": EntryKind(row["kind"])})

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"kind": self.kind.value}


@dataclass(frozen=True, slots=True)
class AnnotatedEnding:
    """What is counted at the end, by seat."""

    # Tiles left on each rack; "" for none.
    left: tuple[str, ...]
    # Points lost for overtime.
    overtime: tuple[int, ...]

    @classmethod
    def read(cls, row: dict[str, Any]) -> "AnnotatedEnding":
        return cls(tuple(row["left"]), tuple(row["overtime"]))

    def to_json(self) -> dict[str, Any]:
        return {"left": list(self.left), "overtime": list(self.overtime)}


def join_position(square: str, direction: str) -> str:
    """Return the position of a play from the square of its first letter, and "across" or "down".

    A position in the notation of records is taken as it is. So is what can't be read, which is
    refused later.

    >>> join_position("h8", "across"), join_position("h8", "down"), join_position("8H", "down")
    ('8H', 'H8', '8H')
    """
    text = "".join(square.split()).upper()
    try:
        found = Square.parse(text)
    except NotationError:
        return text
    chosen = Direction.DOWN if direction == "down" else Direction.ACROSS
    return PlayPosition(found, chosen).name


def split_position(position: str) -> tuple[str, str]:
    """Return the square and the direction of a position, as a form has them.

    >>> split_position("8H"), split_position("H8"), split_position("")
    (('H8', 'across'), ('H8', 'down'), ('', 'across'))
    """
    if not position:
        return "", "across"
    found = PlayPosition.parse(position)
    return found.square.name, found.direction.name.lower()


def tidy_move(move: AnnotatedMove, language: str = "en") -> AnnotatedMove:
    """Return the move without what its kind does not have, and without white space.

    Tiles that are all in lower case count as capitals: only among capitals they are blanks. Raises
    NotationError "notation.tiles" or "notation.rack" for texts that no record could contain.

    >>> move = tidy_move(AnnotatedMove(0, EntryKind.PLAY, " 8h", "ca t", "a b_"))
    >>> move.position, move.tiles, move.rack
    ('8H', 'CAT', 'AB_')
    >>> tidy_move(AnnotatedMove(0, EntryKind.PLAY, "8H", "CaT")).tiles
    'CaT'
    >>> tidy_move(AnnotatedMove(0, EntryKind.PASS, "8H", "CAT")).tiles
    ''
    """
    position, tiles, rack = (
        "".join(text.split()) for text in (move.position.upper(), move.tiles, move.rack)
    )
    rack = capitalize_letters(rack, language)
    if tiles == tiles.lower():
        tiles = capitalize_letters(tiles, language)
    if move.kind in ABOUT_LAST_PLAY:
        points = move.points if move.kind is EntryKind.CHALLENGE else 0
        return AnnotatedMove(move.seat, move.kind, points=points)
    if max(len(tiles), len(rack)) > MAX_LENGTH:
        raise NotationError("notation.tiles", "too many tiles")
    if rack and not _RACK.fullmatch(rack):
        raise NotationError("notation.rack", f"no rack: {rack!r}")
    if move.kind is EntryKind.PASS:
        return AnnotatedMove(move.seat, move.kind, rack=rack)
    pattern = _PLAYED if move.kind is EntryKind.PLAY else _EXCHANGED
    if not pattern.fullmatch(tiles):
        raise NotationError("notation.tiles", f"no tiles: {tiles!r}")
    if move.kind is EntryKind.EXCHANGE:
        return AnnotatedMove(move.seat, move.kind, tiles=tiles, rack=rack)
    return AnnotatedMove(move.seat, move.kind, position, tiles, rack)
