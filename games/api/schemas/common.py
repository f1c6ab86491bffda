"""Shapes that every address shares."""

from typing import Annotated, Any

from ninja import Field, Query, Schema

from games.api.cursors import A_PAGE, CURSOR_MOST, PAGE_MOST

READ_ERRORS = frozenset({403, 404, 422, 429})
"""Statuses of a refused GET."""

WRITE_ERRORS = frozenset({400, 401, 403, 404, 409, 422, 429})

Cursor = Annotated[
    str, Query("", max_length=CURSOR_MOST, description="The `next` of the page before.")
]
Limit = Annotated[int, Query(A_PAGE, ge=1, le=PAGE_MOST, description="Entries of a page.")]


class Problem(Schema):
    """Why something was refused. `code` is stable; `message` is for people and may change."""

    code: str = Field(examples=["seat.taken"])
    message: str
    details: dict[str, Any]


class LexiconRef(Schema):
    """A dictionary, and the revision a game is held to."""

    code: str
    name: str
    revision: int | None
