"""Compiling ahead: once for each version of the kernels' sources."""

from io import StringIO

import pytest
from django.core.management import call_command

from games.engine import kernel_warmup
from games.engine.budget import TIME_UP, Budget, StopFlag
from lexicon.graph import jit
from lexicon.graph.wordgraph import WordGraph
from tests.processes import PATIENCE, wait_until


def test_a_second_warm_up_compiles_nothing(
    english: WordGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_warmup, "_steps", None)
    output = StringIO()
    call_command("warm_engine", stdout=output)
    assert output.getvalue() == "The engine is ready.\n"


def test_both_widths_are_warm(english: WordGraph) -> None:
    assert kernel_warmup.are_kernels_compiled(tuple("ABC"))
    assert kernel_warmup.are_kernels_compiled(tuple(map(chr, range(0x4E00, 0x4E00 + 40))))
    assert kernel_warmup.get_kernel_width(tuple("ABC")) != kernel_warmup.get_kernel_width(
        tuple(map(chr, range(300, 340)))
    )


def test_a_changed_source_uses_another_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    before = jit.source_hash()
    monkeypatch.setattr(jit, "SOURCES", (*jit.SOURCES, "games/engine/kernel_warmup.py"))
    assert jit.source_hash() != before


def test_every_kernel_source_is_counted() -> None:
    found = {path.name for pattern in jit.SOURCES for path in jit.BASE_DIR.glob(pattern)}
    assert {"jit.py", "kernels.py", "search.py", "simulate.py", "endgame.py"} <= found


def test_the_time_limit_sets_the_stop_flag() -> None:
    budget = Budget(seconds=0.02)
    with budget.running() as stop:
        wait_until(lambda: stop.is_set, "the time to be up", PATIENCE)
        assert stop.flag[TIME_UP]
    with Budget(seconds=600).running() as stop:
        assert not stop.is_set


def test_a_stop_can_be_set_before_work_starts() -> None:
    stop = StopFlag()
    stop.set()
    with Budget(seconds=600, stop=stop).running() as running:
        assert running.is_set
