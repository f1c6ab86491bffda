"""The process that works on analyses: started when there is work, left alone when it fails."""

import asyncio
import subprocess
import sys
from collections.abc import Callable

import pytest

from games.analysis import tasks, thinking
from games.analysis.services.asking import ask_analysis
from games.analysis.services.reports import find_report
from games.engine.analysis.report import Level
from games.players.models import Player
from games.records.services.sources import find_source
from games.uploads.services.keeping import Wish, keep, remove
from lexicon.models import Lexicon
from tests.play.conftest import NOON
from tests.uploads.texts import WHOLE, findings_of


class Starts:
    """Processes that end at once with this code, counted."""

    def __init__(self, code: int) -> None:
        self.code = code
        self.made: list[subprocess.Popen[bytes]] = []

    def __call__(self) -> "subprocess.Popen[bytes]":
        program = [sys.executable, "-c", f"raise SystemExit({self.code})"]
        self.made.append(subprocess.Popen(program))
        return self.made[-1]


@pytest.fixture
def look(monkeypatch: pytest.MonkeyPatch) -> Callable[[Starts, bool], None]:
    """Two rounds of a desk, the second once the first one's process has ended."""

    def rounds(starts: Starts, waiting: bool) -> None:
        async def answer(*_args: object) -> bool:
            return waiting

        monkeypatch.setattr(thinking, "with_rows", answer)
        monkeypatch.setattr(thinking, "_start", starts)
        desk = thinking.Desk()
        for _ in range(2):
            asyncio.run(desk.look_after())
            for process in starts.made:
                process.wait()

    return rounds


@pytest.mark.parametrize(
    ("code", "waiting", "started"), [(0, True, 2), (3, True, 1), (0, False, 0)]
)
def test_one_process_while_there_is_work(
    look: Callable[[Starts, bool], None], code: int, waiting: bool, started: int
) -> None:
    starts = Starts(code)
    look(starts, waiting)
    assert len(starts.made) == started


@pytest.mark.django_db
@pytest.mark.usefixtures("_kernels")
def test_an_upload_is_analysed_and_taken_away_with_what_is_told_of_it(
    lexicon: Lexicon, people: list[Player]
) -> None:
    amber = people[0]
    kept = keep(amber, Wish(findings_of(WHOLE), "Elsewhere", lexicon.current_revision), NOON)
    source = find_source(kept.pk, amber)
    ask_analysis(source, Level.QUICK, amber)
    tasks.work_until_idle(lambda: True, idle_for=0.1)
    report = find_report(source.id)
    assert report is not None
    assert len(report.turns) == len(source.course.steps)
    assert any(turn.phonies for turn in report.turns)  # few words are in this dictionary
    remove(amber, kept.pk)
    assert find_report(source.id) is None
