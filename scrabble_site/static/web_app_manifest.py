"""What makes the site installable: its manifest, its service worker and the offline page.

The worker is bundled from ``static/js/service_worker``, together with the list of files it caches:
a few hashed files and the offline page. Its text changes whenever one of them does, which is how
browsers notice a new version.
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

from scrabble_site.static.script_bundles import bundle_modules

SERVICE_WORKER = "js/service_worker/service_worker.js"
OFFLINE_PAGE = "offline.html"
OFFLINE_FILES = ("css/site.css", "js/site.js", "js/site/offline.js")

BACKGROUND_COLOR = "#f3efe6"
"""Shown before the first page is painted. The same colour is in the style sheets."""

ICONS = (
    ("icon-192.png", 192, "any"),
    ("icon-512.png", 512, "any"),
    ("maskable-512.png", 512, "maskable"),
)


@require_safe
@cache_control(max_age=3600)
def show_manifest(_request: HttpRequest) -> HttpResponse:
    """Return the manifest that browsers read to install the site."""
    manifest = {
        "id": "/",
        "name": "Tileroom",
        "short_name": "Tileroom",
        "description": _("Play crossword tile games live with friends or against the computer."),
        "lang": get_language(),
        "dir": "rtl" if get_language_bidi() else "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND_COLOR,
        "theme_color": BACKGROUND_COLOR,
        "categories": ["games"],
        "icons": [_describe_icon(*one) for one in ICONS],
        "shortcuts": [
            {
                "name": _("Find an opponent"),
                "url": "/#_paces",
                "icons": [_describe_icon(*ICONS[0])],
            },
            {"name": _("My games"), "url": "/#_mine", "icons": [_describe_icon(*ICONS[0])]},
        ],
    }
    return JsonResponse(manifest, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def show_service_worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker, and allow it to control the whole site."""
    script = _get_service_worker() if settings.STATIC_HASHED else _build_service_worker()
    answer = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    answer.headers["Service-Worker-Allowed"] = "/"
    return answer


@require_safe
@never_cache
def show_offline(request: HttpRequest) -> HttpResponse:
    """Show the offline page. It is cached by the worker, so it contains nothing personal."""
    return render(request, OFFLINE_PAGE)


def _describe_icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": static(f"img/icons/{name}"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


def _build_service_worker() -> str:
    kept: dict[str, Any] = {
        "page": reverse("offline"),
        "files": [static(name) for name in OFFLINE_FILES],
        "icon": static(f"img/icons/{ICONS[0][0]}"),
    }
    script = bundle_modules(SERVICE_WORKER, _read_script)
    origin: Any = get_template(OFFLINE_PAGE).origin  # type: ignore[attr-defined]
    digest = hashlib.sha256(f"{kept}{script}".encode() + Path(origin.name).read_bytes())
    # Hashed names change with the content; plain ones do not, so the content is hashed here.
    for name in () if settings.STATIC_HASHED else OFFLINE_FILES:
        digest.update(_read_script(name).encode())
    shell = json.dumps({"version": digest.hexdigest()[:12], **kept})
    return f"const SHELL = {shell};\n{script}"


_get_service_worker = cache(_build_service_worker)


def _read_script(name: str) -> str:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path).read_text(encoding="utf-8")
