"""Definitions of words: look-up for pages, and bulk writes for imports.

The definition of an inflected form may be a reference to its headword, such as "→ HOUSE".
"""

from collections.abc import Iterable, Mapping
from itertools import islice

from lexicon.graph.progress import Progress
from lexicon.models import Definition
from lexicon.terms.alphabets import get_main_language
from scrabble_site.shared.final_letters import write_final_letter

BATCH_SIZE = 1000
"""Rows per transaction: few enough that games waiting to write do not notice."""


REFERENCE = "→ "
"""Begins a definition that consists of a headword."""


def find_definitions(language: str, words: Iterable[str]) -> dict[str, str]:
    """Return the known definitions of ``words``, which are in upper case as in word lists.

    That of an inflected form names its headword and has its definition: "HOUSE: a building".
    """
    found = _load_texts(language, words)
    headwords = {
        word: text.removeprefix(REFERENCE)
        for word, text in found.items()
        if text.startswith(REFERENCE)
    }
    texts = _load_texts(language, set(headwords.values()))
    for word, headword in headwords.items():
        text = texts.get(headword, "")
        # A chain of references would say nothing more.
        shown = write_final_letter(headword)
        found[word] = shown if text.startswith(REFERENCE) or not text else f"{shown}: {text}"
    return found


def _load_texts(language: str, words: Iterable[str]) -> dict[str, str]:
    wanted = list(words)
    found: dict[str, str] = {}
    for start in range(0, len(wanted), 500):
        rows = Definition.objects.filter(
            language=get_main_language(language), word__in=wanted[start : start + 500]
        )
        found.update(rows.values_list("word", "text"))
    return found


def save_definitions(
    language: str,
    texts: Mapping[str, str],
    source: str,
    progress: Progress | None = None,
) -> int:
    """Write definitions in small transactions, replacing existing ones. Safe to repeat.

    Returns the number written.
    """
    code = get_main_language(language)
    rows = iter(sorted(texts.items()))
    done = 0
    while batch := list(islice(rows, BATCH_SIZE)):
        Definition.objects.bulk_create(
            [
                Definition(language=code, word=word, text=text, source=source)
                for word, text in batch
            ],
            update_conflicts=True,
            unique_fields=["language", "word"],
            update_fields=["text", "source"],
        )
        done += len(batch)
        if progress:
            progress(done, len(texts))
    return done
