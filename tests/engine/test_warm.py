"""Compiling ahead: once for each set of sources, and quick when it was done."""

from io import StringIO
from time import perf_counter

import numpy as np
import pytest
from django.core.management import call_command

from games.engine import warm
from games.engine.budget import TIME_UP, Budget, Stop
from lexicon.graph import jit
from lexicon.graph.wordgraph import WordGraph


def test_warming_twice_is_quick(english: WordGraph) -> None:
    told = StringIO()
    started = perf_counter()
    call_command("warm_engine", stdout=told)
    assert perf_counter() - started < 1
    assert "warm" in told.getvalue()


def test_both_widths_are_warm(english: WordGraph) -> None:
    assert warm.is_warm(tuple("ABC"))
    assert warm.is_warm(tuple(map(chr, range(0x4E00, 0x4E00 + 40))))
    assert warm.width_of(tuple("ABC")) != warm.width_of(tuple(map(chr, range(300, 340))))


def test_another_source_means_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    before = jit.source_hash()
    monkeypatch.setattr(jit, "SOURCES", (*jit.SOURCES, "games/engine/warm.py"))
    assert jit.source_hash() != before


def test_every_kernel_source_is_counted() -> None:
    found = {path.name for pattern in jit.SOURCES for path in jit.BASE_DIR.glob(pattern)}
    assert {"jit.py", "kernels.py", "search.py", "simulate.py", "endgame.py"} <= found


def test_time_is_up_when_it_is() -> None:
    budget = Budget(seconds=0.02)
    with budget.running() as stop:
        ends = perf_counter() + 10
        while not stop.is_set and perf_counter() < ends:
            np.add(1, 1)
        assert stop.flag[TIME_UP]
    with Budget(seconds=30).running() as stop:
        assert not stop.is_set


def test_a_stop_can_be_set_before_the_work() -> None:
    stop = Stop()
    stop.set()
    with Budget(seconds=30, stop=stop).running() as running:
        assert running.is_set
