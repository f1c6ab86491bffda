"""``manage.py analyst``: work on requested analyses. The site starts this command itself."""

import os
from typing import Any

from django.core.management.base import BaseCommand

from games.analysis.jobs.analysis_process import work_until_idle
from games.common.subprocesses import watch_parent
from games.engine.kernel_warmup import compile_kernels

GRACE_SECONDS = 3.0
"""Seconds that this process has to return its work to the queue after its parent has died."""


class Command(BaseCommand):
    help = "Run queued analyses until the queue is empty (the site starts this automatically)."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        # Lower the priority: games come first.
        os.nice(15)
        parent_ended = watch_parent(GRACE_SECONDS)
        compile_kernels()
        work_until_idle(lambda: not parent_ended.is_set())
