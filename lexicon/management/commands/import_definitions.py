"""``manage.py import_definitions LANGUAGE FILE``: import definitions from a list.

Each line has a word, a tab and its definition, in UTF-8 or ISO-8859-1; gzip is allowed. A later
definition of a word replaces an earlier one.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.lists.list_reader import ListFormat, read_word_list
from lexicon.services.definitions import save_definitions
from lexicon.terms.errors import LexiconError


class Command(BaseCommand):
    help = "Import definitions. One per line: a word, a tab and its definition."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("language", help='such as "en"')
        parser.add_argument("file", type=Path)
        parser.add_argument("--source", default="", help="default: the file's name")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        reading = ListFormat(options["language"], capitals="accept", longest=32, max_bytes=2**40)
        try:
            checked, _encoding = read_word_list(file.read_bytes(), reading)
        except (OSError, LexiconError) as error:
            raise CommandError(str(error)) from error
        if not checked.definitions:
            raise CommandError("No line has a word, a tab and a definition.")
        done = save_definitions(
            options["language"], checked.definitions, options["source"] or file.name
        )
        self.stdout.write(f"{done:,} definitions saved")
