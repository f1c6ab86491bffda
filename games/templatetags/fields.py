"""Form fields as the lobby draws them: a row of pills for few choices, a list for many."""

from typing import Any

from django import template
from django.forms import BoundField

from games.play.wording import LEVEL_LABELS

register = template.Library()


@register.inclusion_tag("games/lobby/pieces/choice.html")
def choice(field: BoundField, style: str = "pills") -> dict[str, Any]:
    """One labelled choice. ``style`` is "pills", "list" or "switch"."""
    chosen = field.value()
    options = [
        (str(value), label, str(value) == str(chosen))
        for value, label in getattr(field.field, "choices", ())
        if str(value) or style == "list"
    ]
    if options and style == "pills" and not any(chosen for _value, _label, chosen in options):
        options[0] = (*options[0][:2], True)
    return {"field": field, "style": style, "options": options, "on": chosen is True}


@register.simple_tag
def computer_levels() -> list[tuple[int, Any]]:
    """The computer players there are, with what they are called."""
    return list(LEVEL_LABELS.items())
