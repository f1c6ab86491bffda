"""Word lists, uploaded or a package's, as the web sees them: check first, build once confirmed.

Each half is done in a process of its own (:mod:`lexicon.services.job_work`), which holds the job
by a lease that it renews. The job's row is the truth about where it stands; the site's worker
starts every job again whose process is gone.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from lexicon.lists.sieve import LONGEST
from lexicon.models import ImportJob, Lexicon
from lexicon.services.importing import find_or_describe
from lexicon.services.installing import Wish, describe_import
from lexicon.sources.packages import find_source

State = ImportJob.State
ACTIVE = (State.WAITING, State.CHECKING, State.CONFIRMED, State.BUILDING)
UNDECIDED = (*ACTIVE, State.CHECKED)

MOST_TRIES = 3
LEASE = timedelta(seconds=30)
"""After so long without a sign of life of its process a job is given to another one."""
_children: list[subprocess.Popen[bytes]] = []


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


def open_install(language: str, user: Any) -> ImportJob:
    """Queue the check of a language's package; the one already on its way where there is one.

    Raises :class:`SourceError` for a language that no package has, and when it is not there.
    """
    source = find_source(language)
    source.find_files()
    wanted = describe_import(source, Wish(language))
    with transaction.atomic():
        lexicon = find_or_describe(wanted)
        if lexicon._state.adding:
            lexicon.save()
        held = Lexicon.objects.select_for_update().get(pk=lexicon.pk)
        under_way = held.imports.filter(package_of=language, state__in=UNDECIDED)
        if job := under_way.first():
            return job
        job = ImportJob.objects.create(
            lexicon=held,
            base=held.current_revision,
            package_of=language,
            file_name=source.package,
            mode=ImportJob.Mode.REPLACE,
            note=wanted.note,
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


def discard_import(job: ImportJob) -> bool:
    """Forget a list; false when it is being built by now."""
    gone, _rows = ImportJob.objects.filter(pk=job.pk).exclude(state=State.BUILDING).delete()
    return bool(gone)


def start_job(job_id: int) -> None:
    """Run a job in a process of its own: neither its memory nor its time is the web's."""
    if getattr(settings, "LEXICON_IMPORTS_INLINE", False):
        from lexicon.services.job_work import run_job

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


def revive_jobs() -> None:
    """Start every job whose process is gone, or never began; done by the worker all the time."""
    _forget_ended()
    now = timezone.now()
    due = Q(state__in=ACTIVE) & (
        Q(beat_at__lt=now - LEASE) | Q(beat_at=None, created_at__lt=now - LEASE)
    )
    for job in ImportJob.objects.filter(due).defer("content", "checked", "report"):
        _revive(job, now)


def _revive(job: ImportJob, now: datetime) -> None:
    back = {State.CHECKING: State.WAITING, State.BUILDING: State.CONFIRMED}
    fields: dict[str, Any] = {"state": back.get(State(job.state)), "worker": "", "beat_at": now}
    if fields["state"] is None:
        # Its process died before it began.
        fields |= {"state": job.state, "attempts": job.attempts + 1}
    if job.attempts >= MOST_TRIES:
        fields |= {"state": State.FAILED, "message": _("It was interrupted too often.")}
        fields |= {"content": b"", "checked": b""}
    # Only one of several workers gets past this.
    mine = ImportJob.objects.filter(pk=job.pk, state=job.state, beat_at=job.beat_at)
    if mine.update(**fields) and fields["state"] != State.FAILED:
        start_job(job.pk)


def _forget_ended() -> None:
    """Ask the processes started here how they went; one nobody asks stays listed for ever."""
    _children[:] = [child for child in _children if child.poll() is None]
