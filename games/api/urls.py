"""URLs of the API, its guide and the token settings."""

from typing import Any

from django.urls import URLPattern, path, re_path
from django.views.decorators.http import require_safe

from games.api.views import (
    analyses,
    equipment,
    games,
    pages,
    puzzles,
    rooms,
    streams,
    tokens,
    tournaments,
    uploads,
)
from games.api.views.responses import JsonObjectParser, PublicApi

public_api = PublicApi(
    title="Tileroom",
    version="1",
    description=(
        "Games, events, dictionaries and tile sets for everyone; rooms, uploads, analyses and "
        "directing events for members' programs. The page [/api/](/api/) explains how a program "
        "plays."
    ),
    parser=JsonObjectParser(),
    urls_namespace="games:api",
    docs_url="docs",
    openapi_url="openapi.json",
)
for _each in (games, uploads, analyses, puzzles, equipment, rooms, streams, tournaments):
    public_api.add_router("", _each.router)


def _list_api_patterns() -> tuple[list[Any], str, str]:
    """Return the URL patterns of django-ninja, wrapped to finish every response, and a JSON 404
    page.
    """
    patterns, app, namespace = public_api.urls
    for pattern in patterns:
        assert isinstance(pattern, URLPattern)
        if (pattern.name or "").startswith("openapi-"):
            pattern.callback = require_safe(pattern.callback)
        if pattern.name != "openapi-view":  # a page
            pattern.callback = public_api.finish(pattern.callback)
    rest = re_path("", public_api.finish(public_api.answer_not_found), name="not_found")
    return [*patterns, rest], app, namespace


urlpatterns = [
    path("api/", pages.show_guide, name="api_guide"),
    path("api/1/", _list_api_patterns()),
    path("settings/tokens/", tokens.list_tokens, name="tokens"),
    path("settings/tokens/<int:number>/end/", tokens.revoke_own_token, name="end_token"),
]
