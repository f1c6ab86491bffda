"""Convert frozen dataclasses to plain JSON data and back, guided by their type hints.

Squares become names, tiles become faces ("?" for a blank), a board becomes a mapping of square
names. Fields with their default value are left out. States, events and analysis reports are stored
in this form.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from games.rules.equipment.board import Board, BoardTile
from games.rules.equipment.notation import BLANK_MARK
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import BLANK, BlankTile, LetterTile, Tile

T = TypeVar("T")


class Codec(NamedTuple):
    """How values of one type are converted to plain data and back."""

    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]


def encode(value: Any) -> Any:
    """Return a dataclass as plain data; fields with their default value are left out.

    >>> from games.rules.plays.acts import PlayedLetter
    >>> encode(PlayedLetter("A")), encode(PlayedLetter("A", blank=True))
    ({'face': 'A'}, {'face': 'A', 'blank': True})
    """
    return get_codec(type(value)).encode(value)


def decode(kind: type[T], data: Any) -> T:
    """Return the value of this type that :func:`encode` converted.

    >>> from games.rules.plays.acts import PlayedLetter
    >>> decode(PlayedLetter, {"face": "A", "blank": True})
    PlayedLetter(face='A', blank=True)
    """
    value: T = get_codec(kind).decode(data)
    return value


def _build(hint: Any) -> Codec:
    if hint in _SPECIAL:
        return _SPECIAL[hint]
    if get_origin(hint) is tuple:
        return _tuple_codec(get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        return _optional_codec(get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Codec(lambda value: value.value, hint)
    if is_dataclass(hint):
        return _dataclass_codec(hint)
    if hint in (int, float, str, bool) or get_origin(hint) is Literal:
        return _PLAIN
    raise TypeError(f"no plain form for {hint!r}")


# Resolving type hints is most of the work, so each type gets its codec once.
get_codec: Callable[[Any], Codec] = cache(_build)


def _tuple_codec(items: tuple[Any, ...]) -> Codec:
    if items[-1] is not ...:
        codecs = [get_codec(item) for item in items]
        return Codec(
            lambda values: [c.encode(v) for c, v in zip(codecs, values, strict=True)],
            lambda values: tuple(c.decode(v) for c, v in zip(codecs, values, strict=True)),
        )
    each = get_codec(items[0])
    return Codec(
        lambda values: [each.encode(value) for value in values],
        lambda values: tuple(each.decode(value) for value in values),
    )


def _optional_codec(members: tuple[Any, ...]) -> Codec:
    (member,) = (member for member in members if member is not NoneType)
    some = get_codec(member)
    return Codec(
        lambda value: None if value is None else some.encode(value),
        lambda data: None if data is None else some.decode(data),
    )


def _dataclass_codec(kind: Any) -> Codec:
    hints = get_type_hints(kind)
    members = [(f.name, _default(f), get_codec(hints[f.name])) for f in fields(kind)]

    def encode_fields(value: Any) -> dict[str, Any]:
        pairs = ((name, default, codec, getattr(value, name)) for name, default, codec in members)
        return {name: codec.encode(v) for name, default, codec, v in pairs if v != default}

    def decode_fields(data: Any) -> Any:
        return kind(**{n: codec.decode(data[n]) for n, _, codec in members if n in data})

    return Codec(encode_fields, decode_fields)


def _default(field: Field[Any]) -> Any:
    # No value equals MISSING, so a field without a default is always written.
    return field.default if field.default is not MISSING else MISSING


def _encode_tile(tile: Tile) -> str:
    return tile.face if isinstance(tile, LetterTile) else BLANK_MARK


def _decode_tile(text: str) -> Tile:
    return BLANK if text == BLANK_MARK else LetterTile(text)


def _encode_board_tile(tile: BoardTile | None) -> list[Any] | None:
    """Return [face, owner, marks]; the marks are "b" for a blank and "s" for safe."""
    if tile is None:
        return None
    return [tile.face, tile.owner, "b" * tile.blank + "s" * tile.safe]


def _decode_board_tile(data: list[Any] | None) -> BoardTile | None:
    if data is None:
        return None
    face, owner, marks = data
    return BoardTile(face, "b" in marks, owner, "s" in marks)


def _encode_board(board: Board) -> dict[str, Any]:
    return {square.name: _encode_board_tile(tile) for square, tile in sorted(board.items())}


def _decode_board(data: dict[str, Any]) -> Board:
    changes = {Square.parse(name): _decode_board_tile(tile) for name, tile in data.items()}
    return Board().with_tiles(changes)


_PLAIN = Codec(lambda value: value, lambda data: data)
_SPECIAL: dict[Any, Codec] = {
    Square: Codec(lambda square: square.name, Square.parse),
    LetterTile | BlankTile: Codec(_encode_tile, _decode_tile),
    BoardTile | None: Codec(_encode_board_tile, _decode_board_tile),
    Board: Codec(_encode_board, _decode_board),
}
