"""``manage.py import_lexicon CODE FILE``: a dictionary's words from a word list.

The same rules as an upload in the admin; see ``lexicon/README.md`` for the file's format.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.errors import LexiconError
from lexicon.lists.reading import Reading
from lexicon.lists.sieve import LONGEST
from lexicon.management.report import write_report
from lexicon.services.importing import Import, import_list


class Command(BaseCommand):
    help = "Make a dictionary, or its next revision, from a word list."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the dictionary's code, such as en-club")
        parser.add_argument("file", type=Path, help="one word a line, optional tab and definition")
        parser.add_argument("--language", default="", help='such as "en"; needed for a new one')
        parser.add_argument("--name", default="", help="the dictionary's name (default: its code)")
        parser.add_argument("--note", default="", help="the reason kept in the history")
        parser.add_argument("--add", action="store_true", help="keep the words already there")
        parser.add_argument(
            "--capitals", choices=("auto", "refuse", "nouns", "accept"), default="auto",
            help="what capitals mean: names (refuse), nouns may start with one, nothing (accept)",
        )  # fmt: skip
        parser.add_argument(
            "--encoding", choices=("auto", "utf-8", "iso-8859-1"), default="auto"
        )  # fmt: skip
        parser.add_argument("--longest", type=int, default=LONGEST, help="most tiles in a word")
        parser.add_argument("--dry-run", action="store_true", help="only tell what would happen")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        wanted = Import(
            options["code"],
            Reading(
                options["language"],
                options["capitals"],
                options["encoding"],
                options["longest"],
                most=2**40,
            ),
            name=options["name"],
            note=options["note"] or f"Imported from {file.name}.",
            source=file.name,
            add=options["add"],
            dry_run=options["dry_run"],
        )
        try:
            result = import_list(wanted, file.read_bytes())
        except (OSError, LexiconError) as error:
            raise CommandError(str(error)) from error
        write_report(result, self.stdout)
