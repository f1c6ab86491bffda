"""Analyses on a record's page: requesting, following, cancelling, and reading them move by move."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.analysis.perspective import (
    AnalysisSectionView,
    build_move_view,
    build_section,
    list_progress,
)
from games.analysis.perspective.wording import explain
from games.analysis.services.analysis_requests import cancel_analysis, queue_analysis
from games.analysis.services.fairness import require_open
from games.common.requests import PageRequest, parse_number, set_retry_after
from games.engine.analysis.report import AnalysisLevel
from games.play.live.fragments import render_message
from games.play.services.naming import make_provisional_player
from games.players.services.identity import get_known_id, get_player, get_visitor_id
from games.records.services.record_sources import RecordSource, find_source
from scrabble_site.shared.refusals import InvalidRequest, Refusal

View = Callable[..., HttpResponse]


def answer_refusals(view: View) -> View:
    """Show errors on the record's page, or on a separate page."""

    @wraps(view)
    def answering(request: PageRequest, record_id: uuid.UUID) -> HttpResponse:
        source = None
        try:
            source = find_source(record_id, get_player(request))
            return view(request, source)
        except Refusal as refusal:
            response = _render_refusal(request, source, refusal)
            set_retry_after(response, refusal)
            return response

    return answering


@require_http_methods(["GET", "POST"])
@never_cache
@answer_refusals
def show_analysis(request: PageRequest, source: RecordSource) -> HttpResponse:
    """Show all analyses of a record; a POST requests one at ``level``."""
    if request.method == "POST":
        level = _parse_level(request)
        # A new visitor becomes a player only if the request is accepted.
        with make_provisional_player(get_visitor_id(request)) as asker:
            queue_analysis(source, level, asker)
        return _render_progress(request, source, follow=True)
    if not request.htmx:
        return redirect("games:record", record_id=source.id)
    require_open(source.id, get_player(request))
    context = {"view": _render_section(request, source), "news": True}
    context |= _build_move_context(request, source)
    return render(request, "games/analysis/_analysis.html", context)


@require_GET
@never_cache
@answer_refusals
def show_progress(request: PageRequest, source: RecordSource) -> HttpResponse:
    """Show the progress. The last response makes the page fetch the complete analysis."""
    require_open(source.id, get_player(request))
    return _render_progress(request, source, follow=True)


def _render_progress(request: PageRequest, source: RecordSource, *, follow: bool) -> HttpResponse:
    if not request.htmx:
        return redirect("games:record", record_id=source.id)
    view = list_progress(source.id, get_known_id(request))
    context = {"view": view, "ended": follow and not view.is_under_way}
    return render(request, "games/analysis/_analysis_progress.html", context)


@require_GET
@never_cache
@answer_refusals
def show_move(request: PageRequest, source: RecordSource) -> HttpResponse:
    """Show the analysis of the move that led to the displayed position."""
    require_open(source.id, get_player(request))
    context = _build_move_context(request, source)
    return render(request, "games/analysis/pieces/turn_report.html", context)


@require_POST
@never_cache
@answer_refusals
def cancel_analysis_request(request: PageRequest, source: RecordSource) -> HttpResponse:
    """Cancel an analysis that the visitor requested."""
    cancel_analysis(source.id, _parse_level(request), get_player(request))
    return _render_progress(request, source, follow=False)


def _render_section(request: PageRequest, source: RecordSource) -> AnalysisSectionView:
    return build_section(source.id, source.names, get_known_id(request), get_player(request))


def _build_move_context(request: PageRequest, source: RecordSource) -> dict[str, Any]:
    number = parse_number(request.GET.get("move", "0"), "form.turn")
    move_view = build_move_view(source.id, source.names, number, get_player(request))
    return {"move_view": move_view, "record_id": source.id}


def _parse_level(request: PageRequest) -> AnalysisLevel:
    text = request.POST.get("level", "")
    if text not in list(AnalysisLevel):
        raise InvalidRequest("analysis.level")
    return AnalysisLevel(text)


def _render_refusal(
    request: PageRequest, source: RecordSource | None, refusal: Refusal
) -> HttpResponse:
    sentence, status = explain(refusal), refusal.status
    context: dict[str, Any] = {"sentence": sentence, "status": status}
    if not request.htmx:
        return render(request, "refusal.html", context, status=status)
    if request.htmx.target == "turn-analysis":
        return HttpResponse(render_message(sentence), status=status)
    # Of a record that is gone, nothing is asked for again.
    view = None if source is None else list_progress(source.id, get_known_id(request))
    context = {"view": view, "trouble": sentence}
    response = render(request, "games/analysis/_analysis_progress.html", context, status=status)
    # Also where the complete analysis was asked for.
    response["HX-Retarget"] = "#_analysis_progress"
    return response
