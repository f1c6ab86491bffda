"""The work on an uploaded word list, done by ``manage.py run_import`` outside the web's processes.

A process claims a job by changing its state and writing its mark there, renews its lease while it
works, and leaves the dictionary alone until its very last step. Whoever lost the lease writes
nothing more. Jobs are made, and given to a new process, in :mod:`lexicon.services.jobs`.
"""

import json
import logging
import os
import secrets
import socket
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from threading import Event, Thread
from time import monotonic
from typing import Any, cast

from django.db import DatabaseError, connection
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from lexicon.errors import LexiconError, SourceError, StaleRevisionError, UploadError
from lexicon.graph.progress import Progress
from lexicon.lists.reading import Reading, read_words
from lexicon.lists.sieve import CheckedList
from lexicon.lists.text import compare_texts, drop_words, merge_texts
from lexicon.models import ImportJob
from lexicon.services.definitions import save_definitions
from lexicon.services.installing import find_meanings
from lexicon.services.revisions import Author, publish_text, text_of
from lexicon.sources.freedict import package_of
from lexicon.sources.packages import find_source, read_package

State = ImportJob.State

MOST_SHOWN = 12
"""So many of the words that come and go are named in a report."""
RENEWED_EVERY = 5.0
"""Seconds; far shorter than the lease."""
_BEAT_SECONDS = 0.3

logger = logging.getLogger(__name__)


class LeaseLostError(Exception):
    """Another process was given the job, or it was discarded."""


def run_job(job_id: int, mark: str = "") -> None:
    """Do the half of the job that is due, unless another process has it."""
    halves = (
        (State.WAITING, State.CHECKING, check_job),
        (State.CONFIRMED, State.BUILDING, build_job),
    )
    mark = mark or make_mark()
    for waiting, active, work in halves:
        claimed = ImportJob.objects.filter(pk=job_id, state=waiting).update(
            state=active, worker=mark, beat_at=timezone.now(), attempts=F("attempts") + 1
        )
        if claimed:
            job = ImportJob.objects.select_related("lexicon", "base", "revision").get(pk=job_id)
            _try(job, work)
            return


def make_mark() -> str:
    """What tells this process from all others, on whatever machine."""
    return f"{socket.gethostname()[:60]}:{os.getpid()}:{secrets.token_hex(8)}"


@contextmanager
def hold_lease(mark: str) -> Iterator[None]:
    """Renew the lease of the job with this mark all the time: some steps tell nothing for
    minutes."""
    done = Event()

    def renew() -> None:
        while not done.wait(RENEWED_EVERY):
            with suppress(DatabaseError):
                ImportJob.objects.filter(worker=mark).update(beat_at=timezone.now())
            connection.close()

    thread = Thread(target=renew, name="lease", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def check_job(job: ImportJob) -> None:
    """The dry run: what the list holds, and what it would change."""
    beat = Beat(job)
    if job.checked:
        text, definitions = unpack_checked(bytes(job.checked))
        report = dict(job.report)
    else:
        text, definitions, report = _read(job, beat)
    beat.enter("compare")
    old = text_of(job.base)
    change = compare_texts(old, combine(job, text), MOST_SHOWN)
    report |= asdict(change)
    if job.mode == ImportJob.Mode.REMOVE:
        absent = compare_texts(old, text, MOST_SHOWN)
        report |= {"absent": absent.added, "absent_words": absent.added_words}
    packed = pack_checked(text, definitions)
    _finish(job, State.CHECKED, report=report, checked=packed, content=b"")


def build_job(job: ImportJob) -> None:
    """The new revision, then its definitions; begun again, it goes on where it was."""
    beat = Beat(job)
    text, definitions = unpack_checked(bytes(job.checked))
    if job.revision is None and not _only_defines(job, definitions):
        beat.enter("build")
        publish_text(
            job.lexicon,
            combine(job, text),
            base=job.base,
            author=Author.of(job.created_by) if job.created_by else Author(),
            note=job.note,
            progress=beat.progress("build"),
            also=lambda revision: _finish(job, State.BUILDING, revision=revision),
        )
    if definitions:
        source = package_of(job.package_of) if job.package_of else job.file_name[:120]
        save_definitions(job.lexicon.language, definitions, source, beat.progress("define"))
    _finish(job, State.DONE, checked=b"")


def combine(job: ImportJob, text: str) -> str:
    """The text of the words the dictionary would have."""
    if job.mode == ImportJob.Mode.REPLACE:
        return text
    old = text_of(job.base)
    if job.mode == ImportJob.Mode.REMOVE:
        return drop_words(old, set(text.split()))
    return merge_texts((old, text))


def pack_checked(text: str, definitions: Mapping[str, str]) -> bytes:
    """A line with the definitions, then the words' text."""
    head = json.dumps(dict(definitions), ensure_ascii=False)
    return zlib.compress(f"{head}\n{text}".encode(), 1)


def unpack_checked(packed: bytes) -> tuple[str, dict[str, str]]:
    head, _end, text = zlib.decompress(packed).decode().partition("\n")
    return text, json.loads(head)


class Beat:
    """Writes a job's progress to its row, but not so often that it costs."""

    def __init__(self, job: ImportJob) -> None:
        self.job = job
        self.last = 0.0

    def enter(self, stage: str) -> None:
        self._write(stage, 0, 0)

    def progress(self, stage: str) -> Progress:
        def tell(done: int, total: int) -> None:
            if monotonic() - self.last > _BEAT_SECONDS or stage != self.job.stage:
                self._write(stage, done, total)

        return tell

    def _write(self, stage: str, done: int, total: int) -> None:
        self.last = monotonic()
        self.job.stage = stage
        _write(self.job, stage=stage, steps_done=done, steps=total)


def _try(job: ImportJob, work: Callable[[ImportJob], None]) -> None:
    try:
        work(job)
    except LeaseLostError:
        logger.warning("Import %s was given to another process", job.pk)
    except StaleRevisionError as error:
        # The list stays checked: the editor sees what changed and decides.
        _finish(job, State.CHECKED, message=str(error))
    except LexiconError as error:
        _fail(job, str(error))
    except MemoryError:
        _fail(job, _("The list is too large for this machine."))
    except Exception:
        logger.exception("Import %s failed", job.pk)
        _fail(job, _("Something went wrong; the log of the site tells more."))


def _read(job: ImportJob, beat: Beat) -> tuple[str, dict[str, str], dict[str, Any]]:
    beat.enter("read")
    checked, encoding = _read_package(job, beat) if job.package_of else _read_upload(job, beat)
    report = checked.to_json() | {"encoding": encoding}
    if not checked.words:
        _write(job, report=report)
        raise UploadError(_("None of its words can be used."))
    return checked.words.text, checked.definitions, report


def _read_package(job: ImportJob, beat: Beat) -> tuple[CheckedList, str]:
    source = find_source(job.package_of)
    checked = read_package(source, None, beat.progress("read"))
    # Many languages have no package that tells what words mean.
    with suppress(SourceError):
        checked.definitions = find_meanings(job.package_of, checked.words.text)
    return checked, source.encoding


def _read_upload(job: ImportJob, beat: Beat) -> tuple[CheckedList, str]:
    reading = Reading(
        job.lexicon.language, cast("Any", job.capitals), cast("Any", job.encoding), job.longest
    )
    return read_words(bytes(job.content), reading, beat.progress("check"))


def _only_defines(job: ImportJob, definitions: Mapping[str, str]) -> bool:
    """Whether the list adds no word and is there for its definitions."""
    return bool(definitions) and not job.report.get("added") and not job.report.get("removed")


def _fail(job: ImportJob, message: str) -> None:
    _finish(job, State.FAILED, message=message, content=b"", checked=b"")


def _finish(job: ImportJob, state: str, **fields: Any) -> None:
    _write(job, state=state, **fields)


def _write(job: ImportJob, **fields: Any) -> None:
    mine = ImportJob.objects.filter(pk=job.pk, worker=job.worker)
    if not mine.update(beat_at=timezone.now(), **fields):
        raise LeaseLostError
