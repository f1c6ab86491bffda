"""The navigation bar: the section of the site that it marks, and the languages it offers."""

from typing import Any

from django import template
from django.conf import settings

register = template.Library()

SECTION_PATHS = {
    "play": (
        "/my-games/",
        "/rooms/",
        "/r/",
        "/games/past/",
        "/days-off/",
        "/duplicate/",
        "/match/",
    ),
    "watch": ("/watch/", "/live/"),
    "puzzles": ("/puzzles/", "/daily/"),
    "learn": ("/learn/", "/study/", "/dictionaries/", "/analyse/", "/about/rules/", "/uploads/"),
    "community": (
        *("/community/", "/ratings/", "/players/", "/following/", "/search/", "/events/"),
        *("/clubs/", "/leagues/"),
    ),
    "more": ("/more/",),
}
"""The beginnings of the paths in each section. The lobby, "/", belongs to "play"."""


@register.simple_tag(takes_context=True)
def section_of_page(context: dict[str, Any]) -> str:
    """Return the section that the page's path belongs to, or "" if it belongs to none."""
    path = context["request"].path if "request" in context else ""
    if path == "/":
        return "play"
    return next((name for name, starts in SECTION_PATHS.items() if path.startswith(starts)), "")


@register.simple_tag
def site_languages() -> list[tuple[str, str]]:
    """Return code and name of each language. Everyone can read the name of their own."""
    return [(code, str(name)) for code, name in settings.LANGUAGES]
