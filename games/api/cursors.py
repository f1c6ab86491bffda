"""Long lists a page at a time, from a signed cursor on: what is added meanwhile shifts nothing.

A cursor holds the sort keys of the last row told, and is good for the list it was made for alone:
the same address with the same filters.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.core import signing
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse

from games.common.refusals import Unsuitable

SALT = "games.api.cursors"
CURSOR_MOST = 400

A_PAGE = 20
PAGE_MOST = 100


def take_page(
    request: HttpRequest,
    response: HttpResponse,
    rows: QuerySet[Any],
    keys: Sequence[str],
    *,
    cursor: str,
    limit: int,
) -> tuple[list[Any], str | None]:
    """The rows after ``cursor`` in falling order of ``keys`` (the last one unique), and the cursor
    of the page after; it stands in the ``Link`` header, too. Raises ``Unsuitable``."""
    ordered = rows.order_by(*(f"-{key}" for key in keys))
    list_name = _list_name(request)
    if cursor:
        ordered = ordered.filter(_after(keys, _read(cursor, list_name, len(keys))))
    found = list(ordered[: limit + 1])
    if len(found) <= limit:
        return found, None
    following = _write(found[limit - 1], keys, list_name)
    asked = {name: value for name, value in request.GET.items() if name != "cursor"}
    query = urlencode(asked | {"cursor": following})
    address = request.build_absolute_uri(f"{request.path}?{query}")
    response["Link"] = f'<{address}>; rel="next"'
    return found[:limit], following


def _list_name(request: HttpRequest) -> str:
    """Which list is asked for, however many at a time."""
    filters = {
        name: value for name, value in request.GET.items() if name not in ("cursor", "limit")
    }
    return f"{request.path}?{urlencode(sorted(filters.items()))}"


def _after(keys: Sequence[str], values: Sequence[Any]) -> Q:
    """Rows that come after these values: equal in the first keys, smaller in the next."""
    found, equal = Q(), Q()
    for key, value in zip(keys, values, strict=True):
        found |= equal & Q(**{f"{key}__lt": value})
        equal &= Q(**{key: value})
    return found


def _write(row: Model, keys: Sequence[str], list_name: str) -> str:
    values = [getattr(row, key) for key in keys]
    told = [one.isoformat() if isinstance(one, datetime) else str(one) for one in values]
    return signing.dumps(told, salt=f"{SALT} {list_name}")


def _read(cursor: str, list_name: str, length: int) -> list[str]:
    try:
        values = signing.loads(cursor[:CURSOR_MOST], salt=f"{SALT} {list_name}")
    except signing.BadSignature as error:
        raise Unsuitable("cursor.invalid") from error
    if not isinstance(values, list) or len(values) != length:
        raise Unsuitable("cursor.invalid")
    return values
