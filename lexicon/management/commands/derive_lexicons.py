"""``manage.py derive_lexicons``: make the two shipped word lists again from their sources."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.errors import SourceError
from lexicon.sources.derivation import DATA, read_package, read_scowl, write_list


class Command(BaseCommand):
    help = (
        "Derive lexicon/data/en-open.txt.gz and en-common.txt.gz from the npm package word-list "
        "4.1.0 (npm pack word-list@4.1.0) and from the word lists of Debian's package scowl."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tarball", type=Path, help="word-list-4.1.0.tgz, as npm pack writes it")
        parser.add_argument(
            "scowl", type=Path, nargs="?", default=Path("/usr/share/dict/scowl"),
            help="folder of SCOWL word lists (default: %(default)s)",
        )  # fmt: skip
        parser.add_argument("--into", type=Path, default=DATA, help="folder to write to")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            open_words = read_package(options["tarball"])
            common_words = read_scowl(options["scowl"]) & open_words
        except SourceError as error:
            raise CommandError(str(error)) from error
        options["into"].mkdir(parents=True, exist_ok=True)
        for name, words in (("en-open", open_words), ("en-common", common_words)):
            path = options["into"] / f"{name}.txt.gz"
            write_list(words, path)
            self.stdout.write(f"{path}: {len(words)} words, {path.stat().st_size} bytes")
