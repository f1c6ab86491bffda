"""Form fields as the lobby draws them: a row of pills for few choices, a list for many."""

from functools import lru_cache
from typing import Any, NamedTuple

from django import template
from django.forms import BooleanField, BoundField
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.common.fragment_rendering import render_fragment
from games.play.perspective.wording import LEVEL_LABELS
from games.play.terms.computer_levels import LEVEL_RATINGS

register = template.Library()

MAX_CACHED = 256
"""Rendered fields in the cache. Nearly everyone is offered the same choices."""


class FieldParts(NamedTuple):
    """The parts of a bound form field that its template needs, hashable for the cache."""

    name: str
    html_name: str
    id_for_label: str
    label: str
    help_text: str
    errors: str

    @classmethod
    def of(cls, field: BoundField) -> "FieldParts":
        names = (field.name, field.html_name, str(field.id_for_label))
        errors = str(field.errors) if field.errors else ""
        return cls(*names, str(field.label), str(field.help_text), errors)

    @property
    def described_by(self) -> str:
        """The ids of the explanation and of the errors, as far as the field has them."""
        parts = (("helptext", self.help_text), ("error", self.errors))
        return " ".join(f"{self.id_for_label}_{name}" for name, text in parts if text)


@register.simple_tag
def choice(field: BoundField, style: str = "pills") -> SafeString:
    """Render a field with its label. ``style`` is "pills", "list" or "switch"."""
    chosen = field.value()
    options = [
        (str(value), str(label), str(value) == str(chosen))
        for value, label in getattr(field.field, "choices", ())
        if str(value) or style == "list"
    ]
    if options and style == "pills" and not any(chosen for _value, _label, chosen in options):
        options[0] = (*options[0][:2], True)
    return _draw(FieldParts.of(field), style, tuple(options), chosen is True, get_language())


@register.filter
def is_switch(field: BoundField) -> bool:
    """Return whether a field is a checkbox."""
    return isinstance(field.field, BooleanField)


@lru_cache(MAX_CACHED)
def _draw(
    field: FieldParts,
    style: str,
    options: tuple[tuple[str, str, bool], ...],
    on: bool,
    language: str | None,  # noqa: ARG001 - texts differ by it
) -> SafeString:
    context = {"field": field, "style": style, "options": options, "on": on}
    return mark_safe(render_fragment("lobby/pieces/choice", context))  # noqa: S308 - by a template


@register.simple_tag
def computer_levels() -> list[tuple[int, Any, int]]:
    """Return the codes, names and ratings of computer players' levels, weakest first."""
    return [(code, LEVEL_LABELS[code], rating) for code, rating in LEVEL_RATINGS.items()]
