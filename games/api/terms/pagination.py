"""Keyset pagination with signed cursors, so that rows added meanwhile do not shift the pages.

A cursor holds the sort keys of the last row sent. It is valid only for the list it was made for:
the same path with the same filters.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.core import signing
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse

from scrabble_site.shared.refusals import InvalidRequest

# Part of the signature: changing it invalidates the cursors that programs hold.
CURSOR_SALT = "games.api.cursors"
MAX_CURSOR_LENGTH = 400

DEFAULT_PAGE_SIZE = 20
MAX_PAGE_SIZE = 100


def paginate(
    request: HttpRequest,
    response: HttpResponse,
    rows: QuerySet[Any],
    keys: Sequence[str],
    *,
    cursor: str,
    limit: int,
    keeps_order: bool = False,
) -> tuple[list[Any], str | None]:
    """Return one page of rows, and the cursor of the next page.

    The page starts after ``cursor``; the returned cursor is ``None`` at the end. Rows are sorted by
    ``keys`` in descending order; the last key must be unique. The next page's address is also sent
    in the ``Link`` header. Set ``keeps_order`` if the rows are already sorted by these keys through
    equivalent expressions. Raises ``InvalidRequest``.
    """
    # Sorting by the plain keys would undo the expressions that the caller chose on purpose.
    own = keeps_order and bool(rows.query.order_by)
    ordered = rows if own else rows.order_by(*(f"-{key}" for key in keys))
    list_name = _get_list_name(request)
    if cursor:
        ordered = ordered.filter(_filter_after(keys, _read_cursor(cursor, list_name, len(keys))))
    # One row more than asked for shows whether there is another page.
    found = list(ordered[: limit + 1])
    if len(found) <= limit:
        return found, None
    following = _write_cursor(found[limit - 1], keys, list_name)
    parameters = {name: value for name, value in request.GET.items() if name != "cursor"}
    query = urlencode(parameters | {"cursor": following})
    address = request.build_absolute_uri(f"{request.path}?{query}")
    response["Link"] = f'<{address}>; rel="next"'
    return found[:limit], following


def _get_list_name(request: HttpRequest) -> str:
    """Return the path with its filters, which identify the list whatever the page size."""
    filters = {
        name: value for name, value in request.GET.items() if name not in ("cursor", "limit")
    }
    return f"{request.path}?{urlencode(sorted(filters.items()))}"


def _filter_after(keys: Sequence[str], values: Sequence[Any]) -> Q:
    """Match rows that sort after these values.

    Such a row is equal in the leading keys and smaller in the next one.
    """
    found, equal = Q(), Q()
    for key, value in zip(keys, values, strict=True):
        found |= equal & Q(**{f"{key}__lt": value})
        equal &= Q(**{key: value})
    return found


def _write_cursor(row: Model, keys: Sequence[str], list_name: str) -> str:
    values = [getattr(row, key) for key in keys]
    parts = [value.isoformat() if isinstance(value, datetime) else str(value) for value in values]
    return signing.dumps(parts, salt=f"{CURSOR_SALT} {list_name}")


def _read_cursor(cursor: str, list_name: str, length: int) -> list[str]:
    try:
        # The salt binds the cursor to its list, so it cannot be used with other filters.
        values = signing.loads(cursor[:MAX_CURSOR_LENGTH], salt=f"{CURSOR_SALT} {list_name}")
    except signing.BadSignature as error:
        raise InvalidRequest("cursor.invalid") from error
    if not isinstance(values, list) or len(values) != length:
        raise InvalidRequest("cursor.invalid")
    return values
