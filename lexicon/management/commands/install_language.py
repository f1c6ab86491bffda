"""``manage.py install_language de es``: dictionaries from the words that Debian packages."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.alphabets import list_languages
from lexicon.errors import LexiconError
from lexicon.management.report import write_report
from lexicon.services.installing import Wish, install_language
from lexicon.sources.catalogue import CATALOGUE, WordSource

_TENTHS = 10


class Command(BaseCommand):
    help = "Set up dictionaries of languages whose words Debian packages; --list shows them."

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.formatter_class = RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("languages", nargs="*", metavar="CODE", help="such as de, es, pl")
        parser.add_argument("--list", action="store_true", help="show all languages, then stop")
        parser.add_argument(
            "--code", default="", help="the dictionary's; default: such as de-debian"
        )
        parser.add_argument("--folder", type=Path, help="default: where the package has its files")
        parser.add_argument("--leave-out", type=Path, help="words to refuse (UTF-8, one a line)")
        parser.add_argument("--dry-run", action="store_true", help="only tell what would happen")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            self._list()
            return
        languages: list[str] = options["languages"]
        if not languages:
            raise CommandError("Give the codes of the languages to install; --list shows them.")
        if len(languages) > 1 and (options["code"] or options["folder"] or options["leave_out"]):
            raise CommandError("--code, --folder and --leave-out are for one language at a time.")
        failed = [language for language in languages if not self._install(language, options)]
        if failed:
            raise CommandError(f"Not installed: {', '.join(failed)}.")

    def _install(self, language: str, options: dict[str, Any]) -> bool:
        """One language; what is in its way is said, and the others are installed all the same."""
        self._told = 0
        self.stdout.write(f"{language}:")
        try:
            left_out = options["leave_out"]
            wish = Wish(
                language,
                options["code"],
                options["folder"],
                left_out.read_text("utf-8").split() if left_out else (),
                options["dry_run"],
            )
            result = install_language(wish, self._tell)
        except (OSError, LexiconError) as error:
            self.stderr.write(str(error))
            return False
        write_report(result, self.stdout)
        return True

    def _tell(self, done: int, total: int) -> None:
        """How far the package is read, at every tenth."""
        tenth = _TENTHS * done // max(total, 1)
        if tenth > self._told:
            self._told = tenth
            self.stdout.write(f"  {100 * tenth // _TENTHS} % of its stems read")
            self.stdout.flush()

    def _list(self) -> None:
        names = dict(list_languages())
        for language, source in CATALOGUE.items():
            told = f"{language:4}{names[language]:16}{source.package:14}{source.words:>10,} words"
            self.stdout.write(f"{told}  {_presence(source)}")
            if source.remark:
                self.stdout.write(f"    {source.remark}")


def _presence(source: WordSource) -> str:
    try:
        source.find_files()
    except LexiconError:
        return f"apt-get install {source.package}"
    return "is here"
