"""``manage.py warm_engine``: compile the engine before the first game, once a release."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.warm import warm
from lexicon.graph import jit


class Command(BaseCommand):
    help = "Compile the engine's kernels and keep them on disk; does nothing when that was done."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--force", action="store_true", help="compile even what is there")

    def handle(self, *args: Any, **options: Any) -> None:
        if not warm(self._tell, force=options["force"]):
            self.stdout.write("The engine is warm.")
        elif options["verbosity"] > 1:
            self.stdout.write(f"Kept in {jit.cache_dir()}")

    def _tell(self, step: str, done: int, total: int) -> None:
        self.stdout.write(f"Compiling the engine {done:>2}/{total}  {step}")
        self.stdout.flush()
