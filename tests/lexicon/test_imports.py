"""Uploaded lists on their way: the dry run, the build, and everything that can interrupt them."""

import os
import subprocess
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from lexicon.graph import build
from lexicon.models import Definition, ImportJob, Lexicon
from lexicon.services import job_work as running
from lexicon.services import jobs as imports
from lexicon.services.job_work import run_job
from lexicon.services.jobs import (
    MOST_ATTEMPTS,
    Upload,
    confirm_import,
    open_import,
    recheck_import,
    revive_job,
)
from lexicon.services.revisions import Author, change_words, words_of

LIST = b"cat\nemu\tA tall bird.\nParis\nowl\n"


@pytest.fixture
def send(lexicon: Lexicon, django_capture_on_commit_callbacks: Any) -> Callable[..., ImportJob]:
    """Upload and have it checked."""
    user = User.objects.create_user("edda")

    def open_job(content: bytes = LIST, mode: str = "replace", **fields: Any) -> ImportJob:
        with django_capture_on_commit_callbacks(execute=True):
            job = open_import(lexicon, Upload(content, "list.txt", mode, "Why not", **fields), user)
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
    return set(words_of(lexicon.current_revision))


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
    assert "None of its words" in job.message
    assert set(job.report["refused"]) == {"capital", "apostrophe"}


def test_a_binary_file_fails_and_changes_nothing(
    send: Callable[..., ImportJob], lexicon: Lexicon
) -> None:
    before = words_now(lexicon)
    job = send(bytes(range(256)))
    assert job.state == ImportJob.State.FAILED
    assert "no text file" in job.message
    assert not confirm_import(job)
    assert words_now(lexicon) == before


def test_another_editors_change_is_shown_before_it_is_overwritten(
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
    assert "ann made revision 2" in job.message
    with django_capture_on_commit_callbacks(execute=True):
        assert recheck_import(job)
    job.refresh_from_db()
    job = build_now(job, django_capture_on_commit_callbacks)
    assert job.state == ImportJob.State.DONE
    assert {"YAK", "EMU", "OWL", "CATS"} <= words_now(lexicon)


def test_a_build_killed_half_way_is_taken_up_again(
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
    # The process that had it is gone: whoever looks next starts it again.
    ImportJob.objects.filter(pk=job.pk).update(worker=name_dead_process())
    job.refresh_from_db()
    revive_job(job)
    job.refresh_from_db()
    assert job.state == ImportJob.State.DONE
    assert words_now(lexicon) == {"CAT", "EMU", "OWL"}


def test_a_list_that_kills_every_process_is_given_up(send: Callable[..., ImportJob]) -> None:
    job = send()
    ImportJob.objects.filter(pk=job.pk).update(
        state=ImportJob.State.BUILDING, worker=name_dead_process(), attempts=MOST_ATTEMPTS
    )
    job.refresh_from_db()
    revive_job(job)
    job.refresh_from_db()
    assert job.state == ImportJob.State.FAILED
    assert "interrupted" in job.message


def test_a_job_that_lives_is_left_alone(send: Callable[..., ImportJob]) -> None:
    job = send()
    ImportJob.objects.filter(pk=job.pk).update(
        state=ImportJob.State.BUILDING, worker=imports.name_process()
    )
    job.refresh_from_db()
    revive_job(job)
    job.refresh_from_db()
    assert job.state == ImportJob.State.BUILDING


def test_a_silent_machine_counts_as_dead(send: Callable[..., ImportJob], lexicon: Lexicon) -> None:
    job = send()
    ImportJob.objects.filter(pk=job.pk).update(
        state=ImportJob.State.BUILDING,
        worker="elsewhere:12",
        beat_at=timezone.now() - timedelta(hours=1),
    )
    job.refresh_from_db()
    revive_job(job)
    job.refresh_from_db()
    assert job.state == ImportJob.State.DONE


def test_only_one_process_gets_a_job(
    send: Callable[..., ImportJob], monkeypatch: pytest.MonkeyPatch
) -> None:
    job = send()
    ImportJob.objects.filter(pk=job.pk).update(state=ImportJob.State.CONFIRMED)
    done: list[int] = []
    monkeypatch.setattr(running, "build_job", lambda job: done.append(job.pk))
    run_job(job.pk)
    run_job(job.pk)
    assert done == [job.pk]


def test_a_list_of_definitions_needs_no_new_word(
    send: Callable[..., ImportJob], lexicon: Lexicon, django_capture_on_commit_callbacks: Any
) -> None:
    job = build_now(send(b"zax\tA tool.\n", mode="add"), django_capture_on_commit_callbacks)
    assert job.state == ImportJob.State.DONE
    assert job.revision is None
    assert Definition.objects.get(word="ZAX").text == "A tool."


def kill(*_args: Any) -> None:
    raise SystemExit


def name_dead_process() -> str:
    gone = subprocess.Popen(["true"])
    gone.wait()
    return imports.name_process().replace(f":{os.getpid()}", f":{gone.pid}")
