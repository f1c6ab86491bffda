"""Import jobs: the dry run, the build, and everything that can interrupt them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from lexicon.graph import build
from lexicon.models import Definition, ImportJob, Lexicon
from lexicon.services import import_jobs, import_worker
from lexicon.services.import_jobs import (
    MAX_TRIES,
    ListUpload,
    confirm_import,
    open_import,
    recheck_import,
    restart_lost_jobs,
)
from lexicon.services.import_worker import hold_lease, run_job
from lexicon.services.revisions import Author, change_words, list_revision_words
from tests.processes import wait_until

LIST = b"cat\nemu\tA tall bird.\nParis\nowl\n"


@pytest.fixture
def send(lexicon: Lexicon, django_capture_on_commit_callbacks: Any) -> Callable[..., ImportJob]:
    """Upload a list and run its check."""
    user = User.objects.create_user("edda")

    def open_job(content: bytes = LIST, mode: str = "replace", **fields: Any) -> ImportJob:
        with django_capture_on_commit_callbacks(execute=True):
            job = open_import(
                lexicon, ListUpload(content, "list.txt", mode, "Why not", **fields), user
            )
        job.refresh_from_db()
        return job

    return open_job


def build_now(job: ImportJob, capture: Any) -> ImportJob:
    with capture(execute=True):
        assert confirm_import(job)
    job.refresh_from_db()
    return job


def words_now(lexicon: Lexicon) -> set[str]:
    lexicon.refresh_from_db()
    return set(list_revision_words(lexicon.current_revision))


def test_the_dry_run_changes_nothing(send: Callable[..., ImportJob], lexicon: Lexicon) -> None:
    before = words_now(lexicon)
    job = send()
    assert job.state == ImportJob.State.CHECKED
    assert job.report["accepted"] == 3
    assert job.report["definitions"] == 1
    assert job.report["refused"] == {"capital": {"count": 1, "examples": ["Paris"]}}
    assert (job.report["added"], job.report["removed"]) == (2, 6)
    assert job.report["added_words"] == ["EMU", "OWL"]
    assert words_now(lexicon) == before
    assert Definition.objects.count() == 0
    assert bytes(job.content) == b""


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("replace", {"CAT", "EMU", "OWL"}),
        ("add", {"ACT", "CAT", "CATS", "DOG", "DOGS", "QI", "ZAX", "EMU", "OWL"}),
        ("remove", {"ACT", "CATS", "DOG", "DOGS", "QI", "ZAX"}),
    ],
)
def test_a_confirmed_list_becomes_a_revision(
    send: Callable[..., ImportJob],
    lexicon: Lexicon,
    mode: str,
    expected: set[str],
    django_capture_on_commit_callbacks: Any,
) -> None:
    job = build_now(send(mode=mode), django_capture_on_commit_callbacks)
    assert job.state == ImportJob.State.DONE
    assert words_now(lexicon) == expected
    assert job.revision is not None
    assert (job.revision.author, job.revision.note) == ("edda", "Why not")
    assert Definition.objects.get(word="EMU").text == "A tall bird."
    assert bytes(job.checked) == b""


def test_a_list_without_a_usable_word_fails_with_its_reasons(
    send: Callable[..., ImportJob], lexicon: Lexicon
) -> None:
    job = send(b"Paris\ndon't\n")
    assert job.state == ImportJob.State.FAILED
    assert job.problem == {"code": "upload.no_words"}
    assert set(job.report["refused"]) == {"capital", "apostrophe"}


def test_a_binary_file_fails_and_changes_nothing(
    send: Callable[..., ImportJob], lexicon: Lexicon
) -> None:
    before = words_now(lexicon)
    job = send(bytes(range(256)))
    assert job.state == ImportJob.State.FAILED
    assert job.problem == {"code": "upload.binary", "line": 1}
    assert not confirm_import(job)
    assert words_now(lexicon) == before


def test_another_editors_change_is_shown_before_overwriting(
    send: Callable[..., ImportJob],
    lexicon: Lexicon,
    django_capture_on_commit_callbacks: Any,
) -> None:
    job = send(mode="add")
    lexicon.refresh_from_db()
    change_words(
        lexicon, add=["YAK"], base=lexicon.current_revision, author=Author("ann"), note="Yaks."
    )
    job = build_now(job, django_capture_on_commit_callbacks)
    assert job.state == ImportJob.State.CHECKED
    assert "ann saved revision 2" in job.problem_text
    with django_capture_on_commit_callbacks(execute=True):
        assert recheck_import(job)
    job.refresh_from_db()
    job = build_now(job, django_capture_on_commit_callbacks)
    assert job.state == ImportJob.State.DONE
    assert {"YAK", "EMU", "OWL", "CATS"} <= words_now(lexicon)


def test_an_interrupted_build_resumes(
    send: Callable[..., ImportJob],
    lexicon: Lexicon,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    before = words_now(lexicon)
    job = send()
    with monkeypatch.context() as patch:
        patch.setattr(build, "build_graph", kill)
        with pytest.raises(SystemExit), django_capture_on_commit_callbacks(execute=True):
            confirm_import(job)
    job.refresh_from_db()
    assert job.state == ImportJob.State.BUILDING
    assert words_now(lexicon) == before
    expire_process(job)
    restart_lost_jobs()
    job.refresh_from_db()
    assert job.state == ImportJob.State.DONE
    assert words_now(lexicon) == {"CAT", "EMU", "OWL"}


@pytest.mark.parametrize("state", [ImportJob.State.WAITING, ImportJob.State.CONFIRMED])
def test_a_job_without_a_process_is_started(send: Callable[..., ImportJob], state: str) -> None:
    job = send()
    expire_process(job, state=state)
    restart_lost_jobs()
    job.refresh_from_db()
    ended = {"waiting": ImportJob.State.CHECKED, "confirmed": ImportJob.State.DONE}
    assert job.state == ended[state]


def test_a_job_that_kills_every_process_is_given_up(send: Callable[..., ImportJob]) -> None:
    job = send()
    expire_process(job, state=ImportJob.State.BUILDING, attempts=MAX_TRIES)
    restart_lost_jobs()
    job.refresh_from_db()
    assert job.state == ImportJob.State.FAILED
    assert job.problem == {"code": "import.interrupted"}


def test_a_job_that_never_starts_is_given_up(
    send: Callable[..., ImportJob], monkeypatch: pytest.MonkeyPatch
) -> None:
    job = send()
    ImportJob.objects.filter(pk=job.pk).update(state=ImportJob.State.CONFIRMED, attempts=0)
    started: list[int] = []
    monkeypatch.setattr(import_jobs, "start_job", started.append)
    for _round in range(MAX_TRIES + 2):
        expire_process(job)
        restart_lost_jobs()
    job.refresh_from_db()
    assert job.state == ImportJob.State.FAILED
    assert started == [job.pk] * MAX_TRIES


def test_a_running_job_is_not_restarted(send: Callable[..., ImportJob]) -> None:
    job = send()
    ImportJob.objects.filter(pk=job.pk).update(
        state=ImportJob.State.BUILDING, worker="elsewhere", heartbeat_at=timezone.now()
    )
    restart_lost_jobs()
    job.refresh_from_db()
    assert (job.state, job.worker) == (ImportJob.State.BUILDING, "elsewhere")


def test_two_workers_restart_a_job_once(
    send: Callable[..., ImportJob], monkeypatch: pytest.MonkeyPatch
) -> None:
    job = send()
    expire_process(job, state=ImportJob.State.BUILDING)
    started: list[int] = []

    def start_beside_a_rival(job_id: int) -> None:
        started.append(job_id)
        restart_lost_jobs()

    monkeypatch.setattr(import_jobs, "start_job", start_beside_a_rival)
    restart_lost_jobs()
    assert started == [job.pk]


def test_a_process_without_the_lease_writes_nothing(
    send: Callable[..., ImportJob],
    lexicon: Lexicon,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = send()
    before = words_now(lexicon)
    ImportJob.objects.filter(pk=job.pk).update(state=ImportJob.State.CONFIRMED)
    original = build.build_graph

    def build_too_slowly(*args: Any, **options: Any) -> Any:
        ImportJob.objects.filter(pk=job.pk).update(worker="the next one")
        return original(*args, **options)

    monkeypatch.setattr(build, "build_graph", build_too_slowly)
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.worker) == (ImportJob.State.BUILDING, "the next one")
    assert words_now(lexicon) == before


@pytest.mark.django_db(transaction=True)
def test_a_process_renews_its_lease_while_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_worker, "LEASE_RENEWAL_INTERVAL", 0.01)
    lexicon = Lexicon.objects.create(slug="few", name="Few words", language="en")
    job = ImportJob.objects.create(lexicon=lexicon, worker="me", mode="add", note="n")

    def is_renewed() -> bool:
        job.refresh_from_db()
        return job.heartbeat_at is not None

    with hold_lease("me"):
        wait_until(is_renewed, "the lease to be renewed")


def test_only_one_process_gets_a_job(
    send: Callable[..., ImportJob], monkeypatch: pytest.MonkeyPatch
) -> None:
    job = send()
    ImportJob.objects.filter(pk=job.pk).update(state=ImportJob.State.CONFIRMED)
    done: list[int] = []
    monkeypatch.setattr(import_worker, "build_job", lambda job: done.append(job.pk))
    run_job(job.pk)
    run_job(job.pk)
    assert done == [job.pk]


def test_a_list_can_hold_only_definitions(
    send: Callable[..., ImportJob], lexicon: Lexicon, django_capture_on_commit_callbacks: Any
) -> None:
    job = build_now(send(b"zax\tA tool.\n", mode="add"), django_capture_on_commit_callbacks)
    assert job.state == ImportJob.State.DONE
    assert job.revision is None
    assert Definition.objects.get(word="ZAX").text == "A tool."


def kill(*_args: Any, **_options: Any) -> None:
    raise SystemExit


def expire_process(job: ImportJob, **fields: Any) -> None:
    """Make the job's process look dead: its last sign of life is older than its lease."""
    ImportJob.objects.filter(pk=job.pk).update(
        heartbeat_at=timezone.now() - import_jobs.LEASE - timedelta(seconds=1), **fields
    )
