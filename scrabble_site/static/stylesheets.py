"""Style sheets that are written as many small files and served as a few large ones.

This is a finder for ``django.contrib.staticfiles``. Each sheet in ``STYLESHEETS`` is joined from
its parts, in this order. The parts are in the folder ``static/css/<sheet>``. Comments and
indentation are left out: they are about a sixth of what a page would load.

Joining files needs no library; django-compressor would add template tags and another cache.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

STYLESHEETS = {
    "site": (
        *("tokens", "base", "components", "navigation", "tiles"),
        *("pages", "lobby", "graphics", "accounts", "help"),
    ),
    "lobby": ("front_page", "levels", "waiting_games"),
    "people": ("people",),
    "study": ("study",),
    "record": ("record", "stepping", "analysis"),
    "api": ("api",),
    "analysis_board": ("analysis_board",),
    "puzzles": ("today", "puzzle", "daily"),
    "duplicate": ("game", "games", "review"),
    "uploads": ("uploads",),
    "events": ("events", "directing"),
    "broadcasts": ("annotation", "screens", "broadcast"),
    "leagues": ("leagues",),
    "clubs": ("clubs",),
    "swapped_match": ("match",),
    "table_screen": ("table_screen",),
    "kitchen_table": ("as_rack", "cover"),
    "play": (
        "board",
        "rack",
        "moves",
        "players",
        "clocks",
        "status_and_cards",
        "bag",
        "chat",
        "menu",
        "team",
        "hints",
        "replies",
        "history",
        "layout",
        "wide",
        "landscape",
        "portrait",
        "small_screen",
        "forced_colors",
    ),
}

_STRING = r"""(?P<string>"[^"\n]*"|'[^'\n]*')"""
_COMMENT = re.compile(rf"{_STRING}|/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(rf"{_STRING}|(?<=[,:;{{}}])\s+|\s+(?=[{{}}])|(?P<gap>\s*\n\s*)")


def minify_styles(source: str) -> str:
    """Remove comments, indentation, and spaces beside punctuation where they mean nothing."""
    bare = _COMMENT.sub(lambda found: found["string"] or "", source)
    packed = _SPACE.sub(lambda found: found["string"] or ("\n" if found["gap"] else ""), bare)
    return packed.strip() + "\n"


class BundledStylesFinder(BaseFinder):
    """Finds ``css/site.css`` and the like, and rewrites a sheet when one of its parts changes."""

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:
        found = [str(self._write(name)) for name in STYLESHEETS if path == f"css/{name}.css"]
        return found[0] if found and not find_all else found

    def list(
        self,
        ignore_patterns: Iterable[str] | None,  # noqa: ARG002 - named so by the caller
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        storage = FileSystemStorage(location=_get_folder())
        for name in STYLESHEETS:
            self._write(name)
            yield f"css/{name}.css", storage

    def _write(self, name: str) -> Path:
        parts = [
            settings.BASE_DIR / "static" / "css" / name / f"{part}.css"
            for part in STYLESHEETS[name]
        ]
        joined = "".join(minify_styles(part.read_text(encoding="utf-8")) for part in parts)
        sheet = _get_folder() / "css" / f"{name}.css"
        if not sheet.is_file() or sheet.read_text(encoding="utf-8") != joined:
            sheet.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile("w", dir=sheet.parent, encoding="utf-8", delete=False) as fresh:
                fresh.write(joined)
            Path(fresh.name).replace(sheet)  # atomic, because another request may be reading it
        return sheet


def _get_folder() -> Path:
    return Path(settings.VAR_DIR) / "styles"
