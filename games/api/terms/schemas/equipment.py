"""Dictionaries, tile sets and variants."""

from datetime import datetime

from ninja import Schema


class RevisionOut(Schema):
    """A revision of a dictionary.

    `sha256` is the hash of its words in UTF-8, sorted, one per line.
    """

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
    """Whether a word is valid.

    `tiles` is one way to spell it with tiles, empty if that is impossible.
    """

    word: str
    good: bool
    tiles: list[str]
    definition: str


class WordsOut(Schema):
    dictionary: str
    revision: int
    words: list[WordVerdict]


class TileOut(Schema):
    """One kind of tile. `blank`: whether a blank may represent it."""

    face: str
    count: int
    value: int
    blank: bool


class TileSetOut(Schema):
    """A tile set.

    `whole` lists pairs of letters that must be played with their own tile, never with two.
    """

    code: str
    name: str
    language: str
    direction: str
    total: int
    blanks: int
    tiles: list[TileOut]
    whole: list[str]


class LayoutOut(Schema):
    """A board.

    `lines` are its rows from the top: d, t and q are double, triple and quadruple letter squares,
    and D, T and Q the same for words; `*` is the start square with a double word, `+` one without;
    `.` is a plain square. `padlocks` are squares whose tiles cannot be stolen.
    """

    id: str
    name: str
    lines: list[str]
    start: str
    padlocks: list[str]


class VariantOut(Schema):
    """A game with its equipment and the choices a room has.

    The first choice in each list is the default.
    """

    id: str
    name: str
    min_seats: int
    max_seats: int
    rack_size: int
    tile_set: str
    layouts: list[LayoutOut]
    challenges: list[str]
    ends: list[str]
