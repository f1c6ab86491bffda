"""Words as the database keeps them: upper case, composed (NFC), sorted by code point, packed.

Pure functions. Word lists from outside are read by :mod:`lexicon.lists.sieve`.
"""

import re
import zlib
from collections.abc import Collection, Iterable
from hashlib import sha256

MOST_STARS = 4


def join_words(words: Iterable[str]) -> str:
    """The text of a word list: one word a line, sorted, each line ended."""
    return "".join(f"{word}\n" for word in sorted(words))


def pack_text(text: str) -> bytes:
    return zlib.compress(text.encode(), 6)


def unpack_text(packed: bytes | memoryview) -> str:
    return zlib.decompress(packed).decode()


def hash_text(text: str) -> str:
    """SHA-256 of the words' text in UTF-8: the same words give the same digest anywhere."""
    return sha256(text.encode()).hexdigest()


def holds_word(text: str, word: str) -> bool:
    """Whether the text of a word list has exactly this word.

    >>> holds_word("CAT\\nCATS\\n", "CAT"), holds_word("CATS\\n", "CAT")
    (True, False)
    """
    if not word or "\n" in word:
        return False
    return text.startswith(f"{word}\n") or f"\n{word}\n" in text


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """A pattern for whole lines: ``?`` is any one letter, ``*`` any number of letters.

    >>> compile_pattern("C?T*").findall("CAT\\nCOTS\\nACT\\n")
    ['CAT', 'COTS']
    """
    pattern = re.sub(r"\*+", "*", pattern)
    if pattern.count("*") > MOST_STARS:
        raise ValueError(f"a pattern has at most {MOST_STARS} stars")
    parts = {"?": "[^\n]", "*": "[^\n]*"}
    body = "".join(parts.get(letter) or re.escape(letter) for letter in pattern)
    return re.compile(f"^{body}$", re.MULTILINE)


def find_words(
    text: str, pattern: str, length: int | None, *, most: int, skip: int = 0
) -> tuple[list[str], int]:
    """Some of the words that fit a pattern and a length, and how many fit in all."""
    found: list[str] = []
    total = 0
    for match in compile_pattern(pattern or "*").finditer(text):
        word = match[0]
        if word and (length is None or len(word) == length):
            if skip <= total < skip + most:
                found.append(word)
            total += 1
    return found, total


def compare_words(old: Collection[str], new: Collection[str]) -> tuple[list[str], list[str]]:
    """What was added and what was removed, each sorted."""
    before, after = set(old), set(new)
    return sorted(after - before), sorted(before - after)
