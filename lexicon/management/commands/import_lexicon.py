"""``manage.py import_lexicon CODE FILE``: import a dictionary's words from a word list.

The rules are those of an upload in the admin. ``lexicon/README.md`` describes the file's format.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.lists.list_reader import ListFormat
from lexicon.lists.word_filter import MAX_WORD_LENGTH
from lexicon.management.report import write_report
from lexicon.services.list_import import ImportRequest, import_list
from lexicon.terms.errors import LexiconError
from lexicon.terms.stored_texts import make_stored_text


class Command(BaseCommand):
    help = "Create a dictionary or its next revision from a word list."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the dictionary's code, such as en-club")
        parser.add_argument(
            "file", type=Path, help="one word per line, optionally with a tab and a definition"
        )
        parser.add_argument(
            "--language", default="", help=('such as "en"; required for a new dictionary')
        )
        parser.add_argument("--name", default="", help="the dictionary's name (default: its code)")
        parser.add_argument("--note", default="", help="the reason shown in the history")
        parser.add_argument("--add", action="store_true", help="keep the words it already has")
        parser.add_argument(
            "--capitals", choices=("auto", "refuse", "nouns", "accept"), default="auto",
            help="what capitals mark: names (refuse), German nouns (nouns) or nothing (accept)",
        )  # fmt: skip
        parser.add_argument(
            "--encoding", choices=("auto", "utf-8", "iso-8859-1"), default="auto"
        )  # fmt: skip
        parser.add_argument(
            "--longest", type=int, default=MAX_WORD_LENGTH, help="maximum tiles per word"
        )
        parser.add_argument("--dry-run", action="store_true", help="only show what would happen")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        wanted = ImportRequest(
            options["code"],
            ListFormat(
                options["language"],
                options["capitals"],
                options["encoding"],
                options["longest"],
                max_bytes=2**40,
            ),
            name=options["name"],
            note=options["note"],
            automatic_note=None
            if options["note"]
            else make_stored_text("note.file", file=file.name),
            source=file.name,
            add=options["add"],
            dry_run=options["dry_run"],
        )
        try:
            result = import_list(wanted, file.read_bytes())
        except (OSError, LexiconError) as error:
            raise CommandError(str(error)) from error
        write_report(result, self.stdout)
