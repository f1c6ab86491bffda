"""Is this a word? What players may ask outside their games, answered per word."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lexicon.alphabets import alphabets_of
from lexicon.lists.folding import fold_word
from lexicon.lists.text import holds_word
from lexicon.models import Revision
from lexicon.services.definitions import find_definitions
from lexicon.store import open_lexicon, read_text

MOST_WORDS = 20
LONGEST = 32
_BETWEEN = re.compile(r"[\s,;]+")


@dataclass(frozen=True, slots=True)
class Verdict:
    """``tiles`` is one way to lay the word, empty when the tile set cannot."""

    word: str
    good: bool
    tiles: tuple[str, ...]
    definition: str


def split_words(text: str) -> list[str]:
    """The words somebody typed, in their order, each once."""
    return list(dict.fromkeys(word for word in _BETWEEN.split(text) if word))


def check_words(revision: Revision, typed: Sequence[str]) -> list[Verdict]:
    """A verdict for each word, spelled as its tiles."""
    language = revision.lexicon.language
    words = list(dict.fromkeys(fold_word(word[:LONGEST], language) for word in typed))
    words = words[:MOST_WORDS]
    meanings = find_definitions(language, words)
    verdicts = []
    for word in words:
        tiles, good = _look_up(revision, word)
        meaning = meanings.get(word, "") if good else ""
        verdicts.append(Verdict(word, good, tiles, meaning))
    return verdicts


def _look_up(revision: Revision, word: str) -> tuple[tuple[str, ...], bool]:
    alphabets = alphabets_of(revision.lexicon.language)
    for alphabet in alphabets:
        if tiles := alphabet.spelling.first(word):
            if alphabet != alphabets[0]:
                # Only this edition has the tiles: not worth compiling a graph for one question.
                return tiles, holds_word(read_text(revision.words_id), word)
            found = open_lexicon(revision.pk, alphabet.faces).find(word)
            return found or tiles, found is not None
    return (), False
