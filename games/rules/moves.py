"""Acts: what a seat (or the referee) can do. Frozen, hashable values; no act knows a game.

Exchanged tiles are known to one seat only, so acts are stored apart from events.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from games.rules.errors import UnreadableError
from games.rules.notation import THROUGH
from games.rules.squares import Position, Square
from games.rules.tiles import BLANK, Face, Letter, Tile, TileSet


@dataclass(frozen=True, slots=True)
class PlayedLetter:
    """A tile laid down from the rack; a blank with the face it shall stand for."""

    face: Face
    blank: bool = False

    @property
    def tile(self) -> Tile:
        return BLANK if self.blank else Letter(self.face)


@dataclass(frozen=True, slots=True)
class Through:
    """A square of the main word that is already filled."""


THROUGH_LETTER = Through()


@dataclass(frozen=True, slots=True)
class Play:
    """Lay tiles: the whole main word from its first letter on, filled squares included."""

    position: Position
    letters: tuple[PlayedLetter | Through, ...]

    @staticmethod
    def read(position: str, tiles: str, tile_set: TileSet) -> Play:
        letters = tuple(
            THROUGH_LETTER if letter is None else PlayedLetter(*letter)
            for letter in tile_set.marks.read_word(tiles.strip())
        )
        return Play(Position.parse(position), letters)

    def write(self, tile_set: TileSet) -> tuple[str, str]:
        """The position and the letters in game notation: ("8H", "C.aT")."""
        marks = tile_set.marks
        written = (
            THROUGH if isinstance(letter, Through) else marks.of(letter.face, blank=letter.blank)
            for letter in self.letters
        )
        return self.position.name, "".join(written)

    def placed(self) -> tuple[tuple[Square, PlayedLetter], ...]:
        """The new tiles with their squares, in reading order."""
        squares = self.position.squares(len(self.letters))
        return tuple(
            (square, letter)
            for square, letter in zip(squares, self.letters, strict=True)
            if isinstance(letter, PlayedLetter)
        )

    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that leave the rack."""
        return tuple(letter.tile for letter in self.letters if isinstance(letter, PlayedLetter))


@dataclass(frozen=True, slots=True)
class Exchange:
    """Draw new tiles for these."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Take no action this turn."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Say that a word of the latest play is not good."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Let the going-out play stand."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Leave the game."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The referee takes a seat out of the game; ``reason`` is a code such as "time"."""

    reason: str


@dataclass(frozen=True, slots=True)
class Flag:
    """The time of the seat to move is out."""


@dataclass(frozen=True, slots=True)
class Annul:
    """The invited seat declines: there was no game."""


@dataclass(frozen=True, slots=True)
class Lapse:
    """The referee ends a game that never came about: a seat's first turn was not made in time."""


Act: TypeAlias = (
    Play | Exchange | Pass | Challenge | Accept | Resign | Forfeit | Flag | Annul | Lapse
)
_BARE: dict[str, Callable[[], Act]] = {
    kind.__name__.lower(): kind for kind in (Pass, Challenge, Accept, Resign, Flag, Annul, Lapse)
}

TURN_KINDS = ("play", "exchange", "pass")
"""The names of the acts that take a turn; the others may come in between."""


def act_to_json(act: Act, tile_set: TileSet) -> dict[str, str]:
    """An act as plain data; its "kind" is the act's name in lower case."""
    data = {"kind": type(act).__name__.lower()}
    match act:
        case Play():
            data["position"], data["tiles"] = act.write(tile_set)
        case Exchange(tiles):
            data["tiles"] = tile_set.write(tiles)
        case Forfeit(reason):
            data["reason"] = reason
    return data


def act_from_json(data: dict[str, Any], tile_set: TileSet) -> Act:
    match data:
        case {"kind": "play", "position": str(position), "tiles": str(tiles)}:
            return Play.read(position, tiles, tile_set)
        case {"kind": "exchange", "tiles": str(tiles)}:
            return Exchange(tile_set.read(tiles))
        case {"kind": "forfeit", "reason": str(reason)}:
            return Forfeit(reason)
        case {"kind": str(kind)} if kind in _BARE:
            return _BARE[kind]()
    raise UnreadableError("notation.act", f"not an act: {data!r}")
