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
from contextlib import contextmanager, suppress
from dataclasses import asdict
from threading import Event, Thread
from time import monotonic
from typing import Any, cast

from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from lexicon.graph.progress import Progress
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
from lexicon.terms.errors import LexiconError, SourceError, StaleRevisionError, UploadError

State = ImportJob.State

MAX_SHOWN_WORDS = 12
"""Added and removed words that a report names as examples."""
LEASE_RENEWAL_INTERVAL = 5.0
"""Seconds between renewals; far shorter than the lease."""
_BEAT_SECONDS = 0.3

logger = logging.getLogger(__name__)


class LeaseLostError(Exception):
    """Another process was given the job, or it was discarded."""


def run_job(job_id: int, mark: str = "") -> None:
    """Run the next half of a job, unless another process has claimed it or too many are running.

    Then start the jobs that have waited for this one to end.
    """
    halves = (
        (State.WAITING, State.CHECKING, check_job),
        (State.CONFIRMED, State.BUILDING, build_job),
    )
    mark = mark or make_process_id()
    for waiting, active, work in halves:
        if _claim(job_id, waiting, active, mark):
            job = ImportJob.objects.select_related("lexicon", "base", "revision").get(pk=job_id)
            _try(job, work)
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
                beat_at=timezone.now(),
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
        held = False
        while not done.wait(LEASE_RENEWAL_INTERVAL):
            with suppress(DatabaseError):
                kept = ImportJob.objects.filter(worker=mark).update(beat_at=timezone.now())
                if held and not kept:
                    os.kill(os.getpid(), signal.SIGTERM)
                held = held or bool(kept)
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
    beat = JobProgress(job)
    if job.checked:
        text, definitions = unpack_checked(bytes(job.checked))
        report = dict(job.report)
    else:
        text, definitions, report = _read(job, beat)
    beat.enter("compare")
    old = get_revision_text(job.base)
    change = compare_texts(old, combine_words(job, text), MAX_SHOWN_WORDS)
    report |= asdict(change)
    if job.mode == ImportJob.Mode.REMOVE:
        absent = compare_texts(old, text, MAX_SHOWN_WORDS)
        report |= {"absent": absent.added, "absent_words": absent.added_words}
    packed = pack_checked(text, definitions)
    _finish(job, State.CHECKED, report=report, checked=packed, content=b"")


def build_job(job: ImportJob) -> None:
    """Publish the new revision, then its definitions. After a restart, skip what is done."""
    beat = JobProgress(job)
    text, definitions = unpack_checked(bytes(job.checked))
    if job.revision is None and not _only_defines(job, definitions):
        beat.enter("build")
        publish_text(
            job.lexicon,
            combine_words(job, text),
            base=job.base,
            author=Author.of(job.created_by) if job.created_by else Author(),
            note=job.note,
            progress=beat.progress("build"),
            also=lambda revision: _finish(job, State.BUILDING, revision=revision),
        )
    if definitions:
        source = get_package(job.package_of) if job.package_of else job.file_name[:120]
        save_definitions(job.lexicon.language, definitions, source, beat.progress("define"))
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
    """Writes a job's progress to its row, at most a few times per second."""

    def __init__(self, job: ImportJob) -> None:
        self.job = job
        self.last = 0.0

    def enter(self, stage: str) -> None:
        self._write(stage, 0, 0)

    def progress(self, stage: str) -> Progress:
        def report(done: int, total: int) -> None:
            if monotonic() - self.last > _BEAT_SECONDS or stage != self.job.stage:
                self._write(stage, done, total)

        return report

    def _write(self, stage: str, done: int, total: int) -> None:
        self.last = monotonic()
        self.job.stage = stage
        _write(self.job, stage=stage, steps_done=done, steps=total)


def _try(job: ImportJob, work: Callable[[ImportJob], None]) -> None:
    try:
        work(job)
    except LeaseLostError:
        logger.warning("Import %s was taken over by another process", job.pk)
    except StaleRevisionError as error:
        # The list stays checked, so the editor can see what changed and decide.
        _finish(job, State.CHECKED, message=str(error))
    except LexiconError as error:
        _fail(job, str(error))
    except MemoryError:
        _fail(job, _("The list is too large for this machine."))
    except Exception:
        logger.exception("Import %s failed", job.pk)
        _fail(job, _("Something went wrong. See the site's log for details."))


def _read(job: ImportJob, beat: JobProgress) -> tuple[str, dict[str, str], dict[str, Any]]:
    beat.enter("read")
    checked, encoding = _read_package(job, beat) if job.package_of else _read_upload(job, beat)
    report = checked.to_json() | {"encoding": encoding}
    if not checked.words:
        _write(job, report=report)
        raise UploadError(_("The list has no usable words."))
    return checked.words.text, checked.definitions, report


def _read_package(job: ImportJob, beat: JobProgress) -> tuple[CheckedList, str]:
    source = find_source(job.package_of)
    checked = read_package(source, None, beat.progress("read"))
    # Many languages have no package with definitions.
    with suppress(SourceError):
        checked.definitions = find_meanings(job.package_of, checked.words.text)
    return checked, source.encoding


def _read_upload(job: ImportJob, beat: JobProgress) -> tuple[CheckedList, str]:
    reading = ListFormat(
        job.lexicon.language, cast("Any", job.capitals), cast("Any", job.encoding), job.longest
    )
    return read_word_list(bytes(job.content), reading, beat.progress("check"))


def _only_defines(job: ImportJob, definitions: Mapping[str, str]) -> bool:
    """Return whether the list changes no words and only brings definitions."""
    return bool(definitions) and not job.report.get("added") and not job.report.get("removed")


def _fail(job: ImportJob, message: str) -> None:
    _finish(job, State.FAILED, message=message, content=b"", checked=b"")


def _finish(job: ImportJob, state: str, **fields: Any) -> None:
    if state != State.BUILDING:
        fields["slot"] = None
    _write(job, state=state, **fields)


def _write(job: ImportJob, **fields: Any) -> None:
    # If no row matches, the job was deleted or given to another process.
    mine = ImportJob.objects.filter(pk=job.pk, worker=job.worker)
    if not mine.update(beat_at=timezone.now(), **fields):
        raise LeaseLostError
