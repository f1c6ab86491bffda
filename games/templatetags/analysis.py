"""Template tags for the analyses on the page of a game record."""

from typing import Any
from uuid import UUID

from django import template

from games.analysis.perspective import (
    AnalysisSectionView,
    MoveMark,
    build_move_view,
    build_section,
)
from games.players.services.identity import get_known_id, get_player

register = template.Library()


@register.simple_tag(takes_context=True)
def analysis_of(
    context: dict[str, Any], record_id: str | UUID, names: tuple[str, ...]
) -> AnalysisSectionView:
    """Return a record's analyses for the templates of ``games/analysis``."""
    request = context["request"]
    return build_section(UUID(str(record_id)), names, get_known_id(request), get_player(request))


@register.filter
def mark_of(section: AnalysisSectionView, number: int) -> MoveMark | None:
    """Return the mark of a move, if it was analysed and deserves one."""
    return section.find_mark(number)


@register.inclusion_tag("games/analysis/_turn_report.html", takes_context=True)
def move_analysis(
    context: dict[str, Any], record_id: str | UUID, names: tuple[str, ...], number: int
) -> dict[str, Any]:
    """Show the analysis of the act that led to the position on display."""
    found = build_move_view(UUID(str(record_id)), names, number, get_player(context["request"]))
    return {"move_view": found, "record_id": record_id}
