"""Style sheets in small files for those who write them, and few for those who load them.

A finder for ``django.contrib.staticfiles``: each sheet of ``SHEETS`` is its parts in this order,
which lie in a folder of its name under ``static/css``.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

SHEETS = {
    "site": ("tokens", "ground", "parts", "tiles", "pages", "pictures", "accounts", "help"),
    "people": ("people",),
    "study": ("study",),
    "record": ("record", "steps", "analysis"),
    "programs": ("programs",),
    "bench": ("bench",),
    "puzzles": ("today", "puzzle"),
    "uploads": ("uploads",),
    "play": (
        "board",
        "rack",
        "moves",
        "players",
        "clocks",
        "cards",
        "bag",
        "chat",
        "menu",
        "mates",
        "replies",
        "past",
        "layout",
        "wide",
        "low",
        "tall",
        "small",
        "forced",
    ),
}


class JoinedStyles(BaseFinder):
    """Finds ``css/site.css`` and the like, written anew when a part has changed."""

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:
        found = [str(self._write(name)) for name in SHEETS if path == f"css/{name}.css"]
        return found[0] if found and not find_all else found

    def list(
        self,
        ignore_patterns: Iterable[str] | None,  # noqa: ARG002 - named so by the caller
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        storage = FileSystemStorage(location=_folder())
        for name in SHEETS:
            self._write(name)
            yield f"css/{name}.css", storage

    def _write(self, name: str) -> Path:
        parts = [
            settings.BASE_DIR / "static" / "css" / name / f"{part}.css" for part in SHEETS[name]
        ]
        joined = "".join(part.read_text(encoding="utf-8") for part in parts)
        sheet = _folder() / "css" / f"{name}.css"
        if not sheet.is_file() or sheet.read_text(encoding="utf-8") != joined:
            sheet.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile("w", dir=sheet.parent, encoding="utf-8", delete=False) as fresh:
                fresh.write(joined)
            Path(fresh.name).replace(sheet)  # at once: another request may be reading it
        return sheet


def _folder() -> Path:
    return Path(settings.VAR_DIR) / "styles"
