"""What makes the site installable: its manifest, its service worker, the page without a line.

The worker is ``static/js/worker``, joined into one script with what it is to keep: hashed files
and the page without a line, nothing else. Its text changes with any of them, which is how browsers
notice that there is a new one.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from scrabble_site.staticfiles import join_modules

WORKER = "js/worker/worker.js"
OFFLINE_PAGE = "offline.html"
OFFLINE_FILES = ("css/site.css", "js/site.js", "js/site/offline.js")

PAPER = "#f3efe6"
"""As in the style sheets: what stands there before the first page is painted."""

ICONS = (
    ("icon-192.png", 192, "any"),
    ("icon-512.png", 512, "any"),
    ("maskable-512.png", 512, "maskable"),
)


@require_safe
@cache_control(max_age=3600)
def show_manifest(_request: HttpRequest) -> HttpResponse:
    """What a browser asks who wants to install the site."""
    manifest = {
        "id": "/",
        "name": "Tileroom",
        "short_name": "Tileroom",
        "description": _("Rooms for crossword tile games, live with friends or the computer."),
        "lang": get_language(),
        "dir": "rtl" if get_language_bidi() else "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": [_icon(*one) for one in ICONS],
        "shortcuts": [
            {"name": _("Play now"), "url": "/#now", "icons": [_icon(*ICONS[0])]},
            {"name": _("My games"), "url": "/#_mine", "icons": [_icon(*ICONS[0])]},
        ],
    }
    return JsonResponse(manifest, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def show_worker(_request: HttpRequest) -> HttpResponse:
    """The service worker, which may look after the whole site."""
    script = _worker_of_this_process() if settings.STATIC_HASHED else _write_worker()
    answer = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    answer.headers["Service-Worker-Allowed"] = "/"
    return answer


@require_safe
@never_cache
def show_offline(request: HttpRequest) -> HttpResponse:
    """What the worker shows while there is no line. It holds nothing of anybody."""
    return render(request, OFFLINE_PAGE)


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": static(f"img/icons/{name}"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


def _write_worker() -> str:
    kept: dict[str, Any] = {
        "page": reverse("offline"),
        "files": [static(name) for name in OFFLINE_FILES],
        "icon": static(f"img/icons/{ICONS[0][0]}"),
    }
    script = join_modules(WORKER, _read)
    origin: Any = get_template(OFFLINE_PAGE).origin  # type: ignore[attr-defined]
    digest = hashlib.sha256(f"{kept}{script}".encode() + Path(origin.name).read_bytes())
    for name in () if settings.STATIC_HASHED else OFFLINE_FILES:
        digest.update(_read(name).encode())
    shell = json.dumps({"version": digest.hexdigest()[:12], **kept})
    return f"const SHELL = {shell};\n{script}"


_worker_of_this_process = cache(_write_worker)


def _read(name: str) -> str:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path).read_text(encoding="utf-8")
