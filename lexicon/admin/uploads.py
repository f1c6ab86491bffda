"""Editors' pages for uploading a list: the form, the report of the dry run, and the progress."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from lexicon.admin.editor_pages import editor_page, get_editor_url, render_editor_page
from lexicon.admin.forms import UploadForm
from lexicon.models import ImportJob, Lexicon
from lexicon.perspective.wording import REASONS, STAGES
from lexicon.services.import_jobs import (
    ACTIVE,
    ListUpload,
    confirm_import,
    discard_import,
    get_queue_place,
    is_queued,
    open_import,
    recheck_import,
)

JOBS_SHOWN = 10


@editor_page("lexicon.add_importjob")
def show_upload(request: HttpRequest, lexicon: Lexicon) -> HttpResponse:
    """Show or process the upload form, with a list of recent jobs."""
    sending = request.method == "POST"
    form = UploadForm(request.POST, request.FILES) if sending else UploadForm()
    if sending and form.is_valid():
        sent = form.cleaned_data
        upload = ListUpload(
            sent["file"].read(),
            sent["file"].name,
            sent["mode"],
            sent["note"],
            sent["capitals"],
            sent["encoding"],
            sent["longest"],
        )
        job = open_import(lexicon, upload, request.user)
        return redirect(get_editor_url("job", lexicon, job_id=job.pk))
    jobs = lexicon.imports.defer("content", "checked").select_related("revision", "created_by")
    context = {"form": form, "jobs": jobs[:JOBS_SHOWN]}
    return render_editor_page(
        request, lexicon, "upload", "upload", context, status=422 if form.errors else 200
    )


@editor_page("lexicon.add_importjob")
def show_job(request: HttpRequest, lexicon: Lexicon, job_id: int) -> HttpResponse:
    """Show a job's state. The page polls this every second while the job is running."""
    job = _load_job(lexicon, job_id)
    context = describe_job(job) | {"lexicon": lexicon}
    if request.headers.get("HX-Request"):
        return render(request, "admin/lexicon/parts/_job.html", context)
    return render_editor_page(request, lexicon, "job", "upload", context)


@editor_page("lexicon.add_revision")
def confirm_job(request: HttpRequest, lexicon: Lexicon, job_id: int) -> HttpResponse:
    """Process the editor's decision after a dry run: build, compare again or discard."""
    job = _load_job(lexicon, job_id)
    choice = request.POST.get("choice", "")
    if choice == "build":
        confirm_import(job)
    elif choice == "recheck":
        recheck_import(job)
    elif choice == "discard":
        if discard_import(job):
            messages.info(request, _("Upload discarded. Nothing was changed."))
        else:
            messages.info(request, _("Import cancelled, but its words were already saved."))
        return redirect(get_editor_url("upload", lexicon))
    return redirect(get_editor_url("job", lexicon, job_id=job.pk))


def describe_job(job: ImportJob) -> dict[str, object]:
    """Build the context of a job's page."""
    refused = job.report.get("refused", {})
    reasons = [(REASONS[code], found) for code, found in refused.items() if code in REASONS]
    reasons.sort(key=lambda row: -row[1]["count"])
    return {
        "job": job,
        "active": job.state in ACTIVE,
        "stage": str(STAGES.get(job.stage, "")),
        "queue_place": get_queue_place(job) if is_queued(job) else None,
        "reasons": reasons,
        "refused": sum(found["count"] for _reason, found in reasons),
        "stale": job.base_id != job.lexicon.current_revision_id,
    }


def _load_job(lexicon: Lexicon, job_id: int) -> ImportJob:
    jobs = ImportJob.objects.defer("content", "checked").select_related("revision", "lexicon")
    return get_object_or_404(jobs, pk=job_id, lexicon=lexicon)
