"""``manage.py warm_engine``: compile the engine before the first game, once per release."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.kernel_warmup import compile_kernels
from lexicon.graph import jit


class Command(BaseCommand):
    help = (
        "Compile the engine's kernels and cache them on disk. Does nothing if that is already done."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--force", action="store_true", help="compile again even if cached")

    def handle(self, *args: Any, **options: Any) -> None:
        if not compile_kernels(self._report_step, force=options["force"]):
            self.stdout.write("The engine is ready.")
        elif options["verbosity"] > 1:
            self.stdout.write(f"Cached in {jit.cache_dir()}")

    def _report_step(self, step: str, done: int, total: int) -> None:
        self.stdout.write(f"Compiling the engine {done:>2}/{total}  {step}")
        self.stdout.flush()
