"""The pages for uploading a game and for listing the visitor's uploads."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from games.common.requests import PageRequest, set_retry_after
from games.play.services.naming import get_or_create_player
from games.players.services.identity import get_player, get_visitor_id
from games.uploads.forms import (
    RecordUploadForm,
    collect_typed_values,
    parse_sent_record,
    parse_tile_set,
)
from games.uploads.perspective import build_fault_views, build_upload_preview
from games.uploads.perspective.wording import explain
from games.uploads.services import storage
from games.uploads.services.lookup import list_uploads
from games.uploads.services.record_inspection import inspect_record
from games.uploads.services.storage import UploadRequest
from scrabble_site.shared.refusals import Refusal

UPLOADS_PER_PAGE = 50


def answer_refusals(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Turn a view's errors into a page with the reason."""

    @wraps(view)
    def answering(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            values = {"sentence": explain(refusal), "status": refusal.status}
            return render(request, "refusal.html", values, status=refusal.status)

    return answering


@require_GET
@never_cache
def list_own_uploads(request: PageRequest) -> HttpResponse:
    """List the visitor's uploads, shared or not."""
    player = get_player(request)
    own = list_uploads(player) if player else ()
    page = Paginator(own, UPLOADS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "games/uploads/uploads.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def add_upload(request: PageRequest) -> HttpResponse:
    """Show the form; a POST previews the record, and a POST with ``keep`` saves it."""
    if request.method != "POST":
        return render(request, "games/uploads/upload.html")
    try:
        return _handle_upload(request)
    except Refusal as refusal:
        values = collect_typed_values(request) | {"error": explain(refusal)}
        response = _render_upload(request, values, refusal.status)
        set_retry_after(response, refusal)
        return response


@require_POST
@answer_refusals
def share_upload(request: PageRequest, record_id: UUID) -> HttpResponse:
    """Share an upload, or make it private again."""
    storage.set_shared(get_player(request), record_id, shared=request.POST.get("on") == "1")
    return redirect("games:uploads")


@require_POST
@answer_refusals
def rename_upload(request: PageRequest, record_id: UUID) -> HttpResponse:
    storage.rename_upload(get_player(request), record_id, request.POST.get("title", ""))
    return redirect("games:uploads")


@require_POST
@answer_refusals
def delete_upload(request: PageRequest, record_id: UUID) -> HttpResponse:
    storage.delete_upload(get_player(request), record_id)
    return redirect("games:uploads")


def _handle_upload(request: PageRequest) -> HttpResponse:
    chosen = parse_tile_set(request)
    findings = inspect_record(parse_sent_record(request), chosen)
    if findings["faults"]:
        values = {"text": findings["text"], "faults": build_fault_views(findings)}
        return _render_upload(request, values, 422)
    keeps = "keep" in request.POST
    # Once chosen, the tile set stays on the form, so that it can be changed again.
    tile_set_needed = bool(chosen) or not findings["tile_set_stated"]
    form = RecordUploadForm(request.POST, findings, offer_tile_sets=tile_set_needed, complete=keeps)
    if not keeps or not form.is_valid():
        values = {"text": findings["text"], "form": form}
        return _render_upload(
            request, values | {"view": build_upload_preview(findings)}, 422 if keeps else 200
        )
    player = get_or_create_player(get_visitor_id(request))
    upload_request = UploadRequest(findings, form.cleaned_data["title"], form.revision)
    return _redirect_to(
        request, storage.save_upload(player, upload_request, timezone.now()).get_absolute_url()
    )


def _redirect_to(request: PageRequest, address: str) -> HttpResponse:
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _render_upload(request: PageRequest, values: dict[str, Any], status: int) -> HttpResponse:
    template = "games/uploads/_upload.html" if request.htmx else "games/uploads/upload.html"
    return render(request, template, values, status=status)
