"""The work of an import job, run by ``manage.py run_import`` outside the web processes.

A process claims a job by changing its state and writing its own id to it. It renews its lease while
it works, and does not touch the dictionary until the last step. A process that has lost its lease
writes nothing more. :mod:`lexicon.services.import_jobs` creates and restarts jobs.
"""

import json
import logging
import os
import secrets
import signal
import socket
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import asdict
from threading import Event, Thread
from time import monotonic
from typing import Any, cast

from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import F
from django.utils import timezone

from lexicon.graph.progress import Progress, share_progress
from lexicon.lists.list_reader import ListFormat, read_word_list
from lexicon.lists.word_filter import CheckedList
from lexicon.lists.word_text import compare_texts, drop_words, merge_texts
from lexicon.models import ImportJob
from lexicon.services.definitions import save_definitions
from lexicon.services.import_jobs import MAX_RUNNING, start_waiting_jobs
from lexicon.services.package_install import find_meanings
from lexicon.services.revisions import Author, get_revision_text, publish_text
from lexicon.sources.freedict import get_package
from lexicon.sources.package_reader import find_source, read_package
from lexicon.terms.errors import SourceError, StaleRevisionError, StorableError, UploadError
from lexicon.terms.stored_texts import StoredText, make_stored_text

State = ImportJob.State

MAX_SHOWN_WORDS = 12
"""Added and removed words that a report names as examples."""
LEASE_RENEWAL_INTERVAL = 5.0
"""Seconds between renewals; far shorter than the lease."""
_WRITE_INTERVAL = 0.3
"""Seconds between two writes of a job's progress."""
PACKAGE_SHARES = {"read": 84, "explain": 10, "compare": 4, "pack": 2}
UPLOAD_SHARES = {"read": 5, "check": 75, "compare": 15, "pack": 5}
BUILD_SHARES = {"build": 90, "define": 10}
"""The stages of both halves, each with its share of the time; a package's were measured with
Hungarian. Load changes the time but not the shares."""

logger = logging.getLogger(__name__)


class LeaseLostError(Exception):
    """Another process was given the job, or it was discarded."""


def run_job(
    job_id: int, *, lease: Callable[[str], AbstractContextManager[None]] | None = None
) -> None:
    """Run the next half of a job, unless another process has claimed it or too many are running.

    Then start the jobs that have waited for this one to end. ``lease`` is held meanwhile: a process
    that does nothing else passes :func:`hold_lease`.
    """
    halves = (
        (State.WAITING, State.CHECKING, check_job),
        (State.CONFIRMED, State.BUILDING, build_job),
    )
    mark = make_process_id()
    for waiting, active, work in halves:
        if _claim(job_id, waiting, active, mark):
            with lease(mark) if lease else nullcontext():
                _try(job_id, mark, work)
            start_waiting_jobs()
            return


def _claim(job_id: int, waiting: State, active: State, mark: str) -> bool:
    """Claim a job and a slot. Returns false if another process has the job or no slot is free.

    A slot is unique in the table, so processes that start at once cannot exceed the limit.
    """
    for slot in range(1, MAX_RUNNING + 1):
        with suppress(IntegrityError), transaction.atomic():
            claimed = ImportJob.objects.filter(pk=job_id, state=waiting).update(
                state=active,
                worker=mark,
                slot=slot,
                heartbeat_at=timezone.now(),
                attempts=F("attempts") + 1,
            )
            return bool(claimed)
    return False


def make_process_id() -> str:
    """Return an id of this process that is unique across machines."""
    return f"{socket.gethostname()[:60]}:{os.getpid()}:{secrets.token_hex(8)}"


@contextmanager
def hold_lease(mark: str) -> Iterator[None]:
    """Renew the lease of this process's job in a thread, because some steps take minutes without
    reporting progress.

    If the job is cancelled or given to another process, this process is ended. It has written
    nothing that would have to be undone.
    """
    done = Event()

    def renew() -> None:
        while not done.wait(LEASE_RENEWAL_INTERVAL):
            with suppress(DatabaseError):
                if not ImportJob.objects.filter(worker=mark).update(heartbeat_at=timezone.now()):
                    os.kill(os.getpid(), signal.SIGTERM)
            connection.close()  # this thread has its own connection, which no one else would close

    thread = Thread(target=renew, name="lease", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def check_job(job: ImportJob) -> None:
    """Do the dry run: report what the list contains and what it would change."""
    progress = JobProgress(job, PACKAGE_SHARES if job.package_language else UPLOAD_SHARES)
    if job.checked:
        text, definitions = unpack_checked(bytes(job.checked))
        report = dict(job.report)
    else:
        text, definitions, report = _read(job, progress)
    old = get_revision_text(job.base)
    change = compare_texts(
        old, combine_words(job, text), MAX_SHOWN_WORDS, progress.enter("compare")
    )
    report |= asdict(change)
    if job.mode == ImportJob.Mode.REMOVE:
        absent = compare_texts(old, text, MAX_SHOWN_WORDS)
        report |= {"absent": absent.added, "absent_words": absent.added_words}
    progress.enter("pack")
    packed = pack_checked(text, definitions)
    _finish(job, State.CHECKED, report=report, checked=packed, content=b"")


def build_job(job: ImportJob) -> None:
    """Publish the new revision, then its definitions. After a restart, skip what is done."""
    progress = JobProgress(job, BUILD_SHARES)
    text, definitions = unpack_checked(bytes(job.checked))
    if job.revision is None and not _only_defines(job, definitions):
        publish_text(
            job.lexicon,
            combine_words(job, text),
            base=job.base,
            author=Author.of(job.created_by) if job.created_by else Author(),
            note="" if job.automatic_note else job.note,
            automatic_note=job.automatic_note,
            progress=progress.enter("build"),
            also=lambda revision: _finish(job, State.BUILDING, revision=revision),
        )
    if definitions:
        source = get_package(job.package_language) if job.package_language else job.file_name[:120]
        save_definitions(job.lexicon.language, definitions, source, progress.enter("define"))
    _finish(job, State.DONE, checked=b"")


def combine_words(job: ImportJob, text: str) -> str:
    """Return the text of all words that the dictionary would have."""
    if job.mode == ImportJob.Mode.REPLACE:
        return text
    old = get_revision_text(job.base)
    if job.mode == ImportJob.Mode.REMOVE:
        return drop_words(old, set(text.split()))
    return merge_texts((old, text))


def pack_checked(text: str, definitions: Mapping[str, str]) -> bytes:
    """Compress a line of JSON with the definitions, followed by the words' text."""
    head = json.dumps(dict(definitions), ensure_ascii=False)
    return zlib.compress(f"{head}\n{text}".encode(), 1)


def unpack_checked(packed: bytes) -> tuple[str, dict[str, str]]:
    head, _end, text = zlib.decompress(packed).decode().partition("\n")
    return text, json.loads(head)


class JobProgress:
    """Writes a job's progress to its row, at most a few times per second.

    ``shares`` are the stages of the half, each with its share of the time.
    """

    def __init__(self, job: ImportJob, shares: Mapping[str, int]) -> None:
        self.job = job
        self.last = 0.0
        parts = share_progress(self._report, *shares.values())
        self._parts = dict(zip(shares, parts, strict=True))
        job.stage, job.steps_done = "", 0

    def enter(self, stage: str) -> Progress:
        """Begin a stage, and return what takes its progress."""
        report = self._parts[stage]
        self.job.stage, self.last = stage, 0.0
        report(0, 1)
        return report

    def _report(self, done: int, total: int) -> None:
        if monotonic() - self.last > _WRITE_INTERVAL:
            self.last = monotonic()
            # It never goes back, and the end is that of the half, not of its last stage.
            self.job.steps_done = max(self.job.steps_done, min(done, total - 1))
            _write(self.job, stage=self.job.stage, steps_done=self.job.steps_done, steps=total)


def _try(job_id: int, mark: str, work: Callable[[ImportJob], None]) -> None:
    found = ImportJob.objects.select_related("lexicon", "base", "revision")
    if (job := found.filter(pk=job_id, worker=mark).first()) is None:
        return  # it was cancelled just now
    try:
        work(job)
    except LeaseLostError:
        logger.warning("Import %s was taken over by another process", job.pk)
    except StaleRevisionError as error:
        # The list stays checked, so the editor can see what changed and decide.
        _finish(job, State.CHECKED, problem=error.stored)
    except StorableError as error:
        _fail(job, error.stored)
    except MemoryError:
        _fail(job, make_stored_text("import.memory"))
    except Exception:
        logger.exception("Import %s failed", job.pk)
        _fail(job, make_stored_text("import.failed"))


def _read(job: ImportJob, progress: JobProgress) -> tuple[str, dict[str, str], dict[str, Any]]:
    read = _read_package if job.package_language else _read_upload
    checked, encoding = read(job, progress)
    report = checked.to_json() | {"encoding": encoding}
    if not checked.words:
        _write(job, report=report)
        raise UploadError("upload.no_words")
    return checked.words.text, checked.definitions, report


def _read_package(job: ImportJob, progress: JobProgress) -> tuple[CheckedList, str]:
    source = find_source(job.package_language)
    checked = read_package(source, None, progress.enter("read"))
    # Many languages have no package with definitions.
    with suppress(SourceError):
        checked.definitions = find_meanings(
            job.package_language, checked.words.text, progress=progress.enter("explain")
        )
    return checked, source.encoding


def _read_upload(job: ImportJob, progress: JobProgress) -> tuple[CheckedList, str]:
    progress.enter("read")
    reading = ListFormat(
        job.lexicon.language, cast("Any", job.capitals), cast("Any", job.encoding), job.longest
    )
    return read_word_list(bytes(job.content), reading, progress.enter("check"))


def _only_defines(job: ImportJob, definitions: Mapping[str, str]) -> bool:
    """Return whether the list changes no words and only brings definitions."""
    return bool(definitions) and not job.report.get("added") and not job.report.get("removed")


def _fail(job: ImportJob, problem: StoredText) -> None:
    _finish(job, State.FAILED, problem=problem, content=b"", checked=b"")


def _finish(job: ImportJob, state: str, **fields: Any) -> None:
    if state != State.BUILDING:
        fields = {"slot": None, "problem": None, "message": ""} | fields
    if state in (State.CHECKED, State.DONE):
        fields["steps_done"] = F("steps")
    _write(job, state=state, **fields)


def _write(job: ImportJob, **fields: Any) -> None:
    # If no row matches, the job was deleted or given to another process.
    mine = ImportJob.objects.filter(pk=job.pk, worker=job.worker)
    if not mine.update(heartbeat_at=timezone.now(), **fields):
        raise LeaseLostError
