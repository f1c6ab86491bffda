"""Many imports at once: a queue of jobs, and jobs that are cancelled while they run."""

from collections.abc import Callable
from pathlib import Path
from signal import SIGTERM
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from lexicon.graph import build
from lexicon.models import Definition, ImportJob, Lexicon
from lexicon.services import import_jobs, import_worker
from lexicon.services.import_jobs import (
    MAX_RUNNING,
    MAX_TRIES,
    discard_import,
    is_queued,
    open_install,
    restart_lost_jobs,
)
from lexicon.services.import_worker import hold_lease, run_job
from lexicon.services.list_import import ImportRequest, find_or_make_lexicon
from lexicon.sources import catalogue, freedict
from tests.lexicon.test_freedict import write_dictionary
from tests.lexicon.test_imports import expire_process, send, words_now
from tests.processes import wait_until

__all__ = ["send"]


@pytest.fixture
def danish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine that has Danish words and definitions, and no other package."""
    for module, folder in (
        (catalogue, "LISTS_FOLDER"),
        (catalogue, "STEMS_FOLDER"),
        (freedict, "DICTD_FOLDER"),
    ):
        monkeypatch.setattr(module, folder, tmp_path)
    (tmp_path / "danish").write_text("hus\nhuset\n", encoding="utf-8")
    write_dictionary(tmp_path / "freedict-dan-eng", "hus\nhouse\n")
    return tmp_path


def occupy_slots(lexicon: Lexicon) -> list[ImportJob]:
    """Let other processes be busy with as many jobs as may run at a time."""
    return [
        ImportJob.objects.create(
            lexicon=lexicon,
            state=ImportJob.State.BUILDING,
            worker=f"process {slot}",
            slot=slot,
            heartbeat_at=timezone.now(),
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


def test_a_job_that_waits_shows_its_place_in_the_queue(
    send: Callable[..., ImportJob], lexicon: Lexicon, client_of: Callable[[str], Client]
) -> None:
    busy = occupy_slots(lexicon)
    jobs = [send(), send(b"yak\n")]
    for place, job in enumerate(jobs, 1):
        page = client_of("editor").get(page_of(job)).content.decode()
        assert f"number {place} in the queue" in page
        assert "<progress" not in page
    busy[0].delete()
    page = client_of("editor").get(page_of(jobs[1])).content.decode()
    assert "in the queue" not in page


def page_of(job: ImportJob) -> str:
    return f"/admin/lexicon/lexicon/{job.lexicon_id}/upload/{job.pk}/"


def test_a_list_that_is_sent_twice_is_checked_once(
    send: Callable[..., ImportJob], lexicon: Lexicon
) -> None:
    occupy_slots(lexicon)
    job = send()
    assert send() == job
    assert send(b"yak\n") != job
    assert send(mode="add") != job


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
    assert first.heartbeat_at is not None
    assert second.heartbeat_at is not None
    assert first.heartbeat_at <= second.heartbeat_at


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
        wait_until(lambda: ImportJob.objects.filter(heartbeat_at=None).count() == 0, "a renewal")
        assert not signals
        discard_import(job)
        wait_until(lambda: bool(signals), "the signal")
    assert set(signals) == {SIGTERM}


@pytest.mark.django_db(transaction=True)
def test_a_job_cancelled_before_its_lease_was_renewed_ends_its_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(import_worker, "LEASE_RENEWAL_INTERVAL", 0.01)
    signals: list[int] = []
    monkeypatch.setattr("os.kill", lambda _process, signal: signals.append(signal))
    lexicon = Lexicon.objects.create(slug="few", name="Few words", language="en")
    job = ImportJob.objects.create(lexicon=lexicon, mode="add", note="n")

    def check(job: ImportJob) -> None:
        discard_import(job)
        wait_until(lambda: bool(signals), "the signal")

    monkeypatch.setattr(import_worker, "check_job", check)
    monkeypatch.setattr("os.nice", lambda _step: 0)  # it would hold for all later tests
    call_command("run_import", job.pk)
    assert set(signals) == {SIGTERM}


@pytest.mark.parametrize("step", ["read_package", "find_meanings", "compare_texts", "pack_checked"])
def test_a_package_can_be_cancelled_at_every_step(
    step: str,
    danish: Path,
    monkeypatch: pytest.MonkeyPatch,
    django_user_model: Any,
    db: None,
) -> None:
    job = open_install("da", django_user_model.objects.create(username="edda"))
    original = getattr(import_worker, step)

    def cancel(*args: Any, **options: Any) -> Any:
        discard_import(job)
        return original(*args, **options)

    monkeypatch.setattr(import_worker, step, cancel)
    run_job(job.pk)
    assert not ImportJob.objects.exists()
    assert Lexicon.objects.get(slug="da-debian").current_revision is None
    assert not Definition.objects.exists()


def test_two_requests_for_a_new_language_at_once_make_one_dictionary(
    danish: Path, monkeypatch: pytest.MonkeyPatch, django_user_model: Any, db: None
) -> None:
    user = django_user_model.objects.create(username="edda")
    others: list[ImportJob] = []

    def find_before_the_other(wanted: ImportRequest) -> Lexicon:
        found = find_or_make_lexicon(wanted)
        if not others:
            others.append(ImportJob())
            others[0] = open_install("da", user)
        return found

    monkeypatch.setattr(import_jobs, "find_or_make_lexicon", find_before_the_other)
    assert open_install("da", user) == others[0]
    assert ImportJob.objects.count() == Lexicon.objects.count() == 1


def test_a_default_dictionary_made_at_once_for_the_language_stays_the_default(
    danish: Path, monkeypatch: pytest.MonkeyPatch, django_user_model: Any, db: None
) -> None:
    save, lost = Lexicon.save, list[str]()

    def save_after_the_other(lexicon: Lexicon, *args: Any, **options: Any) -> None:
        if lexicon.slug == "da-debian" and not lost:
            lost.append(lexicon.slug)
            raise IntegrityError
        save(lexicon, *args, **options)

    def find_beside_the_other(wanted: ImportRequest) -> Lexicon:
        if lost:
            Lexicon.objects.create(slug="ours", name="Ours", language="da", default=True)
        return find_or_make_lexicon(wanted)

    monkeypatch.setattr(Lexicon, "save", save_after_the_other)
    monkeypatch.setattr(import_jobs, "find_or_make_lexicon", find_beside_the_other)
    job = open_install("da", django_user_model.objects.create(username="edda"))
    assert (job.lexicon.slug, job.lexicon.default) == ("da-debian", False)
    assert (job.note, job.reason) == ("From Debian's package wdanish.",) * 2
