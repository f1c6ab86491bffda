"""``manage.py import_debian german``: a dictionary from one of Debian's word lists."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.errors import LexiconError
from lexicon.lists.folding import fold_word
from lexicon.lists.reading import Reading
from lexicon.management.report import write_report
from lexicon.services.importing import Import, import_list
from lexicon.sources.debian import FOLDER, LISTS, DebianList, find_list


class Command(BaseCommand):
    help = "Set up a dictionary from a word list packaged by Debian:\n\n" + "\n".join(
        f"  {key:8} apt-get install {each.package}. {each.remark}" for key, each in LISTS.items()
    )

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.formatter_class = RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("list", choices=sorted(LISTS))
        parser.add_argument("--code", default="", help="default: such as de-debian")
        parser.add_argument("--folder", type=Path, default=FOLDER, help="default: %(default)s")
        parser.add_argument("--leave-out", type=Path, help="words to refuse (UTF-8, one a line)")
        parser.add_argument("--dry-run", action="store_true", help="only tell what would happen")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = LISTS[options["list"]]
        try:
            content = find_list(chosen, options["folder"]).read_bytes()
            result = import_list(_describe(chosen, options), content)
        except (OSError, LexiconError) as error:
            raise CommandError(str(error)) from error
        write_report(result, self.stdout)


def _describe(chosen: DebianList, options: dict[str, Any]) -> Import:
    left_out = options["leave_out"].read_text("utf-8").split() if options["leave_out"] else []
    return Import(
        options["code"] or f"{chosen.language}-debian",
        Reading(chosen.language, chosen.capitals, chosen.encoding, most=2**40),
        name=chosen.name,
        note=f"From Debian's package {chosen.package}.",
        source=f"Debian's package {chosen.package} ({chosen.file})",
        licence=f"{chosen.licence}: see /usr/share/doc/{chosen.package}/copyright",
        description=chosen.remark,
        dry_run=options["dry_run"],
        leave_out={fold_word(word, chosen.language) for word in left_out},
    )
