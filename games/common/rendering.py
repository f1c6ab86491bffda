"""One part of a page as compact HTML."""

import re
from typing import Any

from django.template.loader import render_to_string

_LINES_BETWEEN_TAGS = re.compile(r">\s*\n\s*<")
_SPACES = re.compile(r"\s+")


def render_part(name: str, context: dict[str, Any]) -> str:
    """One part, without the spaces that only make the template readable."""
    html = render_to_string(f"games/parts/{name}.html", context)
    return _SPACES.sub(" ", _LINES_BETWEEN_TAGS.sub("><", html)).strip()
