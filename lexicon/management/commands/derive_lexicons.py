"""``manage.py derive_lexicons``: make the two shipped word lists again from their sources."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.errors import SourceError
from lexicon.sources.derivation import (
    COMMON_SIZE,
    DATA,
    EXPECTED,
    OPEN_SIZE,
    find_more,
    read_package,
    read_scowl,
    write_list,
)


class Command(BaseCommand):
    help = (
        "Derive the lists of lexicon/data from the npm package word-list 4.1.0 "
        "(npm pack word-list@4.1.0) and from the word lists of Debian's package scowl."
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
            package = read_package(options["tarball"])
            more = find_more(package, read_scowl(options["scowl"], OPEN_SIZE))
            common = read_scowl(options["scowl"], COMMON_SIZE) & package | EXPECTED
        except SourceError as error:
            raise CommandError(str(error)) from error
        options["into"].mkdir(parents=True, exist_ok=True)
        lists = {"en-open": package | more, "en-open.more": more, "en-common": common}
        for name, words in lists.items():
            path = options["into"] / f"{name}.txt.gz"
            write_list(words, path)
            self.stdout.write(f"{path}: {len(words)} words, {path.stat().st_size} bytes")
