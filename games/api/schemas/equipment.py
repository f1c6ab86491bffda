"""Dictionaries, tile sets and the games themselves."""

from datetime import datetime

from ninja import Schema


class RevisionOut(Schema):
    """`sha256` is of the words, one a line, sorted, in UTF-8."""

    number: int
    words: int
    added: int
    removed: int
    note: str
    sha256: str
    created_at: datetime


class RevisionPage(Schema):
    items: list[RevisionOut]
    next: str | None


class DictionaryOut(Schema):
    code: str
    name: str
    language: str
    description: str
    licence: str
    source: str
    revision: RevisionOut


class WordVerdict(Schema):
    """`tiles`: one way to lay the word; empty where the tiles of its language cannot."""

    word: str
    good: bool
    tiles: list[str]
    definition: str


class WordsOut(Schema):
    dictionary: str
    revision: int
    words: list[WordVerdict]


class TileOut(Schema):
    """`blank`: a blank may stand for it."""

    face: str
    count: int
    value: int
    blank: bool


class TileSetOut(Schema):
    """`whole`: pairs of letters that are laid with their own tile and never with two."""

    code: str
    name: str
    language: str
    direction: str
    total: int
    blanks: int
    tiles: list[TileOut]
    whole: list[str]


class LayoutOut(Schema):
    """`lines`: the rows from the top. d t q: double, triple, quadruple letter; D T Q the same for
    words; `*` the start with a double word, `+` without; `.` plain. `padlocks`: squares whose
    tiles are safe."""

    id: str
    name: str
    lines: list[str]
    start: str
    padlocks: list[str]


class VariantOut(Schema):
    """A game: what it is played with, and what a room may choose. The first choice is the usual."""

    id: str
    name: str
    min_seats: int
    max_seats: int
    rack_size: int
    tile_set: str
    layouts: list[LayoutOut]
    challenges: list[str]
    ends: list[str]
