"""The release that this process serves, by which open pages learn that they are outdated."""

from functools import cache
from hashlib import sha256

from django.conf import settings

PAGE_SUFFIXES = {".html", ".js", ".css"}


@cache
def get_release() -> str:
    """Return a digest of what pages are made of: all templates, scripts and style sheets."""
    digest = sha256()
    for folder in ("templates", "static"):
        for path in sorted(settings.BASE_DIR.joinpath(folder).rglob("*")):
            if path.suffix in PAGE_SUFFIXES:
                digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
