"""Definitions from the data files of WordNet, as Debian's ``wordnet-base`` installs them.

The manual page wndb(5) describes the files: ``index.POS`` lists lemmas with the offsets of their
senses, most frequent first; ``data.POS`` has one sense per line, its gloss after a bar; ``POS.exc``
lists irregular forms. The regular endings are those of morphy(7).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from lexicon.terms.errors import SourceError

WORDNET_FOLDER = Path("/usr/share/wordnet")
# Meanings shown for one lemma, the most frequent first.
MAX_SENSES = 3
_EXAMPLES = re.compile(r';\s*".*$')
_RULES = {
    "noun": (
        ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"),
        ("ies", "y"), ("s", ""),
    ),
    "verb": (
        ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
        ("s", ""),
    ),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e"), ("ier", "y"), ("iest", "y")),
    "adv": (),
}  # fmt: skip
_SHORT = {"noun": "n.", "verb": "v.", "adj": "adj.", "adv": "adv."}


@dataclass(frozen=True, slots=True)
class PartOfSpeech:
    """One part of speech: lemma to sense offsets, offset to gloss, irregular form to lemmas."""

    name: str
    senses: dict[str, tuple[str, ...]]
    glosses: dict[str, str]
    irregular: dict[str, tuple[str, ...]]

    def find_lemmas(self, word: str) -> Iterator[str]:
        """Yield the word itself if it is a lemma, then the lemmas it may be a form of."""
        if word in self.senses:
            yield word
        yield from (lemma for lemma in self.irregular.get(word, ()) if lemma in self.senses)
        for ending, other in _RULES[self.name]:
            stem = word.removesuffix(ending) + other
            if word.endswith(ending):
                yield from _undouble(stem, ending, self.senses)

    def describe(self, lemma: str) -> str:
        glosses = [self.glosses[offset] for offset in self.senses[lemma][:MAX_SENSES]]
        if len(glosses) > 1:
            glosses = [f"{number}. {gloss}" for number, gloss in enumerate(glosses, 1)]
        return f"{_SHORT[self.name]} {' '.join(glosses)}"


def _undouble(stem: str, ending: str, senses: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """Yield the stem, or the stem without a doubled consonant: RUNNING is a form of RUN."""
    if stem in senses:
        yield stem
    elif ending in {"ed", "ing", "er", "est"} and len(stem) > 3 and stem[-1] == stem[-2]:
        yield from (each for each in (stem[:-1],) if each in senses)


def read_wordnet(folder: Path = WORDNET_FOLDER) -> list[PartOfSpeech]:
    """Read all four parts of speech. Raises :class:`SourceError` if the files are missing."""
    try:
        return [_read_part(folder, name) for name in _RULES]
    except (OSError, ValueError, IndexError) as error:
        raise SourceError(
            f"{folder} has no WordNet data ({error}). On Debian, run: apt-get install wordnet-base"
        ) from error


def define_words(words: Iterable[str], parts: list[PartOfSpeech]) -> Iterator[tuple[str, str]]:
    """Yield word and definition for the words, in upper case, that WordNet has, or whose base it
    has."""
    for word in words:
        if text := define_word(word.lower(), parts):
            yield word, text


def define_word(word: str, parts: list[PartOfSpeech]) -> str:
    """Return the meanings by part of speech. For a form of another word, they name that word.

    Returns "" if WordNet has neither the word nor a base form.
    """
    texts = [part.describe(word) for part in parts if word in part.senses]
    if not texts:
        bases = [(part, lemma) for part in parts for lemma in islice(part.find_lemmas(word), 1)]
        texts = [f"{lemma.upper()}: {part.describe(lemma)}" for part, lemma in bases]
    return " · ".join(texts)


def _read_part(folder: Path, name: str) -> PartOfSpeech:
    return PartOfSpeech(
        name,
        dict(_read_index(folder / f"index.{name}")),
        dict(_read_glosses(folder / f"data.{name}")),
        dict(_read_exceptions(folder / f"{name}.exc")),
    )


def _read_lines(path: Path) -> Iterator[str]:
    with path.open(encoding="latin-1") as file:
        # The licence is at the top, on lines that begin with a space.
        yield from (line for line in file if not line.startswith(" "))


def _read_index(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in _read_lines(path):
        fields = line.split()
        if fields[0].isalpha():
            yield fields[0], tuple(fields[-int(fields[2]) :])


def _read_glosses(path: Path) -> Iterator[tuple[str, str]]:
    for line in _read_lines(path):
        _sense, _bar, gloss = line.partition("|")
        yield line[:8], _EXAMPLES.sub("", gloss.strip()).strip()


def _read_exceptions(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in _read_lines(path):
        form, *lemmas = line.split()
        yield form, tuple(lemmas)
