"""``{% icon "flag" %}``: line drawings, inline so that they cost no request."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

ICON_PATHS = {
    "accept": "M4 12.5l5 5L20 6.5",
    "bag": "M8 8c-3 3-4 6-4 8.5 0 3 2 4.5 8 4.5s8-1.5 8-4.5C20 14 19 11 16 8M7 4h10l-1 4H8z",
    "back": "M15 5l-7 7 7 7",
    "bell": "M6 17V11a6 6 0 0112 0v6l2 2H4zM10 21.2h4",
    "challenge": "M12 7v6M12 16.8v.2M8.5 3h7L21 8.5v7L15.5 21h-7L3 15.5v-7z",
    "board": "M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16",
    "book": "M12 6.5C10 5 7 4.5 3.5 5v13c3.5-.5 6.5 0 8.5 1.5M12 6.5c2-1.5 5-2 8.5-1.5v13"
    "c-3.5-.5-6.5 0-8.5 1.5M12 6.5v13",
    "chat": "M4 5h16v11h-8l-5 4v-4H4z",
    "close": "M6 6l12 12M18 6L6 18",
    "calendar": "M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4",
    "computer": "M4 5h16v11H4zM9 20h6M12 16v4",
    "copy": "M9 9h11v11H9zM15 9V4H4v11h5",
    "exchange": "M4 8h14l-4-4M20 16H6l4 4",
    "eye": "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"
    "M12 9.2a2.8 2.8 0 110 5.6 2.8 2.8 0 010-5.6z",
    "first": "M6 5v14M19 5l-9 7 9 7z",
    "flag": "M6 21V4h12l-3 4 3 4H6",
    "full_screen": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
    "globe": "M12 3a9 9 0 110 18 9 9 0 010-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
    "help": "M9 9a3 3 0 115 2.2c-1.3 1-2 1.6-2 2.8M12 17.3v.2M12 3a9 9 0 110 18 9 9 0 010-18z",
    "last": "M18 5v14M5 5l9 7-9 7z",
    "live": "M5 5l9 7-9 7zM17 5v14M20.5 5v14",
    "list": "M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01",
    "lock": "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3",
    "menu": "M4 7h16M4 12h16M4 17h16",
    "more": "M5 12v.01M12 12v.01M19 12v.01",
    "next": "M5 6l6 6-6 6M12 6l6 6-6 6",
    "forth": "M8 5l9 7-9 7z",
    "pass": "M5 5l9 7-9 7zM19 5v14",
    "pause": "M8 5v14M16 5v14",
    "people": "M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6"
    "M16 4.3a3.5 3.5 0 010 6.4M18 14.5c2.2.8 3.5 2.6 3.5 5.5",
    "person": "M12 12a4 4 0 100-8 4 4 0 000 8zM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6",
    "play": "M7 4.5l12 7.5-12 7.5z",
    "previous": "M16 5l-9 7 9 7z",
    "colours": "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
    "puzzle": "M4 8h4.2a2.3 2.3 0 114.6 0H17v4.2a2.3 2.3 0 110 4.6V21H4z",
    "qr": "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M14 20h2M18 18h2v2",
    "rack": "M3 15h18v4H3zM5 15V8h4v7M10 15V8h4v7M15 15V8h4v7",
    "recall": "M9 5L4 10l5 5M4 10h10a6 6 0 010 12h-3",
    "report": "M12 4l9.5 16h-19zM12 10v4.5M12 17v.2",
    "screen": "M3 4h18v12H3zM8 20.5h8M12 16v4.5",
    "search": "M10.5 17a6.5 6.5 0 100-13 6.5 6.5 0 000 13zM15.5 15.5L21 21",
    "send": "M4 12l16-7-5 15-4-6z",
    "shuffle": "M3 7h4l10 10h4M3 17h4l3-3M14 10l3-3h4M18 4l3 3-3 3M18 14l3 3-3 3",
    "sort": "M4 7h7M4 12h5M4 17h3M16 5v14M12.5 15.5L16 19l3.5-3.5",
    "trophy": "M7 4h10v6a5 5 0 01-10 0zM7 6H4c0 3 1 5 3.5 5M17 6h3c0 3-1 5-3.5 5M12 15v3M8 20.5h8",
    "upload": "M12 16V5M7.5 9L12 4.5 16.5 9M4 15v5h16v-5",
}

TURNING = frozenset(
    (
        "back",
        "first",
        "forth",
        "last",
        "list",
        "live",
        "next",
        "pass",
        "previous",
        "recall",
        "send",
        "sort",
    )
)
"""Icons that point along the lines of the page: mirrored where it runs from right to left."""


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw an icon in the text's colour. It is decorative, so screen readers skip it."""
    return format_html(
        '<svg class="icon{}" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>',
        " turns" if name in TURNING else "",
        mark_safe(ICON_PATHS[name]),  # noqa: S308 - a constant of this module
    )
