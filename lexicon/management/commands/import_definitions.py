"""``manage.py import_definitions LANGUAGE FILE``: what words mean, from a list.

One word a line, a tab, its definition; UTF-8 or ISO-8859-1, gzip allowed. A later definition of
a word takes the place of an earlier one.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.errors import LexiconError
from lexicon.lists.reading import Reading, read_words
from lexicon.services.definitions import save_definitions


class Command(BaseCommand):
    help = "Import definitions: one word a line, a tab, its definition."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("language", help='such as "en"')
        parser.add_argument("file", type=Path)
        parser.add_argument("--source", default="", help="default: the file's name")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        reading = Reading(options["language"], capitals="accept", longest=32, most=2**40)
        try:
            checked, _encoding = read_words(file.read_bytes(), reading)
        except (OSError, LexiconError) as error:
            raise CommandError(str(error)) from error
        if not checked.definitions:
            raise CommandError("No line has a word, a tab and a definition.")
        done = save_definitions(
            options["language"], checked.definitions, options["source"] or file.name
        )
        self.stdout.write(f"{done:,} definitions written")
