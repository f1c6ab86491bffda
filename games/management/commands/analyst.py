"""``manage.py analyst``: works on analyses that were asked for; started by the site itself."""

import os
from typing import Any

from django.core.management.base import BaseCommand

from games.analysis.tasks import work_until_idle
from games.engine.warm import warm


class Command(BaseCommand):
    help = "Work on analyses until there are none (the site starts this itself)."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        # Games come first: this process takes what time they leave.
        os.nice(15)
        parent = os.getppid()
        warm()
        work_until_idle(lambda: os.getppid() == parent)
