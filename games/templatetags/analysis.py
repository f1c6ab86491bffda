"""Analyses on the page of a record."""

from typing import Any
from uuid import UUID

from django import template

from games.analysis.perspective import look_at_move, look_at_section
from games.players.identity import known_id

register = template.Library()


@register.inclusion_tag("games/analysis/_analysis.html", takes_context=True)
def analysis(
    context: dict[str, Any], record_id: str | UUID, names: tuple[str, ...]
) -> dict[str, Any]:
    """What there is of a record's analyses, and how to ask for one."""
    view = look_at_section(UUID(str(record_id)), names, known_id(context["request"]))
    return {"view": view}


@register.inclusion_tag("games/analysis/_weighed.html")
def weighed(record_id: str | UUID, names: tuple[str, ...], number: int) -> dict[str, Any]:
    """What is told of the act that led to the position shown."""
    found = look_at_move(UUID(str(record_id)), names, number)
    return {"weighed": found, "record_id": record_id}
