"""Pages that the operator of a site writes: privacy, imprint, terms, cookies and contact.

Each is a text file in the folder ``SITE_TEXTS``: ``privacy.md``, or ``privacy.de.md`` for one
language. A page that is missing, is empty or still contains a placeholder in double square
brackets is not shown; staff see what is wrong with it. The site adds what it knows itself, such as
its cookies.
"""

import re
from collections.abc import Iterator
from datetime import UTC
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.http import require_safe

TITLES = {
    "privacy": gettext_lazy("Privacy"),
    "terms": gettext_lazy("Terms"),
    "cookies": gettext_lazy("Cookies"),
    "imprint": gettext_lazy("Legal notice"),
    "contact": gettext_lazy("Contact"),
}
"""The pages in the order of the footer, by slug. Files and URLs are named after the slug."""

ALWAYS_LINKED = ("cookies", "privacy")
"""Pages that are useful without the operator's text: they list the cookies and how long data is
kept."""

# The table of cookies is complete without a text by the operator.
WITHOUT_FILE = ("cookies",)

FILE_SUFFIXES = (".md", ".txt")
MAX_TEXT_BYTES = 200_000
PLACEHOLDER = re.compile(r"\[\[.*?\]\]", re.DOTALL)

PageFault = Literal["", "missing", "unreadable", "empty", "unfinished"]


class TextBlock(NamedTuple):
    """A heading, a paragraph or a list, as plain text.

    ``kind`` is "title", "heading", "list" or "text". ``lines`` are the entries of a list; other
    kinds have one line.
    """

    kind: str
    lines: list[str]


class OperatorPage(NamedTuple):
    """One page: its blocks, and the fault that keeps it from being shown, or ""."""

    blocks: list[TextBlock]
    fault: PageFault = ""


class SiteCookie(NamedTuple):
    """A cookie that the site sets."""

    name: str
    purpose: Any
    lifetime: Any


@require_safe
def show_operator_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one page. If the operator has not written it, everyone but staff gets a 404."""
    text = read_text(slug)
    is_staff = bool(request.user.is_authenticated and request.user.is_staff)
    if text.fault and slug not in ALWAYS_LINKED and not is_staff:
        raise Http404
    context = {
        "slug": slug,
        "title": TITLES[slug],
        "blocks": () if text.fault else text.blocks,
        "fault": text.fault if is_staff else "",
        "folder": get_text_folder(),
        "cookies": list_cookies() if slug == "cookies" else (),
    }
    return render(request, "texts/page.html", context)


@require_safe
def show_security_txt(_request: HttpRequest) -> HttpResponse:
    """Show ``/.well-known/security.txt`` (RFC 9116). 404 if it is not set or has expired."""
    if find_security_txt_fault() or settings.SECURITY_EXPIRES is None:
        raise Http404
    expires = settings.SECURITY_EXPIRES.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    lines = [f"Contact: {contact}" for contact in settings.SECURITY_CONTACT]
    lines.append(f"Expires: {expires}")
    lines.append(f"Canonical: {settings.SITE_URL.rstrip('/')}/.well-known/security.txt")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


def add_footer_links(_request: HttpRequest) -> dict[str, Any]:
    """Context processor: the readable pages as pairs of slug and title, and the faults of the rest.

    The values are lazy, so files are read only if a template uses them.
    """
    return {
        "site_texts": lazy(list_readable_pages, list)(),
        "faulty_texts": lazy(list_faulty_pages, list)(),
        "security_fault": lazy(find_security_txt_fault, str)(),
    }


def list_readable_pages() -> list[tuple[str, Any]]:
    """List the pages that visitors can read, as pairs of slug and title."""
    return [
        (slug, title)
        for slug, title in TITLES.items()
        if slug in ALWAYS_LINKED or not read_text(slug).fault
    ]


def list_faulty_pages() -> list[tuple[str, Any, PageFault]]:
    """List the pages that the operator still has to write: slug, title and fault."""
    return [
        (slug, title, fault)
        for slug, title in TITLES.items()
        if slug not in WITHOUT_FILE and (fault := read_text(slug).fault)
    ]


def find_security_txt_fault() -> Literal["", "missing", "expired"]:
    """Return what keeps ``security.txt`` from being served, or ""."""
    if not settings.SECURITY_CONTACT or settings.SECURITY_EXPIRES is None:
        return "missing"
    return "expired" if timezone.now() >= settings.SECURITY_EXPIRES else ""


def get_text_folder() -> Path:
    return Path(settings.SITE_TEXTS or settings.VAR_DIR / "texts")


def read_text(slug: str) -> OperatorPage:
    """Read a page in the active language, or else in the site's own.

    A translation that cannot be shown is skipped.
    """
    language = get_language() or settings.LANGUAGE_CODE
    found = OperatorPage([], "missing")
    for suffix in (f".{language}", f".{language.partition('-')[0]}", ""):
        for ending in FILE_SUFFIXES:
            text = _read_file(get_text_folder() / f"{slug}{suffix}{ending}")
            if not text.fault:
                return text
            found = text if text.fault != "missing" else found
    return found


def list_cookies() -> list[SiteCookie]:
    """List every cookie that this site sets."""
    year = gettext_lazy("1 year")
    return [
        SiteCookie(
            settings.SESSION_COOKIE_NAME,
            gettext_lazy("Remembers who you are: your seat, your name and your login."),
            year,
        ),
        SiteCookie(
            settings.CSRF_COOKIE_NAME,
            gettext_lazy("Proves that a form you send was opened here, not on another site."),
            year,
        ),
        SiteCookie(
            settings.LANGUAGE_COOKIE_NAME,
            gettext_lazy("Remembers the language you have chosen for this site."),
            year,
        ),
        SiteCookie(
            settings.TIME_ZONE_COOKIE_NAME,
            gettext_lazy("Tells us your time zone, for dates on pages and in e-mails."),
            year,
        ),
        SiteCookie(
            f"{settings.SESSION_COOKIE_NAME.removesuffix('sessionid')}messages",
            gettext_lazy("Carries a short message, such as “Saved”, to the next page."),
            gettext_lazy("Until you close the browser, or until the message is shown"),
        ),
    ]


def _read_file(path: Path) -> OperatorPage:
    try:
        state = path.stat()
    except OSError:
        return OperatorPage([], "missing")
    return _read_file_version(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=128)
def _read_file_version(path: Path, _changed_at: int, size: int) -> OperatorPage:
    """Read and parse a file. The cache key contains its time and size, so changes are noticed."""
    try:
        text = path.read_text(encoding="utf-8-sig") if size <= MAX_TEXT_BYTES else None
    except (OSError, UnicodeDecodeError):
        text = None
    if text is None:
        return OperatorPage([], "unreadable")
    if PLACEHOLDER.search(text):
        return OperatorPage([], "unfinished")
    blocks = list(_split_blocks(text))
    return OperatorPage(blocks, "" if any(block.kind != "title" for block in blocks) else "empty")


def _split_blocks(text: str) -> Iterator[TextBlock]:
    """Split a text into blocks.

    Empty lines separate paragraphs; "# ", "## " and "- " begin titles, headings and list entries.

    >>> [tuple(one) for one in _split_blocks("# Privacy\\n\\nWe keep\\nlittle.\\n- name\\n- games")]
    [('title', ['Privacy']), ('text', ['We keep little.']), ('list', ['name', 'games'])]
    """
    kind, lines = "", list[str]()
    for line in [*(line.strip() for line in text.splitlines()), ""]:
        opens, words = _parse_line(line)
        if lines and (opens or not words) and not (opens == kind == "list"):
            yield TextBlock(kind, lines)
            kind, lines = "", []
        if opens in ("title", "heading"):
            yield TextBlock(opens, [words])
        elif opens == "list" or (words and not lines):
            kind, lines = opens or "text", [*lines, words]
        elif words:
            lines[-1] += f" {words}"


def _parse_line(line: str) -> tuple[str, str]:
    """Return the kind of block that a line begins, "" if it continues one, and its words."""
    for mark, kind in (("# ", "title"), ("## ", "heading"), ("### ", "heading"), ("- ", "list")):
        if line.startswith(mark):
            return kind, line.removeprefix(mark).strip()
    return "", line
