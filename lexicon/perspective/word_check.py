"""Word look-ups outside games: whether each of some words is valid."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lexicon.lists.folding import fold_word
from lexicon.lists.word_text import holds_word
from lexicon.models import Revision
from lexicon.services.definitions import find_definitions
from lexicon.store import open_lexicon, read_text
from lexicon.terms.alphabets import list_language_alphabets

MAX_WORDS = 20
MAX_WORD_LENGTH = 32
_BETWEEN = re.compile(r"[\s,;]+")


@dataclass(frozen=True, slots=True)
class WordCheck:
    """The verdict on a word. ``tiles`` is one way to lay it, empty if there is none."""

    word: str
    good: bool
    tiles: tuple[str, ...]
    definition: str


def split_words(text: str) -> list[str]:
    """Split typed text into distinct words, in order."""
    return list(dict.fromkeys(word for word in _BETWEEN.split(text) if word))


def check_words(revision: Revision, typed: Sequence[str]) -> list[WordCheck]:
    """Return a verdict on each word, folded to what tiles show."""
    language = revision.lexicon.language
    words = list(dict.fromkeys(fold_word(word[:MAX_WORD_LENGTH], language) for word in typed))
    words = words[:MAX_WORDS]
    meanings = find_definitions(language, words)
    verdicts = []
    for word in words:
        tiles, good = _look_up(revision, word)
        meaning = meanings.get(word, "") if good else ""
        verdicts.append(WordCheck(word, good, tiles, meaning))
    return verdicts


def _look_up(revision: Revision, word: str) -> tuple[tuple[str, ...], bool]:
    alphabets = list_language_alphabets(revision.lexicon.language)
    for alphabet in alphabets:
        if tiles := alphabet.spelling.first(word):
            if alphabet != alphabets[0]:
                # A look-up is not worth compiling a graph for a rarer edition.
                return tiles, holds_word(read_text(revision.words_id), word)
            found = open_lexicon(revision.pk, alphabet.faces).find(word)
            return found or tiles, found is not None
    return (), False
