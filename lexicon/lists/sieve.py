"""Lines of a word list to words a game can use, with a reason for every line refused.

One word a line, optionally a tab and its definition. Bytes become lines in
:mod:`lexicon.lists.decoding`; spelling becomes tiles in :mod:`lexicon.lists.folding`.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol

from lexicon.graph.progress import Progress
from lexicon.graph.spelling import spelling_of
from lexicon.lists.folding import fold_word, list_variants
from lexicon.lists.pile import Pile

Capitals = Literal["auto", "refuse", "nouns", "accept"]
SHORTEST = 2
LONGEST = 21
"""Tiles in a row on the largest board."""
MOST_EXAMPLES = 8
_MOST_DEFINITION = 1000
_STEP = 20_000
_POINTS = re.compile(r"[.…]")
_APOSTROPHES = re.compile("['’‘ʼ`´]")
_EDGE_MARKS = re.compile(r"^[-‐‑–~*]|[-‐‑–~*]$")
_SEPARATORS = re.compile('[,;|"]')
_HYPHENS = re.compile("[-‐‑–]")


class Lines(Protocol):
    """What can be read line by line, more than once."""

    def __iter__(self) -> Iterator[str]: ...

    def __len__(self) -> int: ...


class Reason(StrEnum):
    """Why a line is refused; :mod:`lexicon.wording` has the words for it."""

    POINT = "point"
    APOSTROPHE = "apostrophe"
    EDGE = "edge"
    HYPHEN = "hyphen"
    SPACE = "space"
    COLUMNS = "columns"
    CAPITAL = "capital"
    NAME = "name"
    LETTERS = "letters"
    SHORT = "short"
    LONG = "long"
    DUPLICATE = "duplicate"
    AFFIX = "affix"
    PART = "part"
    FORBIDDEN = "forbidden"
    BOUND = "bound"


@dataclass(slots=True)
class Rejects:
    count: int = 0
    examples: list[str] = field(default_factory=list)

    def note(self, line: str) -> None:
        self.count += 1
        if len(self.examples) < MOST_EXAMPLES:
            self.examples.append(line[:60])


@dataclass(slots=True)
class CheckedList:
    """``words`` are folded, distinct and sorted; ``definitions`` are by word."""

    words: Pile = field(default_factory=Pile)
    definitions: dict[str, str] = field(default_factory=dict)
    rejects: dict[Reason, Rejects] = field(default_factory=dict)
    lines: int = 0

    @property
    def refused(self) -> int:
        return sum(found.count for found in self.rejects.values())

    def refuse(self, reason: Reason, line: str) -> None:
        self.rejects.setdefault(reason, Rejects()).note(line)

    def to_json(self) -> dict[str, Any]:
        """The report that is kept and shown: counts by reason, with examples."""
        return {
            "lines": self.lines,
            "accepted": len(self.words),
            "definitions": len(self.definitions),
            "refused": {
                reason.value: {"count": found.count, "examples": found.examples}
                for reason in Reason
                if (found := self.rejects.get(reason))
            },
        }


class Sieve:
    """The rules of one language: what is a word, and how its tiles spell it.

    ``capitals``: "refuse" takes a capital letter for a name or an abbreviation, "nouns" allows
    one at the start (German), "accept" anywhere (lists in upper case); "auto" is settled by
    :func:`check_lines`. ``names`` and their genitives are refused where nouns have a capital, too.
    """

    def __init__(
        self,
        language: str,
        alphabets: Sequence[Sequence[str]],
        *,
        longest: int = LONGEST,
        capitals: Capitals = "accept",
        names: Collection[str] = (),
    ) -> None:
        self.language = language
        self.alphabets = [tuple(faces) for faces in alphabets]
        self.longest = longest
        self.capitals = capitals
        self.names = names
        self._apostrophe_is_letter = any("'" in faces for faces in self.alphabets)
        self._patterns = [
            re.compile("(?:{})+".format("|".join(map(re.escape, _by_length(faces)))))
            for faces in self.alphabets
        ]
        # Most words of most lists are settled by one match.
        self._plain = [self._compile_plain(faces) for faces in self.alphabets]

    def sift(self, word: str) -> tuple[str, Reason | None]:
        """The folded word, and why it is refused if it is."""
        for plain in self._plain:
            if plain.fullmatch(word):
                return fold_word(word, self.language), None
        if reason := self._find_mark(word):
            return word, reason
        if self._is_capital(word):
            return word, Reason.CAPITAL
        if word in self.names or word.removesuffix("s") in self.names:
            return word, Reason.NAME
        folded = fold_word(word, self.language)
        sizes = [size for faces in self.alphabets if (size := self._count_tiles(folded, faces))]
        if not sizes:
            return folded, Reason.LETTERS
        if max(sizes) < SHORTEST:
            return folded, Reason.SHORT
        return folded, Reason.LONG if min(sizes) > self.longest else None

    def _compile_plain(self, faces: tuple[str, ...]) -> re.Pattern[str]:
        """Small letters that become a tile each, so many that their number settles nothing."""
        letters = re.escape("".join(list_variants(self.language, frozenset(faces))))
        fewest = SHORTEST * max(map(len, faces))
        if not letters or fewest > self.longest:
            return re.compile("(?!)")
        return re.compile(f"[{letters}]{{{fewest},{self.longest}}}")

    def _is_capital(self, word: str) -> bool:
        """Whether the word's capitals mark a name or an abbreviation."""
        if self.capitals == "nouns":
            word = word[1:]
        return self.capitals != "accept" and word != word.lower()

    def _find_mark(self, word: str) -> Reason | None:
        if word.isalpha():
            return None
        if _SEPARATORS.search(word):
            return Reason.COLUMNS
        if " " in word:
            return Reason.SPACE
        if _POINTS.search(word) and "·" not in word:
            return Reason.POINT
        if _APOSTROPHES.search(word) and not self._apostrophe_is_letter:
            return Reason.APOSTROPHE
        if _EDGE_MARKS.search(word):
            return Reason.EDGE
        return Reason.HYPHEN if _HYPHENS.search(word) else None

    def _count_tiles(self, word: str, faces: tuple[str, ...]) -> int:
        """How many tiles spell the word, the fewest where that decides; 0 when none do."""
        if not self._patterns[self.alphabets.index(faces)].fullmatch(word):
            return 0
        widest = max(map(len, faces))
        # Between these no count of tiles is too small or too large, and counting costs most.
        if widest == 1 or widest < len(word) <= self.longest or len(word) > 3 * self.longest:
            return len(word)
        return spelling_of(faces).fewest(word)


def check_lines(lines: Lines, sieve: Sieve, progress: Progress | None = None) -> CheckedList:
    """Sort a list into words and rejects. ``progress`` is told the lines done and their number.

    One with capitals "auto" accepts them when nearly the whole list is in upper case, and
    refuses them otherwise.
    """
    if sieve.capitals == "auto":
        sieve.capitals = "accept" if is_upper_list(lines) else "refuse"
    found = CheckedList()
    total, added = len(lines), 0
    for number, line in enumerate(lines):
        if progress and not number % _STEP:
            progress(number, total)
        word, tab, meaning = line.partition("\t")
        word = word.strip()
        if not word:
            continue
        found.lines += 1
        folded, reason = sieve.sift(word)
        if reason is None and not found.words.add(folded):
            reason = Reason.DUPLICATE
        if reason is not None:
            found.refuse(reason, word)
            continue
        added += 1
        if tab and (meaning := meaning.strip()):
            found.definitions[folded] = meaning[:_MOST_DEFINITION]
    if late := added - len(found.words):
        found.rejects.setdefault(Reason.DUPLICATE, Rejects()).count += late
    if progress:
        progress(total, total)
    return found


def check_forms(forms: Iterable[str], sieve: Sieve, found: CheckedList) -> None:
    """Sort the forms of a dictionary's stems, made one by one. The same form of two stems, or made
    in two ways, is no fault."""
    for form in forms:
        folded, reason = sieve.sift(form)
        if reason is not None:
            found.refuse(reason, form)
        else:
            found.words.add(folded)


def is_upper_list(lines: Iterable[str]) -> bool:
    """Whether capitals mean nothing here: nine lines in ten have no lower-case letter."""
    cased = [word for line in lines if (word := line.partition("\t")[0]).lower() != word.upper()]
    upper = sum(word == word.upper() for word in cased)
    return bool(cased) and upper >= 0.9 * len(cased)


def _by_length(faces: Iterable[str]) -> list[str]:
    return sorted(faces, key=len, reverse=True)
