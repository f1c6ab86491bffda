"""Every address of the site, from the URLconf and from the links of its pages."""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from http import HTTPStatus
from itertools import product
from typing import Any
from uuid import UUID

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from tests.live.client import Answer, Visitor

_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_LINK = re.compile(r'(?:href|action|data-\w+|hx-\w+)="(/[^"#]*)')
MAX_LINKED = 200
"""How many pages may be linked to beside the addresses of the site."""

_NONE = str(UUID(int=0))
UNKNOWN_VALUES = {
    "day": ["2026-05-01"],
    "kind": ["best"],
    "invitation": ["not-an-invitation"],
    "invite": ["not-an-invite"],
    "language": ["en"],
    "match": ["1"],
    "name": ["nobody"],
    "pk": ["1"],
    "player_id": [_NONE],
    "puzzle_id": [_NONE],
    "quiz_id": [_NONE],
    "speed": ["untimed"],
    "run_id": [_NONE],
    "season": ["1"],
    "token": ["not-a-token"],
    "variant": ["scrabble"],
}
"""Values for parameters that refer to no existing row."""


def list_addresses(values: Mapping[str, list[str]]) -> list[str]:
    """Return every path of the URLconf with these values as its parameters.

    The admin's own paths are left to its links. Fails on a parameter without a value, so that a new
    address cannot be forgotten.
    """
    found = []
    for route in _routes(get_resolver().url_patterns, ""):
        if route.startswith("admin/") and route != "admin/":
            continue
        names = _PARAMETER.findall(route)
        missing = [name for name in names if name not in values]
        assert not missing, f"no values to crawl {route} with: {missing}"
        for chosen in product(*(values[name] for name in names)):
            path = "/" + route
            for value in chosen:
                path = _PARAMETER.sub(value, path, count=1)
            found.append(path)
    return found


def _routes(patterns: list[Any], before: str) -> Iterator[str]:
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from _routes(one.url_patterns, before + str(one.pattern))
        elif isinstance(one, URLPattern) and isinstance(one.pattern, RoutePattern):
            yield before + str(one.pattern)


def crawl(visitor: Visitor, addresses: list[str], below: str = "/") -> Iterator[tuple[str, Answer]]:
    """Request these addresses, plainly and as htmx does, and all pages ``below`` that they link to.

    An address that answers no GET is requested once: its view has not run.

    Rooms, records, people and single rows are requested only if the addresses list them.
    """
    waiting, seen = list(addresses), set(addresses)
    while waiting:
        path = waiting.pop(0)
        assert len(seen) < len(addresses) + MAX_LINKED, "the crawl does not end"
        answer = visitor.get(path)
        yield path, answer
        if not path.startswith("/admin/") and answer.status != HTTPStatus.METHOD_NOT_ALLOWED:
            yield path, visitor.get(path, htmx=True)
        for link in _LINK.findall(answer.text):
            link = unescape(link)
            if link.startswith(below) and link not in seen and not _is_skipped(link):
                seen.add(link)
                waiting.append(link)


def _is_skipped(link: str) -> bool:
    """Return whether to skip a link.

    Skipped are static files, other people's games and pages, which every test adds to, single rows
    and orderings in the admin, and pages that differ only in where the visitor came from.
    """
    return (
        link.startswith(("/static/", "//", "/r/", "/duplicate/", "/games/", "/players/"))
        or "?next=" in link
        or (link.startswith("/admin/") and ("?" in link or link.endswith("/change/")))
    )
