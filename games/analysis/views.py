"""Analyses on the page of a record: asked for, followed, called off, and read move by move."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.analysis.perspective import look_at_move, look_at_progress, look_at_section
from games.analysis.services.asking import ask_analysis, cancel_analysis
from games.analysis.wording import explain
from games.common.refusals import Missing, Refusal, Unsuitable
from games.common.requests import PageRequest, read_number, say_when
from games.engine.analysis.report import Level
from games.play.services.naming import introduced
from games.players.identity import known_id, player_of, visitor_of
from games.records.services.sources import Source, find_source

View = Callable[..., HttpResponse]


def told(view: View) -> View:
    """Answer refusals on the page of the record, or on one of their own."""

    @wraps(view)
    def answering(request: PageRequest, record_id: uuid.UUID) -> HttpResponse:
        try:
            return view(request, find_source(record_id, player_of(request)))
        except Refusal as refusal:
            response = _refuse(request, record_id, refusal)
            say_when(response, refusal)
            return response

    return answering


@require_http_methods(["GET", "POST"])
@never_cache
@told
def analysis(request: PageRequest, source: Source) -> HttpResponse:
    """All there is of a record's analyses; a POST asks for one of a ``level``."""
    if request.method == "POST":
        level = _read_level(request)
        with introduced(visitor_of(request)) as asker:
            ask_analysis(source, level, asker)
        return _show_progress(request, source, follow=True)
    if not request.htmx:
        return redirect("games:record", record_id=source.id)
    context = {"view": look_at_section(source.id, source.names, known_id(request)), "news": True}
    response = render(request, "games/analysis/_analysis.html", context)
    response["HX-Trigger-After-Swap"] = "analysed"
    return response


@require_GET
@never_cache
@told
def progress(request: PageRequest, source: Source) -> HttpResponse:
    """How far it is, while one waits; what is told last fetches all the rest."""
    return _show_progress(request, source, follow=True)


def _show_progress(request: PageRequest, source: Source, *, follow: bool) -> HttpResponse:
    if not request.htmx:
        return redirect("games:record", record_id=source.id)
    view = look_at_progress(source.id, known_id(request))
    context = {"view": view, "ended": follow and not view.is_under_way}
    return render(request, "games/analysis/_analysing.html", context)


@require_GET
@never_cache
@told
def move(request: PageRequest, source: Source) -> HttpResponse:
    """What is told of the act that led to the position shown."""
    number = read_number(request.GET.get("move", "0"), "form.turn")
    weighed = look_at_move(source.id, source.names, number)
    part = "pieces/weighing" if request.htmx.target == "weighing" else "_weighed"
    context = {"weighed": weighed, "record_id": source.id}
    return render(request, f"games/analysis/{part}.html", context)


@require_POST
@never_cache
@told
def cancel(request: PageRequest, source: Source) -> HttpResponse:
    """Call an analysis off that one has asked for."""
    cancel_analysis(source.id, _read_level(request), player_of(request))
    return _show_progress(request, source, follow=False)


def _read_level(request: PageRequest) -> Level:
    said = request.POST.get("level", "")
    if said not in list(Level):
        raise Unsuitable("analysis.level")
    return Level(said)


def _refuse(request: PageRequest, record_id: uuid.UUID, refusal: Refusal) -> HttpResponse:
    context: dict[str, Any] = {"sentence": explain(refusal), "status": refusal.status}
    if not request.htmx or isinstance(refusal, Missing):
        return render(request, "refused.html", context, status=refusal.status)
    view = look_at_progress(record_id, known_id(request))
    context = {"view": view, "trouble": context["sentence"]}
    return render(request, "games/analysis/_analysing.html", context, status=refusal.status)
