"""Schemas and parameters shared by many endpoints."""

from typing import Annotated, Any

from ninja import Field, Query, Schema
from pydantic import ConfigDict

from games.api.terms.pagination import DEFAULT_PAGE_SIZE, MAX_CURSOR_LENGTH, MAX_PAGE_SIZE

READ_ERRORS = frozenset({403, 404, 422, 429})
"""Error statuses of a GET request."""

WRITE_ERRORS = frozenset({400, 401, 403, 404, 409, 422, 429, 503})

Cursor = Annotated[
    str,
    Query("", max_length=MAX_CURSOR_LENGTH, description="The `next` cursor of the previous page."),
]
Limit = Annotated[
    int, Query(DEFAULT_PAGE_SIZE, ge=1, le=MAX_PAGE_SIZE, description="Entries per page.")
]


class RequestBody(Schema):
    """Base of all request bodies. Unknown fields are rejected."""

    model_config = ConfigDict(extra="forbid")


class Problem(Schema):
    """An error. `code` is stable; `message` is for people and may change."""

    code: str = Field(examples=["seat.taken"])
    message: str
    details: dict[str, Any]


class LexiconRef(Schema):
    """A dictionary and the revision that a game uses."""

    code: str
    name: str
    revision: int | None
