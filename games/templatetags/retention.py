"""Template tag for the privacy page's table of retention periods."""

from typing import Any

from django import template
from django.conf import settings

register = template.Library()


@register.inclusion_tag("games/retention/pieces/terms.html")
def retention_terms() -> dict[str, Any]:
    """Draw the section that says what is kept, for how long and why."""
    return {"terms": settings.RETENTION.values()}
