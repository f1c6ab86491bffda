"""The process that makes analyses: started when there is work, and left alone after a failure."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from games.analysis.jobs import analysis_process, runner
from games.analysis.services.analysis_requests import queue_analysis
from games.analysis.services.reports import find_report
from games.engine.analysis.report import AnalysisLevel
from games.players.models import Player
from games.records.services.record_sources import find_source
from games.uploads.services.storage import UploadRequest, delete_upload, save_upload
from lexicon.models import Lexicon
from tests.play.conftest import NOON
from tests.processes import PATIENCE, wait_until
from tests.site_processes import ROOT, Site, SiteMaker
from tests.uploads.sample_records import WHOLE, findings_of


class ShortProcesses:
    """Starts processes that end at once with this exit code, and keeps a list of them."""

    def __init__(self, code: int) -> None:
        self.code = code
        self.made: list[subprocess.Popen[bytes]] = []

    def __call__(self) -> "subprocess.Popen[bytes]":
        program = [sys.executable, "-c", f"raise SystemExit({self.code})"]
        self.made.append(subprocess.Popen(program))
        return self.made[-1]


@pytest.fixture
def look(monkeypatch: pytest.MonkeyPatch) -> Callable[[ShortProcesses, bool], None]:
    """``look(starts, waiting)``: two rounds of the runner;
    the second begins once the first one's process has ended."""

    def rounds(starts: ShortProcesses, waiting: bool) -> None:
        async def answer(*_args: object) -> bool:
            return waiting

        monkeypatch.setattr(runner, "run_in_database_thread", answer)
        monkeypatch.setattr(runner, "_start_process", starts)
        desk = runner.AnalysisProcessRunner()
        for _ in range(2):
            asyncio.run(desk.run_round())
            for process in starts.made:
                process.wait()

    return rounds


@pytest.mark.parametrize(
    ("code", "waiting", "started"), [(0, True, 2), (3, True, 1), (0, False, 0)]
)
def test_one_process_runs_while_there_is_work(
    look: Callable[[ShortProcesses, bool], None], code: int, waiting: bool, started: int
) -> None:
    starts = ShortProcesses(code)
    look(starts, waiting)
    assert len(starts.made) == started


@pytest.mark.django_db
@pytest.mark.usefixtures("_kernels")
def test_deleting_an_analysed_upload_deletes_its_report(
    lexicon: Lexicon, people: list[Player]
) -> None:
    amber = people[0]
    kept = save_upload(
        amber, UploadRequest(findings_of(WHOLE), "Elsewhere", lexicon.current_revision), NOON
    )
    source = find_source(kept.pk, amber)
    queue_analysis(source, AnalysisLevel.QUICK, amber)
    analysis_process.work_until_idle(lambda: True, idle_for=0.1)
    report = find_report(source.id)
    assert report is not None
    assert len(report.turns) == len(source.history.steps)
    assert any(turn.phonies for turn in report.turns)  # the dictionary has few words
    delete_upload(amber, kept.pk)
    assert find_report(source.id) is None


STARTS_ANALYST = """
import os, time, django
django.setup()
from games.analysis.jobs.runner import _start_process
print(_start_process().pid, flush=True)
time.sleep(600)
"""
STARTS_BUSY_PROGRAM = """
import subprocess, sys, time
busy = "from games.common.subprocesses import watch_parent; watch_parent(0.5)\\nwhile True: pass"
child = subprocess.Popen([sys.executable, "-c", busy], stdin=subprocess.PIPE)
print(child.pid, flush=True)
time.sleep(600)
"""


def has_ended(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    # A zombie has ended, but its parent has not collected it.
    return state == "Z"


@pytest.fixture(scope="module")
def analyst_site(site_maker: SiteMaker) -> Iterator[Site]:
    site = site_maker.make("embedded")
    yield site
    site_maker.close(site)


@pytest.mark.servers
@pytest.mark.parametrize("script", [STARTS_ANALYST, STARTS_BUSY_PROGRAM])
def test_the_process_ends_within_seconds_of_its_parent(script: str, analyst_site: Site) -> None:
    env = analyst_site.env | {"DJANGO_SETTINGS_MODULE": "scrabble_site.settings"}
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.kill()  # at once: before the analyst can have looked up its parent
    try:
        wait_until(lambda: has_ended(pid), "the process to end", PATIENCE)
    finally:
        if not has_ended(pid):
            os.kill(pid, signal.SIGKILL)
