"""Filter from the lines of a word list to words that games can use, with a reason for each refusal.

A line holds a word, optionally followed by a tab and its definition. :mod:`lexicon.lists.decoding`
splits bytes into lines, and :mod:`lexicon.lists.folding` turns spelling into tiles.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol

from lexicon.graph.progress import Progress, share_progress
from lexicon.lists.abbreviations import AbbreviationRule
from lexicon.lists.folding import clean_word, fold_word, list_variants
from lexicon.lists.word_collector import WordCollector
from lexicon.terms.spelling import get_spelling

CapitalsRule = Literal["auto", "refuse", "nouns", "accept"]
MIN_WORD_LENGTH = 2
MAX_WORD_LENGTH = 21
"""Width of the largest board, in tiles."""
MAX_EXAMPLES = 8
CHECK_SHARES = (90, 10)
"""Shares of the time that it takes to check the words of a plain list and to sort them."""
_MAX_DEFINITION = 1000
# Lines between two calls of ``progress``.
_STEP = 20_000
_POINTS = re.compile(r"[.…]")
_APOSTROPHES = re.compile("['’‘ʼ`´]")
_EDGE_MARKS = re.compile(r"^[-‐‑–~*]|[-‐‑–~*]$")
_SEPARATORS = re.compile('[,;|"]')
_HYPHENS = re.compile("[-‐‑–]")


class LineSource(Protocol):
    """A sized source of lines that can be iterated more than once."""

    def __iter__(self) -> Iterator[str]: ...

    def __len__(self) -> int: ...


class RejectReason(StrEnum):
    """Why a line is refused. :mod:`lexicon.perspective.wording` has the texts."""

    POINT = "point"
    APOSTROPHE = "apostrophe"
    EDGE = "edge"
    HYPHEN = "hyphen"
    SPACE = "space"
    COLUMNS = "columns"
    CAPITAL = "capital"
    NAME = "name"
    ABBREVIATION = "abbreviation"
    LETTERS = "letters"
    SHORT = "short"
    LONG = "long"
    DUPLICATE = "duplicate"
    AFFIX = "affix"
    PART = "part"
    FORBIDDEN = "forbidden"
    BOUND = "bound"


@dataclass(slots=True)
class RejectedLines:
    count: int = 0
    examples: list[str] = field(default_factory=list)

    def note(self, line: str) -> None:
        self.count += 1
        if len(self.examples) < MAX_EXAMPLES:
            self.examples.append(line[:60])


@dataclass(slots=True)
class CheckedList:
    """The result of filtering: folded, distinct words, definitions by word, and refused lines."""

    words: WordCollector = field(default_factory=WordCollector)
    definitions: dict[str, str] = field(default_factory=dict)
    rejects: dict[RejectReason, RejectedLines] = field(default_factory=dict)
    lines: int = 0

    @property
    def refused(self) -> int:
        return sum(found.count for found in self.rejects.values())

    def refuse(self, reason: RejectReason, line: str) -> None:
        self.rejects.setdefault(reason, RejectedLines()).note(line)

    def to_json(self) -> dict[str, Any]:
        """Return the report that is stored and shown: counts by reason, with examples."""
        return {
            "lines": self.lines,
            "accepted": len(self.words),
            "definitions": len(self.definitions),
            "refused": {
                reason.value: {"count": found.count, "examples": found.examples}
                for reason in RejectReason
                if (found := self.rejects.get(reason))
            },
        }


class WordFilter:
    """The rules of one language: what counts as a word, and how its tiles spell it.

    ``capitals`` says what a capital letter means. "refuse": the word is a name or an abbreviation.
    "nouns": one at the start is allowed (German). "accept": nothing (lists in upper case). "auto":
    :func:`check_lines` chooses. ``names`` and their genitives are refused even if their capital
    would be allowed. ``abbreviations`` tells what else is none of the words of a spelling checker.
    """

    def __init__(
        self,
        language: str,
        alphabets: Sequence[Sequence[str]],
        *,
        longest: int = MAX_WORD_LENGTH,
        capitals: CapitalsRule = "accept",
        names: Collection[str] = (),
        abbreviations: AbbreviationRule | None = None,
    ) -> None:
        self.language = language
        self.alphabets = [tuple(faces) for faces in alphabets]
        self.longest = longest
        self.capitals = capitals
        self.names = names
        self.abbreviations = abbreviations
        self._apostrophe_is_letter = any("'" in faces for faces in self.alphabets)
        self._patterns = [
            re.compile("(?:{})+".format("|".join(map(re.escape, _by_length(faces)))))
            for faces in self.alphabets
        ]
        # A fast path: one match decides most words of most lists.
        self._plain = [self._compile_plain(faces) for faces in self.alphabets]

    def check_word(self, word: str) -> tuple[str, RejectReason | None]:
        """Return the folded word, and the reason if it is refused."""
        for plain in self._plain:
            if plain.fullmatch(word):
                return self._sort_abbreviation(fold_word(word, self.language))
        word = clean_word(word, self.language)
        if reason := self._find_mark(word):
            return word, reason
        if self._is_capital(word):
            return word, RejectReason.CAPITAL
        if word in self.names or word.removesuffix("s") in self.names:
            return word, RejectReason.NAME
        folded = fold_word(word, self.language)
        sizes = [size for faces in self.alphabets if (size := self._count_tiles(folded, faces))]
        if not sizes:
            return folded, RejectReason.LETTERS
        if max(sizes) < MIN_WORD_LENGTH:
            return folded, RejectReason.SHORT
        if min(sizes) > self.longest:
            return folded, RejectReason.LONG
        return self._sort_abbreviation(folded)

    def _sort_abbreviation(self, folded: str) -> tuple[str, RejectReason | None]:
        if self.abbreviations and self.abbreviations.matches(folded):
            return folded, RejectReason.ABBREVIATION
        return folded, None

    def _compile_plain(self, faces: tuple[str, ...]) -> re.Pattern[str]:
        """Compile a pattern of plain small letters whose number is within the bounds for sure.

        Words that match need no other check.
        """
        letters = re.escape("".join(list_variants(self.language, frozenset(faces))))
        fewest = MIN_WORD_LENGTH * max(map(len, faces))
        if not letters or fewest > self.longest:
            return re.compile("(?!)")
        return re.compile(f"[{letters}]{{{fewest},{self.longest}}}")

    def _is_capital(self, word: str) -> bool:
        """Return whether the word's capitals mark a name or an abbreviation."""
        if self.capitals == "nouns":
            word = word[1:]
        return self.capitals != "accept" and word != word.lower()

    def _find_mark(self, word: str) -> RejectReason | None:
        if word.isalpha():
            return None
        if _SEPARATORS.search(word):
            return RejectReason.COLUMNS
        if " " in word:
            return RejectReason.SPACE
        if _POINTS.search(word) and "·" not in word:
            return RejectReason.POINT
        if _APOSTROPHES.search(word) and not self._apostrophe_is_letter:
            return RejectReason.APOSTROPHE
        if _EDGE_MARKS.search(word):
            return RejectReason.EDGE
        return RejectReason.HYPHEN if _HYPHENS.search(word) else None

    def _count_tiles(self, word: str, faces: tuple[str, ...]) -> int:
        """Return how many tiles spell a word, or 0 if none do.

        The exact minimum is computed only if it can decide whether the word is too short or long.
        """
        if not self._patterns[self.alphabets.index(faces)].fullmatch(word):
            return 0
        widest = max(map(len, faces))
        # Within these bounds any count is acceptable, and counting is the most expensive step.
        if widest == 1 or widest < len(word) <= self.longest or len(word) > 3 * self.longest:
            return len(word)
        return get_spelling(faces).fewest(word)


def check_lines(
    lines: LineSource, word_filter: WordFilter, progress: Progress | None = None
) -> CheckedList:
    """Sort the lines of a list into words and rejects.

    ``progress`` is called while lines are checked and while the words are sorted. If
    ``word_filter.capitals`` is "auto", capitals are accepted if nearly the whole list is in upper
    case, and refused otherwise.
    """
    if word_filter.capitals == "auto":
        word_filter.capitals = "accept" if is_upper_list(lines) else "refuse"
    found = CheckedList()
    check, sort = share_progress(progress, *CHECK_SHARES)
    total, added = len(lines), 0
    for number, line in enumerate(lines):
        if not number % _STEP:
            check(number, total)
        word, tab, meaning = line.partition("\t")
        word = word.strip()
        if not word:
            continue
        found.lines += 1
        folded, reason = word_filter.check_word(word)
        if reason is None and not found.words.add(folded):
            reason = RejectReason.DUPLICATE
        if reason is not None:
            found.refuse(reason, word)
            continue
        added += 1
        if tab and (meaning := meaning.strip()):
            found.definitions[folded] = meaning[:_MAX_DEFINITION]
    found.words.sort(sort)
    # The collector notices only recent duplicates at once; the others show up in its final size.
    if late := added - len(found.words):
        found.rejects.setdefault(RejectReason.DUPLICATE, RejectedLines()).count += late
    return found


def check_forms(
    forms: Iterable[str],
    word_filter: WordFilter,
    found: CheckedList,
    sorting: Progress | None = None,
) -> None:
    """Sort generated forms into words and rejects. ``sorting`` is called once all are generated.

    Duplicates are not reported, because two stems or two rules may produce the same form.
    """
    for form in forms:
        folded, reason = word_filter.check_word(form)
        if reason is not None:
            found.refuse(reason, form)
        else:
            found.words.add(folded)
    found.words.sort(sorting)


def is_upper_list(lines: Iterable[str]) -> bool:
    """Return whether capitals mean nothing: nine lines in ten have no lower-case letter."""
    cased = [word for line in lines if (word := line.partition("\t")[0]).lower() != word.upper()]
    upper = sum(word == word.upper() for word in cased)
    return bool(cased) and upper >= 0.9 * len(cased)


def _by_length(faces: Iterable[str]) -> list[str]:
    return sorted(faces, key=len, reverse=True)
