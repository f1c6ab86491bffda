"""Addresses for programs, and the pages about them."""

from typing import Any

from django.urls import URLPattern, path, re_path
from django.views.decorators.http import require_safe

from games.api.answers import Door, ObjectParser
from games.api.views import equipment, games, pages, rooms, tokens

door = Door(
    title="Tileroom",
    version="1",
    description=(
        "Games, dictionaries and tile sets for everybody; rooms for members' programs. "
        "The page [/api/](/api/) tells how a program plays."
    ),
    parser=ObjectParser(),
    urls_namespace="games:api",
    docs_url="docs",
    openapi_url="openapi.json",
)
for _each in (games, equipment, rooms):
    door.add_router("", _each.router)


def _addresses() -> tuple[list[Any], str, str]:
    """The library's own, with every answer finished, and a word for all that is not there."""
    patterns, app, namespace = door.urls
    for pattern in patterns:
        assert isinstance(pattern, URLPattern)
        if (pattern.name or "").startswith("openapi-"):
            pattern.callback = require_safe(pattern.callback)
        if pattern.name != "openapi-view":  # a page
            pattern.callback = door.finish(pattern.callback)
    rest = re_path("", door.finish(door.tell_nowhere), name="nowhere")
    return [*patterns, rest], app, namespace


urlpatterns = [
    path("api/", pages.programs, name="programs"),
    path("api/1/", _addresses()),
    path("settings/tokens/", tokens.tokens, name="tokens"),
    path("settings/tokens/<int:number>/end/", tokens.end_token, name="end_token"),
]
