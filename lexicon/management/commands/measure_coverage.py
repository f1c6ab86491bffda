"""``manage.py measure_coverage sv de``: how many words of running text the dictionaries have."""

from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.lists.coverage import Coverage, count_words, measure_coverage
from lexicon.lists.list_reader import ListFormat, make_word_filter
from lexicon.lists.word_collector import WordCollector
from lexicon.sources.catalogue import CATALOGUE
from lexicon.sources.derivation import DATA, read_list
from lexicon.sources.package_reader import get_list_format, read_package
from lexicon.sources.translations import DEBIAN_FOLDER, list_catalogues, read_running_text
from lexicon.terms.alphabets import list_languages
from lexicon.terms.errors import LexiconError

_ENGLISH = "en"


class Command(BaseCommand):
    help = (
        "Measure what share of the words in running text the word lists contain, in Django's "
        "translations and those of four Debian programs. Prints a Markdown table row for each "
        "language."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "languages", nargs="*", metavar="CODE", help="such as de, sv; default: all"
        )
        parser.add_argument("--folder", type=Path, help="folder of the word files")
        parser.add_argument(
            "--texts", type=Path, default=DEBIAN_FOLDER, help="folder of Debian's catalogues"
        )
        parser.add_argument(
            "--missing", type=int, default=0, metavar="N", help="also list the N commonest missing"
        )
        parser.add_argument(
            "--sample", type=int, default=0, metavar="N", help="also list N words drawn at random"
        )
        parser.add_argument("--seed", type=int, default=1, help="which words; default: 1")

    def handle(self, *args: Any, **options: Any) -> None:
        known = (_ENGLISH, *CATALOGUE)
        languages = options["languages"] or known
        if unknown := [each for each in languages if each not in known]:
            raise CommandError(f"Unknown: {', '.join(unknown)}. Known: {', '.join(known)}.")
        self.stdout.write("| language | words | Django | Debian |")
        self.stdout.write("| --- | ---: | ---: | ---: |")
        for language in languages:
            try:
                self._measure(language, options)
            except LexiconError as error:
                self.stderr.write(str(error))

    def _measure(self, language: str, options: dict[str, Any]) -> None:
        words = _read_words(language, options["folder"])
        word_filter = make_word_filter(_get_format(language))
        texts = [
            count_words(read_running_text(language, catalogues), word_filter)
            for catalogues in (
                list_catalogues(language),
                list_catalogues(language, debian=options["texts"]),
            )
        ]
        # Some languages have millions of words: only those of the texts are held as a set.
        wanted = texts[0].keys() | texts[1].keys()
        known = {word for word in words if word in wanted}
        found = [measure_coverage(counted, known) for counted in texts]
        name = dict(list_languages())[language]
        shares = " | ".join(map(_describe, found))
        self.stdout.write(f"| {name} (`{language}`) | {len(words):,} | {shares} |")
        if most := options["missing"]:
            missing = (found[0].missing + found[1].missing).most_common(most)
            self.stdout.write("  " + ", ".join(f"{word} {times}" for word, times in missing))
        if size := options["sample"]:
            self.stdout.write("  " + ", ".join(_choose_words(words, size, options["seed"])))


def _read_words(language: str, folder: Path | None) -> WordCollector:
    if language != _ENGLISH:
        return read_package(CATALOGUE[language], folder).words
    words = WordCollector()
    for word in read_list(DATA / "en-open.txt.gz"):
        words.add(word.upper())
    return words


def _get_format(language: str) -> ListFormat:
    if language == _ENGLISH:
        return ListFormat(_ENGLISH, "refuse", from_spelling_checker=True)
    return get_list_format(CATALOGUE[language])


def _choose_words(words: WordCollector, size: int, seed: int) -> list[str]:
    total = len(words)
    chosen = set(Random(seed).sample(range(total), min(size, total)))
    return [word for number, word in enumerate(words) if number in chosen]


def _describe(found: Coverage) -> str:
    return f"{found.percent:.1f}% of {found.words:,}" if found.words else "–"
