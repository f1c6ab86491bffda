"""Acts: what a seat (or the referee) can do. Frozen, hashable values, independent of any game.

Exchanged tiles are secret, so acts are stored separately from events.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from games.rules.equipment.errors import NotationError
from games.rules.equipment.notation import PLAY_THROUGH_MARK
from games.rules.equipment.squares import PlayPosition, Square
from games.rules.equipment.tiles import BLANK, Face, LetterTile, Tile, TileSet


@dataclass(frozen=True, slots=True)
class PlayedLetter:
    """A tile placed from the rack; for a blank, ``face`` is the letter it represents."""

    face: Face
    blank: bool = False

    @property
    def tile(self) -> Tile:
        return BLANK if self.blank else LetterTile(self.face)


@dataclass(frozen=True, slots=True)
class PlayThrough:
    """A square of the main word that is already filled."""


PLAY_THROUGH = PlayThrough()


@dataclass(frozen=True, slots=True)
class Play:
    """Place tiles. ``letters`` spell the whole main word, including squares already filled."""

    position: PlayPosition
    letters: tuple[PlayedLetter | PlayThrough, ...]

    @staticmethod
    def read(position: str, tiles: str, tile_set: TileSet) -> Play:
        """Read a play in game notation; raises NotationError "notation...".

        A dot means a square already filled, a lower-case letter a blank.

        >>> from games.rules.equipment.tiles import load_tile_set
        >>> play = Play.read("8G", "c.T", load_tile_set("en"))
        >>> play.position.name, play.letters[:2]
        ('8G', (PlayedLetter(face='C', blank=True), PlayThrough()))
        >>> Play.read("8G", "C[T", load_tile_set("en"))
        Traceback (most recent call last):
            ...
        games.rules.equipment.errors.NotationError: a bracket is not closed: 'C[T'
        """
        letters = tuple(
            PLAY_THROUGH if letter is None else PlayedLetter(*letter)
            for letter in tile_set.marks.read_word(tiles.strip())
        )
        return Play(PlayPosition.parse(position), letters)

    def write(self, tile_set: TileSet) -> tuple[str, str]:
        """Return the position and the letters in game notation.

        >>> from games.rules.equipment.tiles import load_tile_set
        >>> Play.read("h8", "C.aT", load_tile_set("en")).write(load_tile_set("en"))
        ('H8', 'C.aT')
        """
        marks = tile_set.marks
        written = (
            PLAY_THROUGH_MARK
            if isinstance(letter, PlayThrough)
            else marks.of(letter.face, blank=letter.blank)
            for letter in self.letters
        )
        return self.position.name, "".join(written)

    def placed(self) -> tuple[tuple[Square, PlayedLetter], ...]:
        """Return the new tiles with their squares, in reading order.

        >>> from games.rules.equipment.tiles import load_tile_set
        >>> [at.name for at, _letter in Play.read("8G", "C.T", load_tile_set("en")).placed()]
        ['G8', 'I8']
        """
        squares = self.position.squares(len(self.letters))
        return tuple(
            (square, letter)
            for square, letter in zip(squares, self.letters, strict=True)
            if isinstance(letter, PlayedLetter)
        )

    def tiles(self) -> tuple[Tile, ...]:
        """Return the tiles that leave the rack.

        >>> from games.rules.equipment.tiles import load_tile_set
        >>> english = load_tile_set("en")
        >>> english.write(Play.read("8G", "c.T", english).tiles())
        '?T'
        """
        return tuple(letter.tile for letter in self.letters if isinstance(letter, PlayedLetter))


@dataclass(frozen=True, slots=True)
class Exchange:
    """Exchange these tiles for new ones."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass the turn."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Claim that a word of the latest play is not valid."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept the play that waits for the other seats: it went out, or they vote on its words."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Leave the game."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Remove a seat from the game, by the referee; ``reason`` is a code such as "time"."""

    reason: str


@dataclass(frozen=True, slots=True)
class Flag:
    """End the turn, or the game, of a seat whose time is up."""


@dataclass(frozen=True, slots=True)
class Abort:
    """Annul the game before every seat has moved."""


@dataclass(frozen=True, slots=True)
class Annul:
    """Annul the game because the invited seat declines or the first seat withdraws."""


@dataclass(frozen=True, slots=True)
class Expire:
    """Annul the game, by the referee: a first turn was not made in time, or a game without a time
    limit was left idle."""


Act: TypeAlias = (
    Play | Exchange | Pass | Challenge | Accept | Resign | Forfeit | Flag | Abort | Annul | Expire
)
_STORED_KINDS: dict[type[Act], str] = {Expire: "lapse"}
"""Acts that are stored under another name than their own."""


def get_act_kind(act: type[Act]) -> str:
    """Return the name under which a kind of act is stored.

    >>> get_act_kind(Exchange), get_act_kind(Expire)
    ('exchange', 'lapse')
    """
    return _STORED_KINDS.get(act, act.__name__.lower())


_BARE: dict[str, Callable[[], Act]] = {
    get_act_kind(kind): kind
    for kind in (Pass, Challenge, Accept, Resign, Flag, Abort, Annul, Expire)
}

TURN_KINDS = ("play", "exchange", "pass")
"""The names of the acts that take a turn; the others may come between turns."""


def act_to_json(act: Act, tile_set: TileSet) -> dict[str, str]:
    """Return an act as plain data; its "kind" is :func:`get_act_kind`.

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> english = load_tile_set("en")
    >>> act_to_json(Play.read("8H", "CAT", english), english)
    {'kind': 'play', 'position': '8H', 'tiles': 'CAT'}
    >>> act_to_json(Exchange(english.read("QV?")), english), act_to_json(Pass(), english)
    ({'kind': 'exchange', 'tiles': 'QV?'}, {'kind': 'pass'})
    """
    data = {"kind": get_act_kind(type(act))}
    match act:
        case Play():
            data["position"], data["tiles"] = act.write(tile_set)
        case Exchange(tiles):
            data["tiles"] = tile_set.write(tiles)
        case Forfeit(reason):
            data["reason"] = reason
    return data


def act_from_json(data: dict[str, Any], tile_set: TileSet) -> Act:
    """Return the act that :func:`act_to_json` wrote; raises NotationError "notation...".

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> act_from_json({"kind": "exchange", "tiles": "Q"}, load_tile_set("en"))
    Exchange(tiles=(LetterTile(face='Q'),))
    >>> act_from_json({"kind": "dance"}, load_tile_set("en"))
    Traceback (most recent call last):
        ...
    games.rules.equipment.errors.NotationError: not an act: {'kind': 'dance'}
    """
    match data:
        case {"kind": "play", "position": str(position), "tiles": str(tiles)}:
            return Play.read(position, tiles, tile_set)
        case {"kind": "exchange", "tiles": str(tiles)}:
            return Exchange(tile_set.read(tiles))
        case {"kind": "forfeit", "reason": str(reason)}:
            return Forfeit(reason)
        case {"kind": str(kind)} if kind in _BARE:
            return _BARE[kind]()
    raise NotationError("notation.act", f"not an act: {data!r}")
