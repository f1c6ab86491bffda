"""What words mean: look-up for pages, and writing in bulk for imports."""

from collections.abc import Iterable, Mapping
from itertools import islice

from lexicon.alphabets import main_language
from lexicon.graph.progress import Progress
from lexicon.models import Definition

BATCH = 1000
"""Rows per transaction: short enough that games waiting to write do not notice."""


def find_definitions(language: str, words: Iterable[str]) -> dict[str, str]:
    """The known definitions among ``words`` (upper case, as they stand in dictionaries)."""
    wanted = list(words)
    found: dict[str, str] = {}
    for start in range(0, len(wanted), 500):
        rows = Definition.objects.filter(
            language=main_language(language), word__in=wanted[start : start + 500]
        )
        found.update(rows.values_list("word", "text"))
    return found


def save_definitions(
    language: str,
    texts: Mapping[str, str],
    source: str,
    progress: Progress | None = None,
) -> int:
    """Write definitions over those already there, in small steps; safe to repeat.

    Returns how many were written.
    """
    code = main_language(language)
    rows = iter(sorted(texts.items()))
    done = 0
    while batch := list(islice(rows, BATCH)):
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
