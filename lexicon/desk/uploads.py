"""Editors' pages on uploaded lists: send, look at the dry run, confirm, watch it being built."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from lexicon.desk.forms import UploadForm
from lexicon.desk.pages import address, page, show
from lexicon.models import ImportJob, Lexicon
from lexicon.services.jobs import (
    ACTIVE,
    Upload,
    confirm_import,
    discard_import,
    open_import,
    recheck_import,
)
from lexicon.wording import REASONS, STAGES

JOBS_SHOWN = 10


@page("lexicon.add_importjob")
def show_upload(request: HttpRequest, lexicon: Lexicon) -> HttpResponse:
    """The upload's form, and the lists on their way."""
    sending = request.method == "POST"
    form = UploadForm(request.POST, request.FILES) if sending else UploadForm()
    if sending and form.is_valid():
        sent = form.cleaned_data
        upload = Upload(
            sent["file"].read(),
            sent["file"].name,
            sent["mode"],
            sent["note"],
            sent["capitals"],
            sent["encoding"],
            sent["longest"],
        )
        job = open_import(lexicon, upload, request.user)
        return redirect(address("job", lexicon, job_id=job.pk))
    jobs = lexicon.imports.defer("content", "checked").select_related("revision", "created_by")
    context = {"form": form, "jobs": jobs[:JOBS_SHOWN]}
    return show(request, lexicon, "upload", "upload", context, status=422 if form.errors else 200)


@page("lexicon.add_importjob")
def show_job(request: HttpRequest, lexicon: Lexicon, job_id: int) -> HttpResponse:
    """Where a list stands; asked again every second while it is worked on."""
    job = _load_job(lexicon, job_id)
    context = describe_job(job) | {"lexicon": lexicon}
    if request.headers.get("HX-Request"):
        return render(request, "admin/lexicon/parts/_job.html", context)
    return show(request, lexicon, "job", "upload", context)


@page("lexicon.add_revision")
def confirm_job(request: HttpRequest, lexicon: Lexicon, job_id: int) -> HttpResponse:
    """The three answers to a dry run: build it, compare again, or forget it."""
    job = _load_job(lexicon, job_id)
    choice = request.POST.get("choice", "")
    if choice == "build":
        confirm_import(job)
    elif choice == "recheck":
        recheck_import(job)
    elif choice == "discard" and discard_import(job):
        messages.info(request, _("The upload was discarded. Nothing was changed."))
        return redirect(address("upload", lexicon))
    return redirect(address("job", lexicon, job_id=job.pk))


def describe_job(job: ImportJob) -> dict[str, object]:
    """A job as its page shows it."""
    refused = job.report.get("refused", {})
    reasons = [(REASONS[code], found) for code, found in refused.items() if code in REASONS]
    reasons.sort(key=lambda row: -row[1]["count"])
    return {
        "job": job,
        "active": job.state in ACTIVE,
        "stage": STAGES.get(job.stage, ""),
        "percent": round(100 * job.steps_done / job.steps) if job.steps else None,
        "reasons": reasons,
        "refused": sum(found["count"] for _reason, found in reasons),
        "stale": job.base_id != job.lexicon.current_revision_id,
    }


def _load_job(lexicon: Lexicon, job_id: int) -> ImportJob:
    jobs = ImportJob.objects.defer("content", "checked").select_related("revision", "lexicon")
    return get_object_or_404(jobs, pk=job_id, lexicon=lexicon)
