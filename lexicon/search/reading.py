"""What people type, read as tiles.

Letters are folded as in word lists. Where letters can lie in several ways (CH as one tile or as
two) every way is meant; a space settles it, for no tile reaches over one. In brackets stands a
choice of tiles, ``[AEI]``, or all but those, ``[^AEI]``; brackets around one tile of several
letters are that tile, as in game notation: ``[CH]``.
"""

import re
from itertools import islice, product

from lexicon.graph.spelling import spelling_of
from lexicon.lists.folding import fold_word
from lexicon.search.query import ANY, RUN, Codes, Item, Pattern, Place, Rack, SearchError

LONGEST_TEXT = 60
MOST_TILES = 15
"""On a rack that is searched with."""
MOST_WAYS = 32
MOST_RUNS = 6
_ONE, _MANY, _BLANK = "?.؟？", "*＊", "?.؟？"
_TOKENS = re.compile(r"\[[^\]]*\]|[?.؟？*＊]|[^\s\[\]?.؟？*＊]+|\s+|.")


class Reader:
    """One alphabet's way to read: ``faces`` in their order, ``whole`` as in spelling."""

    def __init__(self, language: str, faces: tuple[str, ...], whole: tuple[str, ...] = ()) -> None:
        self.language = language
        self.faces = faces
        self._codes = {face: code for code, face in enumerate(faces, 1)}
        self._spelling = spelling_of(faces, whole)
        self._loose = spelling_of(faces)

    def read_racks(self, text: str) -> tuple[Rack, ...]:
        """Tiles to make words of, in every way they may be meant. Raises :class:`SearchError`."""
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
        racks = tuple(Rack(codes, blanks) for codes in sorted(found))
        if any(rack.size > MOST_TILES for rack in racks):
            raise SearchError("search.tiles")
        return tuple(rack for rack in racks if rack.size)

    def read_patterns(self, text: str) -> tuple[Pattern, ...]:
        """A pattern in every way it may be meant. Raises :class:`SearchError`."""
        parts: list[tuple[Pattern, ...]] = []
        for token in _split(text):
            if token in _ONE:
                parts.append(((ANY,),))
            elif token in _MANY:
                if not parts or parts[-1] != ((RUN,),):
                    parts.append(((RUN,),))
            elif token.startswith("["):
                parts.append(((self._read_choice(token),),))
            elif token.strip():
                parts.append(tuple(tuple(map(_only, way)) for way in self._ways(token)))
        if sum(part == ((RUN,),) for part in parts) > MOST_RUNS:
            raise SearchError("search.stars")
        return tuple(pattern for way in _combine(parts) if (pattern := sum(way, ())))

    def read_word(self, text: str) -> tuple[Codes, ...]:
        """One word in every way it can be laid. Raises :class:`SearchError`."""
        if re.search(r"[\[\]?.*؟？＊]", text):
            raise SearchError("search.word", text.strip())
        ways = [self._ways(token) for token in _split(text) if token.strip()]
        return tuple(word for way in _combine(ways) if (word := sum(way, ())))

    def _ways(self, letters: str) -> tuple[Codes, ...]:
        """Every way to lay some letters: by the edition's rules, or else by any."""
        folded = fold_word(letters, self.language)
        ways = self._spelling.ways(folded) or self._loose.ways(folded)
        if not ways:
            raise SearchError("search.letters", letters)
        return tuple(tuple(self._codes[face] for face in way) for way in ways)

    def _read_tile(self, token: str) -> Codes:
        code = self._codes.get(fold_word(token[1:-1].strip(), self.language))
        if code is None:
            raise SearchError("search.letters", token)
        return (code,)

    def _read_choice(self, token: str) -> Place:
        inside = token.strip("[]")
        others = inside[:1] in ("^", "!")
        inside = fold_word(inside[1:] if others else inside, self.language).strip()
        pieces = re.split(r"[\s,]+", inside)
        if len(pieces) == 1 and inside not in self._codes:
            pieces = list(inside)
        codes = [self._codes.get(piece) for piece in pieces if piece]
        if not codes or None in codes:
            raise SearchError("search.choice", token)
        return Place(frozenset(code for code in codes if code), others)


def _split(text: str) -> list[str]:
    if len(text) > LONGEST_TEXT:
        raise SearchError("search.long")
    tokens = _TOKENS.findall(text)
    if any(token in ("[", "]") for token in tokens):
        raise SearchError("search.choice", text)
    return tokens


def _only(code: int) -> Item:
    return Place(frozenset((code,)))


def _combine(parts: list[tuple[tuple, ...]]) -> list[tuple]:
    """One way of each part, in all combinations."""
    found = list(islice(product(*parts), MOST_WAYS + 1))
    if len(found) > MOST_WAYS:
        raise SearchError("search.ways")
    return found
