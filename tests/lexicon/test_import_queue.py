"""Many imports at once: a queue of jobs, and jobs that are cancelled while they run."""

from collections.abc import Callable
from signal import SIGTERM
from typing import Any

import pytest
from django.utils import timezone

from lexicon.graph import build
from lexicon.models import ImportJob, Lexicon
from lexicon.services import import_worker
from lexicon.services.import_jobs import (
    MAX_RUNNING,
    MAX_TRIES,
    discard_import,
    is_queued,
    restart_lost_jobs,
)
from lexicon.services.import_worker import hold_lease, run_job
from tests.lexicon.test_imports import expire_process, send, words_now
from tests.processes import wait_until

__all__ = ["send"]


def occupy_slots(lexicon: Lexicon) -> list[ImportJob]:
    """Let other processes be busy with as many jobs as may run at a time."""
    return [
        ImportJob.objects.create(
            lexicon=lexicon,
            state=ImportJob.State.BUILDING,
            worker=f"process {slot}",
            slot=slot,
            beat_at=timezone.now(),
            mode="add",
            note="Busy",
        )
        for slot in range(1, MAX_RUNNING + 1)
    ]


def test_a_job_waits_while_the_maximum_number_runs(
    send: Callable[..., ImportJob], lexicon: Lexicon
) -> None:
    occupy_slots(lexicon)
    job = send()
    for _round in range(MAX_TRIES + 1):
        expire_process(job)
        restart_lost_jobs()
    job.refresh_from_db()
    assert (job.state, job.attempts, job.slot) == (ImportJob.State.WAITING, 0, None)
    assert is_queued(job)


def test_waiting_jobs_are_started_in_their_order_when_one_ends(
    send: Callable[..., ImportJob], lexicon: Lexicon, django_capture_on_commit_callbacks: Any
) -> None:
    busy = occupy_slots(lexicon)
    first, second = send(), send(b"yak\n")
    with django_capture_on_commit_callbacks(execute=True):
        discard_import(busy[0])
    for job in (first, second):
        job.refresh_from_db()
        assert (job.state, job.slot) == (ImportJob.State.CHECKED, None)
    assert first.beat_at is not None
    assert second.beat_at is not None
    assert first.beat_at <= second.beat_at


def test_a_cancelled_build_changes_nothing(
    send: Callable[..., ImportJob], lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, before = send(), words_now(lexicon)
    ImportJob.objects.filter(pk=job.pk).update(state=ImportJob.State.CONFIRMED)
    original = build.build_graph

    def build_and_cancel(*args: Any, **options: Any) -> Any:
        assert discard_import(job)
        return original(*args, **options)

    monkeypatch.setattr(build, "build_graph", build_and_cancel)
    run_job(job.pk)
    assert not ImportJob.objects.exists()
    assert words_now(lexicon) == before


def test_an_import_stopped_at_its_definitions_has_changed_the_words(
    send: Callable[..., ImportJob], lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = send()
    ImportJob.objects.filter(pk=job.pk).update(state=ImportJob.State.CONFIRMED)
    unchanged: list[bool] = []
    monkeypatch.setattr(
        import_worker, "save_definitions", lambda *_args: unchanged.append(discard_import(job))
    )
    run_job(job.pk)
    assert unchanged == [False]
    assert not ImportJob.objects.exists()
    assert words_now(lexicon) == {"CAT", "EMU", "OWL"}


@pytest.mark.django_db(transaction=True)
def test_the_process_of_a_cancelled_job_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_worker, "LEASE_RENEWAL_INTERVAL", 0.01)
    signals: list[int] = []
    monkeypatch.setattr("os.kill", lambda _process, signal: signals.append(signal))
    lexicon = Lexicon.objects.create(slug="few", name="Few words", language="en")
    job = ImportJob.objects.create(lexicon=lexicon, worker="me", mode="add", note="n")
    with hold_lease("me"):
        wait_until(lambda: ImportJob.objects.filter(beat_at=None).count() == 0, "a renewal")
        assert not signals
        discard_import(job)
        wait_until(lambda: bool(signals), "the signal")
    assert set(signals) == {SIGTERM}
