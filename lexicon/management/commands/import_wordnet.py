"""``manage.py import_wordnet``: import English definitions from Debian's ``wordnet-base``."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.models import Lexicon
from lexicon.services.definitions import save_definitions
from lexicon.services.revisions import list_revision_words
from lexicon.sources.wordnet import WORDNET_FOLDER, define_words, read_wordnet
from lexicon.terms.errors import LexiconError


class Command(BaseCommand):
    help = (
        "Add definitions from WordNet to every English dictionary (apt-get install wordnet-base)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--folder", type=Path, default=WORDNET_FOLDER, help="default: %(default)s"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        words: set[str] = set()
        for lexicon in Lexicon.objects.filter(language="en").select_related("current_revision"):
            words.update(list_revision_words(lexicon.current_revision))
        if not words:
            raise CommandError(
                "There is no English dictionary. Run manage.py load_default_lexicons."
            )
        try:
            parts = read_wordnet(options["folder"])
        except LexiconError as error:
            raise CommandError(str(error)) from error
        texts = dict(define_words(words, parts))
        done = save_definitions("en", texts, "WordNet 3.0, Princeton University")
        self.stdout.write(f"{done:,} of {len(words):,} words defined")
