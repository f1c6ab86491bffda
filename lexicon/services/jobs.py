"""Uploaded word lists as the web sees them: check first (a dry run), build once confirmed.

Each half is done in a process of its own (:mod:`lexicon.services.job_work`). The job's row is the
truth about where it stands; when its process is gone, whoever looks next starts it again.
"""

import os
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from lexicon.lists.sieve import LONGEST
from lexicon.models import ImportJob, Lexicon

State = ImportJob.State

MOST_ATTEMPTS = 3
SILENCE = timedelta(minutes=10)
"""After so long without a sign of life a job on another machine counts as dead."""
PATIENCE = timedelta(seconds=20)
"""So long a job may wait for its process to begin."""


@dataclass(frozen=True, slots=True)
class Upload:
    """What an editor sends in. ``content`` is the file as it came."""

    content: bytes
    file_name: str
    mode: str
    note: str
    capitals: str = "auto"
    encoding: str = "auto"
    longest: int = LONGEST


def open_import(lexicon: Lexicon, upload: Upload, user: Any) -> ImportJob:
    """Queue the check of a list and start it."""
    job = ImportJob.objects.create(
        lexicon=lexicon,
        base=lexicon.current_revision,
        content=upload.content,
        file_name=upload.file_name[:200],
        mode=upload.mode,
        note=upload.note,
        capitals=upload.capitals,
        encoding=upload.encoding,
        longest=upload.longest,
        created_by=user,
    )
    transaction.on_commit(lambda: start_job(job.pk))
    return job


def confirm_import(job: ImportJob) -> bool:
    """Ask for the build of a checked list; false when it is not (or no longer) waiting for that."""
    moved = ImportJob.objects.filter(pk=job.pk, state=State.CHECKED).update(
        state=State.CONFIRMED, attempts=0, stage="", message="", beat_at=timezone.now()
    )
    if moved:
        transaction.on_commit(lambda: start_job(job.pk))
    return bool(moved)


def recheck_import(job: ImportJob) -> bool:
    """Compare a checked list with the newest revision again."""
    base = Lexicon.objects.get(pk=job.lexicon_id).current_revision
    moved = ImportJob.objects.filter(pk=job.pk, state=State.CHECKED).update(
        state=State.WAITING, base=base, attempts=0, message="", beat_at=timezone.now()
    )
    if moved:
        transaction.on_commit(lambda: start_job(job.pk))
    return bool(moved)


def start_job(job_id: int) -> None:
    """Run a job in a process of its own: neither its memory nor its time is the web's."""
    if getattr(settings, "LEXICON_IMPORTS_INLINE", False):
        from lexicon.services.job_work import run_job

        run_job(job_id)
        return
    subprocess.Popen(  # noqa: S603 - our own interpreter and command
        [sys.executable, "-m", "django", "run_import", str(job_id)],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": settings.SETTINGS_MODULE},
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )


def revive_job(job: ImportJob) -> None:
    """Start a job again whose process is gone; called by whoever looks at it."""
    if job.state in {State.WAITING, State.CONFIRMED}:
        if (job.beat_at or job.created_at) < timezone.now() - PATIENCE:
            ImportJob.objects.filter(pk=job.pk).update(beat_at=timezone.now())
            start_job(job.pk)
    elif job.state in {State.CHECKING, State.BUILDING} and _is_dead(job):
        back = State.WAITING if job.state == State.CHECKING else State.CONFIRMED
        fields: dict[str, Any] = {"state": back, "worker": ""}
        if job.attempts >= MOST_ATTEMPTS:
            fields |= {"state": State.FAILED, "message": _("It was interrupted too often.")}
        moved = ImportJob.objects.filter(pk=job.pk, state=job.state, worker=job.worker)
        if moved.update(**fields) and fields["state"] != State.FAILED:
            start_job(job.pk)


def name_process() -> str:
    """This process as written on a job: machine and process id."""
    return f"{socket.gethostname()}:{os.getpid()}"


def _is_dead(job: ImportJob) -> bool:
    machine, _colon, process = job.worker.rpartition(":")
    if machine == socket.gethostname() and process.isdigit():
        return not _is_running(int(process))
    return job.beat_at is None or job.beat_at < timezone.now() - SILENCE


def _is_running(process: int) -> bool:
    with suppress(ChildProcessError, PermissionError):
        # A child that ended stays listed until somebody asks how it went.
        os.waitpid(process, os.WNOHANG)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
