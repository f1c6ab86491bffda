"""``manage.py install_language de es``: dictionaries from the words that Debian packages."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.alphabets import list_languages
from lexicon.errors import LexiconError, SourceError
from lexicon.graph.progress import Progress
from lexicon.management.packages import offer_packages
from lexicon.management.report import write_report
from lexicon.services.installing import Wish, install_language, install_meanings
from lexicon.sources.catalogue import CATALOGUE, LACKING, WordSource
from lexicon.sources.freedict import find_stem, package_of

_TENTHS = 10


class Command(BaseCommand):
    help = "Set up dictionaries of languages whose words Debian packages; --list shows them."

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.formatter_class = RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        flag: Any = {"action": "store_true"}
        parser.add_argument("languages", nargs="*", metavar="CODE", help="such as de, es, pl")
        parser.add_argument("--list", **flag, help="show all languages, then stop")
        parser.add_argument("--table", **flag, help="the same as a table in Markdown")
        parser.add_argument("--install-packages", **flag, help="fetch what is missing (apt-get)")
        parser.add_argument("--definitions", **flag, help="what the words mean, too, in English")
        parser.add_argument(
            "--code", default="", help="the dictionary's; default: such as de-debian"
        )
        parser.add_argument("--folder", type=Path, help="default: where the package has its files")
        parser.add_argument("--leave-out", type=Path, help="words to refuse (UTF-8, one a line)")
        parser.add_argument("--dry-run", **flag, help="only tell what would happen")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"] or options["table"]:
            self._write_table() if options["table"] else self._list()
            return
        languages: list[str] = options["languages"]
        if not languages:
            raise CommandError("Give the codes of the languages to install; --list shows them.")
        if len(languages) > 1 and (options["code"] or options["folder"] or options["leave_out"]):
            raise CommandError("--code, --folder and --leave-out are for one language at a time.")
        if not options["folder"]:
            missing = _find_missing(languages, options["definitions"])
            offer_packages(missing, self.stdout, unasked=options["install_packages"])
        failed = [each for each in languages if not self._try(self._install, each, options)]
        bare: list[str] = []
        if options["definitions"] and not options["dry_run"]:
            here = [each for each in languages if each not in failed]
            bare = [each for each in here if not self._try(self._explain, each, options)]
        lacking = (("Not installed", failed), ("Installed without definitions", bare))
        if told := " ".join(f"{said}: {', '.join(some)}." for said, some in lacking if some):
            raise CommandError(told)

    def _try(self, work: Callable[[Wish], None], language: str, options: dict[str, Any]) -> bool:
        """One language; what is in its way is said, and the others are done all the same."""
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
            work(wish)
        except (OSError, LexiconError) as error:
            self.stderr.write(str(error))
            return False
        return True

    def _install(self, wish: Wish) -> None:
        done = install_language(wish, self._teller("read"), self._teller("of the word graph built"))
        write_report(done, self.stdout)

    def _explain(self, wish: Wish) -> None:
        self.stdout.write(f"{install_meanings(wish):,} words explained")

    def _teller(self, said: str) -> Progress:
        """Tells how far something is, at every tenth."""
        told = 0

        def tell(done: int, total: int) -> None:
            nonlocal told
            tenth = _TENTHS * done // max(total, 1)
            if tenth > told:
                told = tenth
                self.stdout.write(f"  {100 * tenth // _TENTHS} % {said}")
                self.stdout.flush()

        return tell

    def _list(self) -> None:
        names = dict(list_languages())
        for language, source in CATALOGUE.items():
            told = f"{language:4}{names[language]:16}{source.package:14}{source.words:>10,} words"
            cost = f"{source.seconds:>5} s {source.megabytes:>6,} MB"
            here = "is here" if source.is_here() else f"apt-get install {source.package}"
            self.stdout.write(f"{told}{cost}  {source.licence}  ({here})")
            if source.remark:
                self.stdout.write(f"    {source.remark}")
        for language, reason in LACKING.items():
            self.stdout.write(f"{language:4}{names[language]:16}{reason}")

    def _write_table(self) -> None:
        """As README has it."""
        names = dict(list_languages())
        self.stdout.write("| language | words | package | licence | seconds | MB |")
        self.stdout.write("| --- | ---: | --- | --- | ---: | ---: |")
        for language, source in sorted(CATALOGUE.items(), key=lambda item: names[item[0]]):
            self.stdout.write(
                f"| {names[language]} (`{language}`) | {source.words:,} | {source.package} "
                f"| {source.licence} | {source.seconds} | {source.megabytes:,} |"
            )


def _find_missing(languages: list[str], meanings: bool) -> list[str]:
    """The packages that would be needed and are not there."""
    sources: list[WordSource] = [CATALOGUE[code] for code in languages if code in CATALOGUE]
    missing = [source.package for source in sources if not source.is_here()]
    if meanings:
        for source in sources:
            try:
                find_stem(source.language)
            except SourceError as error:
                if "apt-get" in str(error):
                    missing.append(package_of(source.language))
    return missing
