"""``manage.py derive_lexicons``: regenerate the two shipped word lists from their sources."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.sources.derivation import (
    COMMON_SIZE,
    DATA,
    OPEN_SIZE,
    WORDS_WITHOUT_VOWELS,
    find_added_words,
    read_package,
    read_scowl,
    write_list,
)
from lexicon.terms.errors import SourceError


class Command(BaseCommand):
    help = (
        "Derive the lists in lexicon/data from the npm package word-list 4.1.0 (npm pack "
        "word-list@4.1.0) and the word lists in Debian's package scowl."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "tarball", type=Path, help="word-list-4.1.0.tgz, as written by npm pack"
        )
        parser.add_argument(
            "scowl", type=Path, nargs="?", default=Path("/usr/share/dict/scowl"),
            help="folder of SCOWL word lists (default: %(default)s)",
        )  # fmt: skip
        parser.add_argument("--into", type=Path, default=DATA, help="folder to write to")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            package = read_package(options["tarball"])
            more = find_added_words(package, read_scowl(options["scowl"], OPEN_SIZE))
            common = read_scowl(options["scowl"], COMMON_SIZE) & package | WORDS_WITHOUT_VOWELS
        except SourceError as error:
            raise CommandError(str(error)) from error
        options["into"].mkdir(parents=True, exist_ok=True)
        lists = {"en-open": package | more, "en-open.more": more, "en-common": common}
        for name, words in lists.items():
            path = options["into"] / f"{name}.txt.gz"
            write_list(words, path)
            self.stdout.write(f"{path}: {len(words)} words, {path.stat().st_size} bytes")
