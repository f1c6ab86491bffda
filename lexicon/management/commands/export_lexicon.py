"""``manage.py export_lexicon CODE [FILE]``: write a dictionary's words as text."""

import gzip
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.services.export import export_words, find_revision
from lexicon.terms.errors import LexiconError


class Command(BaseCommand):
    help = "Write a dictionary's words, one per line. Gzipped if FILE ends in .gz."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code")
        parser.add_argument("file", type=Path, nargs="?", help="default: standard output")
        parser.add_argument("--revision", type=int, help="default: the current one")
        parser.add_argument(
            "--definitions", action="store_true", help="add a tab and the definition"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path | None = options["file"]
        try:
            revision = find_revision(options["code"], options["revision"])
            text = "".join(export_words(revision, options["definitions"]))
            if file is None:
                self.stdout.write(text, ending="")
                return
            packed = (
                gzip.compress(text.encode(), mtime=0) if file.suffix == ".gz" else text.encode()
            )
            file.write_bytes(packed)
        except (OSError, LexiconError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {revision.word_count:,} words of {revision}")
