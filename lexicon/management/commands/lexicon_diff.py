"""``manage.py lexicon_diff CODE OLD NEW``: show what changed between two revisions."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.lists.word_text import compare_texts
from lexicon.services.export import find_revision
from lexicon.services.revisions import get_revision_text
from lexicon.terms.errors import LexiconError


class Command(BaseCommand):
    help = "Print the words added (+) and removed (-) between revisions or dictionaries."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code")
        parser.add_argument("old", type=int, nargs="?", help="default: the second newest")
        parser.add_argument("new", type=int, nargs="?", help="default: the current one")
        parser.add_argument("--with", dest="other", help="compare with this dictionary instead")
        parser.add_argument("--count", action="store_true", help="print only the numbers")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["other"]:
                old = find_revision(options["code"], options["old"])
                new = find_revision(options["other"], options["new"])
            else:
                new = find_revision(options["code"], options["new"])
                old = find_revision(options["code"], options["old"] or max(new.number - 1, 1))
        except LexiconError as error:
            raise CommandError(str(error)) from error
        limit = 0 if options["count"] else old.word_count + new.word_count
        found = compare_texts(get_revision_text(old), get_revision_text(new), limit)
        for sign, words in (("+", found.added_words), ("-", found.removed_words)):
            self.stdout.writelines(f"{sign}{word}\n" for word in words)
        self.stdout.write(f"{old} → {new}: {found.added:,} added, {found.removed:,} removed")
