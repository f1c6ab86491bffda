"""The pages of uploaded games: bringing one along, and the list of one's own."""

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

from games.common.refusals import Refusal
from games.common.requests import PageRequest, say_when
from games.play.services.naming import introduce
from games.players.identity import player_of, visitor_of
from games.uploads.forms import KeepForm, read_sent, read_tile_set
from games.uploads.perspective import look_at_faults, look_at_game
from games.uploads.services import keeping
from games.uploads.services.checking import inspect_record
from games.uploads.services.finding import uploads_of
from games.uploads.services.keeping import Wish
from games.uploads.wording import explain

ON_A_PAGE = 50


def command(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view raise refusals; they are answered with a page that says why."""

    @wraps(view)
    def answering(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            told = {"sentence": explain(refusal), "status": refusal.status}
            return render(request, "refused.html", told, status=refusal.status)

    return answering


@require_GET
@never_cache
def uploads(request: PageRequest) -> HttpResponse:
    """One's own uploads, shared or not."""
    player = player_of(request)
    own = uploads_of(player) if player else ()
    page = Paginator(own, ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "games/uploads/uploads.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def upload(request: PageRequest) -> HttpResponse:
    """GET the form; POST a record to see what is in it, and once more to ``keep`` it."""
    if request.method != "POST":
        return render(request, "games/uploads/upload.html")
    try:
        return _take(request)
    except Refusal as refusal:
        sent = {"text": request.POST.get("text", ""), "error": explain(refusal)}
        response = _show(request, sent, refusal.status)
        say_when(response, refusal)
        return response


@require_POST
@command
def share(request: PageRequest, record_id: UUID) -> HttpResponse:
    """Share it, or no more."""
    keeping.share(player_of(request), record_id, shared=request.POST.get("on") == "1")
    return redirect("games:uploads")


@require_POST
@command
def rename(request: PageRequest, record_id: UUID) -> HttpResponse:
    keeping.rename(player_of(request), record_id, request.POST.get("title", ""))
    return redirect("games:uploads")


@require_POST
@command
def delete(request: PageRequest, record_id: UUID) -> HttpResponse:
    keeping.remove(player_of(request), record_id)
    return redirect("games:uploads")


def _take(request: PageRequest) -> HttpResponse:
    chosen = read_tile_set(request)
    findings = inspect_record(read_sent(request), chosen)
    if findings["faults"]:
        told = {"text": findings["text"], "faults": look_at_faults(findings)}
        return _show(request, told, 422)
    keeps = "keep" in request.POST
    asked = bool(chosen) or not findings["tiles_said"]
    form = KeepForm(request.POST, findings, asked_tiles=asked, complete=keeps)
    if not keeps or not form.is_valid():
        told = {"text": findings["text"], "form": form}
        return _show(request, told | {"view": look_at_game(findings)}, 422 if keeps else 200)
    player = introduce(visitor_of(request))
    wish = Wish(findings, form.cleaned_data["title"], form.revision)
    return _go_to(request, keeping.keep(player, wish, timezone.now()).get_absolute_url())


def _go_to(request: PageRequest, address: str) -> HttpResponse:
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _show(request: PageRequest, told: dict[str, Any], status: int) -> HttpResponse:
    template = "games/uploads/_upload.html" if request.htmx else "games/uploads/upload.html"
    return render(request, template, told, status=status)
