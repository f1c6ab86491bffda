"""``manage.py install_language de es``: make dictionaries from Debian's word packages."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.graph.progress import Progress
from lexicon.management.packages import offer_packages
from lexicon.management.report import write_report
from lexicon.services.package_install import InstallRequest, install_language, install_meanings
from lexicon.sources.catalogue import CATALOGUE, MISSING_LANGUAGES, WordSource
from lexicon.sources.freedict import find_stem, get_package
from lexicon.sources.headwords import get_stem_source
from lexicon.terms.alphabets import list_languages
from lexicon.terms.errors import LexiconError, SourceError

_TENTHS = 10


class Command(BaseCommand):
    help = "Set up dictionaries from word lists packaged by Debian. --list shows the languages."

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.formatter_class = RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        flag: Any = {"action": "store_true"}
        parser.add_argument("languages", nargs="*", metavar="CODE", help="such as de, es, pl")
        parser.add_argument("--list", **flag, help="list all languages and exit")
        parser.add_argument("--table", **flag, help="the same as a Markdown table")
        parser.add_argument(
            "--install-packages", **flag, help="install missing packages with apt-get"
        )
        parser.add_argument("--definitions", **flag, help="also install English definitions")
        parser.add_argument(
            "--code", default="", help="the dictionary's code; default: for example de-debian"
        )
        parser.add_argument(
            "--folder",
            type=Path,
            help="folder of the word files; default: where the package puts them",
        )
        parser.add_argument(
            "--leave-out", type=Path, help="file of words to leave out (UTF-8, one per line)"
        )
        parser.add_argument("--dry-run", **flag, help="only show what would happen")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"] or options["table"]:
            self._write_table() if options["table"] else self._list()
            return
        languages: list[str] = options["languages"]
        if not languages:
            raise CommandError("Add the codes of the languages to install. --list shows them.")
        if len(languages) > 1 and (options["code"] or options["folder"] or options["leave_out"]):
            raise CommandError("--code, --folder and --leave-out work with one language at a time.")
        if not options["folder"]:
            missing = _find_missing(languages, options["definitions"])
            offer_packages(missing, self.stdout, unasked=options["install_packages"])
        failed = [each for each in languages if not self._try(self._install, each, options)]
        bare: list[str] = []
        if options["definitions"] and not options["dry_run"]:
            installed = [each for each in languages if each not in failed]
            bare = [each for each in installed if not self._try(self._explain, each, options)]
        lacking = (("Not installed", failed), ("Installed without definitions", bare))
        if message := " ".join(f"{label}: {', '.join(some)}." for label, some in lacking if some):
            unknown = any(each not in CATALOGUE for each in failed)
            raise CommandError(f"{message} --list shows the languages." if unknown else message)

    def _try(
        self, work: Callable[[InstallRequest], None], language: str, options: dict[str, Any]
    ) -> bool:
        """Do the work for one language. An error is printed, and the other languages go on."""
        self.stdout.write(f"{language}:")
        try:
            left_out = options["leave_out"]
            install_request = InstallRequest(
                language,
                options["code"],
                options["folder"],
                left_out.read_text("utf-8").split() if left_out else (),
                options["dry_run"],
            )
            work(install_request)
        except (OSError, LexiconError) as error:
            self.stderr.write(str(error))
            return False
        return True

    def _install(self, install_request: InstallRequest) -> None:
        done = install_language(
            install_request,
            self._build_progress("read"),
            self._build_progress("of the word graph built"),
        )
        write_report(done, self.stdout)

    def _explain(self, install_request: InstallRequest) -> None:
        self.stdout.write(f"{install_meanings(install_request):,} words with definitions")

    def _build_progress(self, label: str) -> Progress:
        """Build a progress callback that prints at the start and at every 10 %."""
        reported = -1

        def report(done: int, total: int) -> None:
            nonlocal reported
            tenth = _TENTHS * done // max(total, 1)
            if tenth > reported:
                reported = tenth
                self.stdout.write(f"  {100 * tenth // _TENTHS}% {label}")
                self.stdout.flush()

        return report

    def _list(self) -> None:
        names = dict(list_languages())
        for language, source in CATALOGUE.items():
            line = f"{language:4}{names[language]:16}{source.package:14}{source.words:>10,} words"
            cost = f"{source.seconds:>5} s {source.megabytes:>6,} MB"
            status = "installed" if source.is_here() else f"apt-get install {source.package}"
            self.stdout.write(f"{line}{cost}  {source.licence}  ({status})")
            if source.remark:
                self.stdout.write(f"    {source.remark}")
        for language, reason in MISSING_LANGUAGES.items():
            self.stdout.write(f"{language:4}{names[language]:16}{reason}")

    def _write_table(self) -> None:
        """Write the table of the README."""
        names = dict(list_languages())
        self.stdout.write("| language | words | package | licence | seconds | MB |")
        self.stdout.write("| --- | ---: | --- | --- | ---: | ---: |")
        for language, source in sorted(CATALOGUE.items(), key=lambda item: names[item[0]]):
            self.stdout.write(
                f"| {names[language]} (`{language}`) | {source.words:,} | {source.package} "
                f"| {source.licence} | {source.seconds} | {source.megabytes:,} |"
            )


def _find_missing(languages: list[str], meanings: bool) -> list[str]:
    """Return the packages that are needed and not installed."""
    sources: list[WordSource] = [CATALOGUE[code] for code in languages if code in CATALOGUE]
    missing = [source.package for source in sources if not source.is_here()]
    if meanings:
        for source in sources:
            try:
                find_stem(source.language)
            except SourceError as error:
                if "apt-get" in str(error):
                    missing.append(get_package(source.language))
                    if (stems := get_stem_source(source.language)) and not stems.find_file():
                        missing.append(stems.package)
    return list(dict.fromkeys(missing))
