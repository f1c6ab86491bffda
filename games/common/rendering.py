"""One part of a page as compact HTML."""

from typing import Any

from django.template.loader import render_to_string


def render_part(name: str, context: dict[str, Any]) -> str:
    """One part, by domain and root id: "play/_tiles".

    Templates are loaded without the line breaks between their tags.
    """
    return render_to_string(f"games/{name}.html", context)
