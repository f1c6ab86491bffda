"""The stored form of a word list: upper case, NFC, sorted by code point, one word per line, packed.

All functions are pure. :mod:`lexicon.lists.word_filter` reads word lists from outside.
"""

import re
import zlib
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from heapq import merge
from itertools import groupby, islice

from lexicon.graph.progress import Progress, ignore_progress
from scrabble_site.shared.final_letters import write_final_letter

# Each star of a regular expression can multiply the time of a search.
MAX_STARS = 4
MAX_NAMED_WORDS = 10
_AT_ONCE = 100_000
_LETTERS_BETWEEN_REPORTS = 500_000


def join_words(words: Iterable[str]) -> str:
    """Return the text of a word list: sorted, each word followed by a newline."""
    return "".join(f"{word}\n" for word in sorted(words))


def merge_texts(texts: Sequence[str], progress: Progress | None = None) -> str:
    """Merge several texts into one, each word once, without building a list of all words.

    ``progress`` is called with the letters merged and their total.

    >>> merge_texts(["CAT\\nEMU\\n", "CAT\\nDOG\\n", ""])
    'CAT\\nDOG\\nEMU\\n'
    """
    merged = (word for word, _same in groupby(merge(*map(iterate_words, texts))))
    parts: list[str] = []
    total = sum(map(len, texts))
    while some := list(islice(merged, _AT_ONCE)):
        parts.append("".join(f"{word}\n" for word in some))
        if progress:
            progress(sum(_find_place(text, some[-1]) for text in texts), total)
    if progress:
        progress(total, total)
    return "".join(parts)


def drop_words(text: str, words: Container[str]) -> str:
    """Return the text without some words.

    >>> drop_words("CAT\\nDOG\\n", {"CAT", "EMU"})
    'DOG\\n'
    """
    return "".join(f"{word}\n" for word in iterate_words(text) if word not in words)


def pack_text(text: str) -> bytes:
    return zlib.compress(text.encode(), 6)


def unpack_text(packed: bytes | memoryview) -> str:
    return zlib.decompress(packed).decode()


def hash_text(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8. The same words have the same digest everywhere."""
    return sha256(text.encode()).hexdigest()


def holds_word(text: str, word: str) -> bool:
    """Return whether a text contains exactly this word.

    >>> holds_word("CAT\\nCATS\\n", "CAT"), holds_word("CATS\\n", "CAT")
    (True, False)
    """
    if not word or "\n" in word:
        return False
    return text.startswith(f"{word}\n") or f"\n{word}\n" in text


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Compile a pattern for whole lines: ``?`` is any one letter, ``*`` any number of letters.

    Raises ``ValueError`` if it has too many stars.

    >>> compile_pattern("C?T*").findall("CAT\\nCOTS\\nACT\\n")
    ['CAT', 'COTS']
    """
    pattern = re.sub(r"\*+", "*", pattern)
    if pattern.count("*") > MAX_STARS:
        raise ValueError(f"a pattern has at most {MAX_STARS} stars")
    parts = {"?": "[^\n]", "*": "[^\n]*"}
    body = "".join(parts.get(letter) or re.escape(letter) for letter in pattern)
    return re.compile(f"^{body}$", re.MULTILINE)


def find_words(
    text: str, pattern: str, length: int | None, *, limit: int, skip: int = 0
) -> tuple[list[str], int]:
    """Return a page of the words that match a pattern and a length, and how many match in all."""
    found: list[str] = []
    total = 0
    for match in compile_pattern(pattern or "*").finditer(text):
        word = match[0]
        if word and (length is None or len(word) == length):
            if skip <= total < skip + limit:
                found.append(word)
            total += 1
    return found, total


@dataclass(frozen=True, slots=True)
class WordDifference:
    """How many words were added and removed, with the first of each, sorted."""

    added: int
    removed: int
    added_words: list[str]
    removed_words: list[str]

    def __bool__(self) -> bool:
        return bool(self.added or self.removed)


def compare_texts(
    old: str, new: str, limit: int, progress: Progress | None = None
) -> WordDifference:
    """Compare two texts, naming up to ``limit`` added and removed words.

    ``progress`` is called with the letters compared and their total. Both are walked line by line,
    because two sets of millions of words would take hundreds of megabytes.

    >>> compare_texts("CAT\\nDOG\\n", "CAT\\nEMU\\nOWL\\n", 1)
    WordDifference(added=2, removed=1, added_words=['EMU'], removed_words=['DOG'])
    """
    counts = {True: 0, False: 0}
    words: dict[bool, list[str]] = {True: [], False: []}
    for word, is_new in _walk_both(old, new, progress or ignore_progress):
        counts[is_new] += 1
        if len(words[is_new]) < limit:
            words[is_new].append(word)
    return WordDifference(counts[True], counts[False], words[True], words[False])


def edit_text(text: str, add: Iterable[str], remove: Iterable[str]) -> str:
    """Return the text with words added and removed. Changes already made are ignored.

    >>> edit_text("CAT\\nDOG\\n", {"EMU", "CAT"}, {"DOG"})
    'CAT\\nEMU\\n'
    """
    added = set(add)
    parts: list[str] = []
    start = 0
    for word in sorted(added | set(remove)):
        place = _find_place(text, word)
        end = place + len(word) + 1 if text.startswith(f"{word}\n", place) else place
        parts.append(text[start:place])
        if word in added:
            parts.append(f"{word}\n")
        start = end
    return "".join((*parts, text[start:]))


def name_words(words: Sequence[str], limit: int = MAX_NAMED_WORDS) -> str:
    """List the first few words for a sentence, as people write them."""
    return ", ".join(map(write_final_letter, words[:limit])) + (" …" if len(words) > limit else "")


def iterate_words(text: str, progress: Progress = ignore_progress) -> Iterator[str]:
    """Yield word by word without building a list of them.

    ``progress`` is called with the letters done and their total.
    """
    start = due = 0
    while (end := text.find("\n", start)) >= 0:
        if start >= due:
            progress(start, len(text))
            due = start + _LETTERS_BETWEEN_REPORTS
        yield text[start:end]
        start = end + 1
    progress(len(text), len(text))


def _walk_both(old: str, new: str, progress: Progress) -> Iterator[tuple[str, bool]]:
    """Yield every word that is in only one text, and whether that is the new one."""
    places = [0, 0]

    def note_place(side: int) -> Progress:
        def note(done: int, _total: int) -> None:
            places[side] = done
            progress(sum(places), len(old) + len(new))

        return note

    before, after = iterate_words(old, note_place(0)), iterate_words(new, note_place(1))
    gone, come = next(before, None), next(after, None)
    while gone is not None or come is not None:
        if gone == come:
            gone, come = next(before, None), next(after, None)
        elif come is None or (gone is not None and gone < come):
            yield gone or "", False
            gone = next(before, None)
        else:
            yield come, True
            come = next(after, None)


def _find_place(text: str, word: str) -> int:
    """Return the offset of the first line not before the word, by a binary search."""
    low, high = 0, len(text)
    while low < high:
        start = text.rfind("\n", 0, (low + high) // 2) + 1
        end = text.index("\n", start)
        if text[start:end] < word:
            low = end + 1
        else:
            high = start
    return low
