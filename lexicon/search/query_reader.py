"""Parser of search queries: typed text to tiles.

Letters are folded as in word lists. If they can be laid in several ways (CH as one tile or as two),
the query means all of them; a space decides, because no tile extends across one. Brackets contain a
choice of tiles, as in ``[AEI]``, or exclude tiles, as in ``[^AEI]``. Brackets around one tile of
several letters mean that tile, as in game notation: ``[CH]``.
"""

import re
from itertools import islice, product

from lexicon.lists.folding import fold_word
from lexicon.search.query import (
    ANY_ONE_TILE,
    ANY_TILES,
    Codes,
    Pattern,
    PatternItem,
    SearchError,
    SearchRackQuery,
    TileChoice,
)
from lexicon.terms.spelling import get_spelling

MAX_TEXT_LENGTH = 60
MAX_TILES = 15
"""Most tiles on a rack in a query."""
# Both bound the work of one search: each reading and each wildcard multiplies it.
MAX_READINGS = 32
MAX_WILDCARDS = 6
_ONE, _MANY, _BLANK = "?.؟？", "*＊", "?.؟？"
_TOKENS = re.compile(r"\[[^\]]*\]|[?.؟？*＊]|[^\s\[\]?.؟？*＊]+|\s+|.")


class QueryReader:
    """Parses queries for one alphabet. ``whole`` is as in :mod:`lexicon.terms.spelling`."""

    def __init__(self, language: str, faces: tuple[str, ...], whole: tuple[str, ...] = ()) -> None:
        self.language = language
        self.faces = faces
        self._codes = {face: code for code, face in enumerate(faces, 1)}
        self._spelling = get_spelling(faces, whole)
        self._loose = get_spelling(faces)

    def read_racks(self, text: str) -> tuple[SearchRackQuery, ...]:
        """Parse a rack in every way it may be meant. Raises :class:`SearchError`."""
        parts: list[tuple[Codes, ...]] = []
        blanks = 0
        for token in _split(text):
            if token in _BLANK:
                blanks += 1
            elif token.startswith("["):
                parts.append((self._read_tile(token),))
            elif token.strip():
                parts.append(self._ways(token))
        found = {tuple(sorted(sum(way, ()))) for way in _combine(parts)}
        racks = tuple(SearchRackQuery(codes, blanks) for codes in sorted(found))
        if any(rack.size > MAX_TILES for rack in racks):
            raise SearchError("search.tiles")
        return tuple(rack for rack in racks if rack.size)

    def read_patterns(self, text: str) -> tuple[Pattern, ...]:
        """Parse a pattern in every way it may be meant. Raises :class:`SearchError`."""
        parts: list[tuple[Pattern, ...]] = []
        for token in _split(text):
            if token in _ONE:
                parts.append(((ANY_ONE_TILE,),))
            elif token in _MANY:
                if not parts or parts[-1] != ((ANY_TILES,),):
                    parts.append(((ANY_TILES,),))
            elif token.startswith("["):
                parts.append(((self._read_choice(token),),))
            elif token.strip():
                parts.append(tuple(tuple(map(_only, way)) for way in self._ways(token)))
        if sum(part == ((ANY_TILES,),) for part in parts) > MAX_WILDCARDS:
            raise SearchError("search.stars")
        return tuple(pattern for way in _combine(parts) if (pattern := sum(way, ())))

    def read_word(self, text: str) -> tuple[Codes, ...]:
        """Parse one word in every way it can be laid. Raises :class:`SearchError`."""
        if re.search(r"[\[\]?.*؟？＊]", text):
            raise SearchError("search.word", text.strip())
        ways = [self._ways(token) for token in _split(text) if token.strip()]
        return tuple(word for way in _combine(ways) if (word := sum(way, ())))

    def _ways(self, letters: str) -> tuple[Codes, ...]:
        """Return every way to lay letters, preferring those that keep to the edition's rules."""
        folded = fold_word(letters, self.language)
        ways = self._spelling.list_spellings(folded) or self._loose.list_spellings(folded)
        if not ways:
            raise SearchError("search.letters", letters)
        return tuple(tuple(self._codes[face] for face in way) for way in ways)

    def _read_tile(self, token: str) -> Codes:
        code = self._codes.get(fold_word(token[1:-1].strip(), self.language))
        if code is None:
            raise SearchError("search.letters", token)
        return (code,)

    def _read_choice(self, token: str) -> TileChoice:
        inside = token.strip("[]")
        others = inside[:1] in ("^", "!")
        inside = fold_word(inside[1:] if others else inside, self.language).strip()
        pieces = re.split(r"[\s,]+", inside)
        if len(pieces) == 1 and inside not in self._codes:
            pieces = list(inside)
        codes = [self._codes.get(piece) for piece in pieces if piece]
        if not codes or None in codes:
            raise SearchError("search.choice", token)
        return TileChoice(frozenset(code for code in codes if code), others)


def _split(text: str) -> list[str]:
    if len(text) > MAX_TEXT_LENGTH:
        raise SearchError("search.long")
    tokens = _TOKENS.findall(text)
    if any(token in ("[", "]") for token in tokens):
        raise SearchError("search.choice", text)
    return tokens


def _only(code: int) -> PatternItem:
    return TileChoice(frozenset((code,)))


def _combine(parts: list[tuple[tuple, ...]]) -> list[tuple]:
    """Return all combinations of one way for each part. Raises if there are too many."""
    found = list(islice(product(*parts), MAX_READINGS + 1))
    if len(found) > MAX_READINGS:
        raise SearchError("search.ways")
    return found
