"""Uploaded word lists on a running site: checked in separate processes, which may get killed."""

import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from itertools import product
from pathlib import Path

from tests.processes import PATIENCE, wait_until
from tests.site_processes import ROOT, Site

SEND = """
from datetime import timedelta
from pathlib import Path
from django.utils import timezone
from lexicon.models import ImportJob, Lexicon
lexicon = Lexicon.objects.select_related("current_revision").get(slug="en-common")
ImportJob.objects.create(
    lexicon=lexicon, base=lexicon.current_revision, mode="replace", note="A longer one.",
    content=Path({path!r}).read_bytes(), heartbeat_at=timezone.now() + timedelta(hours=1),
)
"""
"""Creates an upload that has no process yet.

The worker ignores it, since its lease is still valid.
"""

CHECK = """
import os, signal, django
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrabble_site.settings")
django.setup()
from django.core.management import call_command
from lexicon.services import import_worker
import_worker.check_job = lambda _job: signal.pause()
call_command("run_import", "1")
"""
"""Begins the check as the site does, and never ends."""


def write_list(path: Path, words: int) -> None:
    """Write a list of this many invented words."""
    syllables = ["".join(pair) for pair in product("bcdfghjklmnpqrstvwxz", "aeiou")]
    chosen = random.Random(1).sample(range(len(syllables) ** 4), words)
    with path.open("w") as file:
        for number in chosen:
            parts = [syllables[number // 100**place % 100] for place in range(4)]
            file.write("".join(parts) + "\n")


def ask(site: Site, query: str) -> list[str]:
    with closing(sqlite3.connect(site.folder / "db.sqlite3", timeout=PATIENCE)) as database:
        found = database.execute(query).fetchall()
        database.commit()
    return [str(value) for row in found for value in row]


def test_a_killed_import_resumes_and_the_web_process_stays_small(
    make_site: Callable[..., Site],
) -> None:
    site = make_site("embedded")
    path = site.folder / "list.txt"
    write_list(path, 100_000)
    site.run(SEND.format(path=str(path)))
    before = memory_of(site)
    with subprocess.Popen([sys.executable, "-c", CHECK], env=site.env, cwd=ROOT) as process:
        wait_until(lambda: state_of(site) == "checking", "the check to begin")
        process.kill()
    assert state_of(site) == "checking"
    end_lease(site)
    wait_until(lambda: state_of(site) == "checked", "another process to check the list")
    assert ask(site, "SELECT attempts FROM lexicon_importjob") == ["2"]
    # As if an editor had confirmed, and no process had started.
    ask(site, "UPDATE lexicon_importjob SET state = 'confirmed'")
    end_lease(site)
    wait_until(lambda: state_of(site) == "done", "the list to be built", limit=120)
    assert memory_of(site) < before + 120


def end_lease(site: Site) -> None:
    """End the job's lease now, so that the test need not wait for it."""
    ask(site, "UPDATE lexicon_importjob SET beat_at = '2020-01-01 00:00:00'")


def state_of(site: Site) -> str:
    return ask(site, "SELECT state FROM lexicon_importjob")[0]


def memory_of(site: Site) -> int:
    """Return the private memory of the web process, in megabytes."""
    status = Path(f"/proc/{site.webs[0].pid}/status").read_text()
    return int(status.split("RssAnon:")[1].split()[0]) // 1024
