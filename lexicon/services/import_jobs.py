"""Import jobs: word lists from uploads or packages, checked first and built once confirmed.

Each half runs in a separate process (:mod:`lexicon.services.import_worker`), which holds the job by
a lease that it renews. The job's row holds its state, and the site's worker restarts every job
whose process has died.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from lexicon.lists.word_filter import MAX_WORD_LENGTH
from lexicon.models import ImportJob, Lexicon
from lexicon.services.list_import import ImportRequest, find_or_make_lexicon
from lexicon.services.package_install import InstallRequest, describe_import
from lexicon.sources.package_reader import find_source
from lexicon.terms.stored_texts import make_stored_text

State = ImportJob.State
NOT_BEGUN: dict[str, Any] = {"stage": "", "steps_done": 0, "steps": 0}
"""The progress of a half that has no process yet."""
ACTIVE = (State.WAITING, State.CHECKING, State.CONFIRMED, State.BUILDING)
UNDECIDED = (*ACTIVE, State.CHECKED)

MAX_RUNNING = 2
"""Jobs that may be checked or built at a time. Others wait, in the order they were made."""
MAX_TRIES = 3
LEASE = timedelta(seconds=30)
"""A job whose lease has not been renewed for so long is given to another process."""
_children: list[subprocess.Popen[bytes]] = []


@dataclass(frozen=True, slots=True)
class ListUpload:
    """A word list uploaded by an editor. ``content`` are the bytes of the file."""

    content: bytes
    file_name: str
    mode: str
    note: str
    capitals: str = "auto"
    encoding: str = "auto"
    longest: int = MAX_WORD_LENGTH


def open_import(lexicon: Lexicon, upload: ListUpload, user: Any) -> ImportJob:
    """Create a job for an uploaded list, and start its check once the transaction commits.

    A form that was sent twice gets the job it has made already, while that is being checked.
    """
    chosen = {
        "file_name": upload.file_name[:200],
        "mode": upload.mode,
        "note": upload.note,
        "capitals": upload.capitals,
        "encoding": upload.encoding,
        "longest": upload.longest,
        "created_by": user,
    }
    with transaction.atomic():
        locked = Lexicon.objects.select_for_update().get(pk=lexicon.pk)
        for same in locked.imports.filter(state__in=(State.WAITING, State.CHECKING), **chosen):
            if bytes(same.content) == upload.content:
                return same
        job = ImportJob.objects.create(
            lexicon=locked, base=locked.current_revision, content=upload.content, **chosen
        )
        transaction.on_commit(lambda: start_job(job.pk))
    return job


def open_install(language: str, user: Any) -> ImportJob:
    """Create a job for a language's package and start its check, or return the unfinished one.

    Raises :class:`PackageError` if no package has the language or the package is not installed, and
    :class:`SourceError` if its dictionary exists in another language.
    """
    source = find_source(language)
    source.find_files()
    wanted = describe_import(source, InstallRequest(language))
    lexicon = _find_or_save_lexicon(wanted)
    with transaction.atomic():
        locked = Lexicon.objects.select_for_update().get(pk=lexicon.pk)
        under_way = locked.imports.filter(package_language=language, state__in=UNDECIDED)
        if job := under_way.first():
            return job
        job = ImportJob.objects.create(
            lexicon=locked,
            base=locked.current_revision,
            package_language=language,
            file_name=source.package,
            mode=ImportJob.Mode.REPLACE,
            # A process of the previous release may build it, and gives this as the reason.
            note=f"From Debian's package {source.package}.",
            created_by=user,
        )
        transaction.on_commit(lambda: start_job(job.pk))
        return job


def _find_or_save_lexicon(wanted: ImportRequest) -> Lexicon:
    lexicon = find_or_make_lexicon(wanted)
    if lexicon._state.adding:
        try:
            with transaction.atomic():
                lexicon.save()
        except IntegrityError:
            # Another request has made it meanwhile, or the language's default dictionary.
            lexicon = find_or_make_lexicon(wanted)
            if lexicon._state.adding:
                lexicon.save()
    return lexicon


def confirm_import(job: ImportJob) -> bool:
    """Start the build of a checked list. Returns false if the job is not in state CHECKED."""
    moved = ImportJob.objects.filter(pk=job.pk, state=State.CHECKED).update(
        state=State.CONFIRMED,
        attempts=0,
        message="",
        problem=None,
        heartbeat_at=timezone.now(),
        **NOT_BEGUN,
    )
    if moved:
        transaction.on_commit(lambda: start_job(job.pk))
    return bool(moved)


def recheck_import(job: ImportJob) -> bool:
    """Compare a checked list with the newest revision. Returns false if it is not CHECKED."""
    base = Lexicon.objects.get(pk=job.lexicon_id).current_revision
    moved = ImportJob.objects.filter(pk=job.pk, state=State.CHECKED).update(
        state=State.WAITING,
        base=base,
        attempts=0,
        message="",
        problem=None,
        heartbeat_at=timezone.now(),
        **NOT_BEGUN,
    )
    if moved:
        transaction.on_commit(lambda: start_job(job.pk))
    return bool(moved)


def discard_import(job: ImportJob) -> bool:
    """Delete a job, whatever it is doing, and return whether the dictionary is unchanged.

    Its process notices within five seconds. A build changes the dictionary with its last step
    but the definitions, in one transaction that fails without the job.
    """
    with transaction.atomic():
        row = ImportJob.objects.select_for_update().filter(pk=job.pk).only("revision").first()
        ImportJob.objects.filter(pk=job.pk).delete()
        transaction.on_commit(start_waiting_jobs)
    return row is None or row.revision_id is None


def start_job(job_id: int) -> None:
    """Run a job in a separate process, so that it takes no memory or time from the web process."""
    if getattr(settings, "LEXICON_IMPORTS_INLINE", False):
        from lexicon.services.import_worker import run_job

        run_job(job_id)
        return
    _forget_ended()
    _children.append(
        subprocess.Popen(  # noqa: S603 - our own interpreter and command
            [sys.executable, "-m", "django", "run_import", str(job_id)],
            cwd=settings.BASE_DIR,
            env=os.environ | {"DJANGO_SETTINGS_MODULE": settings.SETTINGS_MODULE},
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
    )


def start_waiting_jobs() -> None:
    """Start the oldest jobs that wait, as many as there are free slots."""
    free = MAX_RUNNING - ImportJob.objects.exclude(slot=None).count()
    for job_id in _list_waiting().values_list("pk", flat=True)[: max(free, 0)]:
        start_job(job_id)


def is_queued(job: ImportJob) -> bool:
    """Return whether a job waits until another one ends."""
    if job.state not in (State.WAITING, State.CONFIRMED):
        return False
    return ImportJob.objects.exclude(slot=None).count() >= MAX_RUNNING


def get_queue_place(job: ImportJob) -> int:
    """Return how many jobs that wait are to start before this one has, including it.

    Earlier uploads come first, also those that were confirmed or are compared again later.
    """
    return _list_waiting().filter(pk__lte=job.pk).count()


def _list_waiting() -> QuerySet[ImportJob]:
    return ImportJob.objects.filter(state__in=(State.WAITING, State.CONFIRMED)).order_by("pk")


def restart_lost_jobs() -> None:
    """Restart every job whose process has died or never started. The worker calls it regularly."""
    _forget_ended()
    now = timezone.now()
    due = Q(state__in=ACTIVE) & (
        Q(heartbeat_at__lt=now - LEASE) | Q(heartbeat_at=None, created_at__lt=now - LEASE)
    )
    for job in ImportJob.objects.filter(due).order_by("pk").defer("content", "checked", "report"):
        if not is_queued(job):
            _revive(job, now)


def _revive(job: ImportJob, now: datetime) -> None:
    back = {State.CHECKING: State.WAITING, State.BUILDING: State.CONFIRMED}
    fields: dict[str, Any] = {"state": back.get(State(job.state)), "heartbeat_at": now}
    fields |= {"worker": "", "slot": None} | NOT_BEGUN
    if fields["state"] is None:
        # Its process died before it claimed the job.
        fields |= {"state": job.state, "attempts": job.attempts + 1}
    if job.attempts >= MAX_TRIES:
        fields |= {
            "state": State.FAILED,
            "problem": make_stored_text("import.interrupted"),
        }
        fields |= {"content": b"", "checked": b""}
    # Comparing heartbeat_at lets only one of several workers restart the job.
    mine = ImportJob.objects.filter(pk=job.pk, state=job.state, heartbeat_at=job.heartbeat_at)
    if mine.update(**fields) and fields["state"] != State.FAILED:
        start_job(job.pk)


def _forget_ended() -> None:
    """Reap the child processes that have ended, which would otherwise remain as zombies."""
    _children[:] = [child for child in _children if child.poll() is None]
