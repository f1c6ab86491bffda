"""The request as middleware leaves it, helpers to parse its values, and the Retry-After header."""

from django.http import HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from scrabble_site.shared.numbers import MAX_SMALL_NUMBER, parse_small_number
from scrabble_site.shared.refusals import InvalidRequest, TooManyRequests

MAX_ROW_ID = 10**15
"""Anything longer is no row's id, and could overflow the database."""

MAX_TEXT_LENGTH = 120
"""The length of the longest text that is read as a play, a rack or a key."""


class PageRequest(HttpRequest):
    """A request after middleware.

    ``htmx`` is true if the page's script made the request and wants fragments instead of a page.
    """

    htmx: HtmxDetails


def parse_number(text: object, code: str, *, maximum: int = MAX_SMALL_NUMBER) -> int:
    """Parse a number from 0 to ``maximum`` as a page sends it; raises ``InvalidRequest`` with
    ``code``."""
    number = parse_small_number(text, maximum)
    if number is None:
        raise InvalidRequest(code)
    return number


def parse_text(request: HttpRequest, name: str) -> str:
    """Parse a short text that a page's script sends; raises ``InvalidRequest`` if it is too long or
    has control characters."""
    text = str(request.POST.get(name, ""))
    if len(text) > MAX_TEXT_LENGTH:
        raise InvalidRequest("form.too_long")
    if not text.isprintable():
        raise InvalidRequest("form.text")
    return text


def parse_notation(request: HttpRequest) -> tuple[str, str]:
    """Parse the position and the tiles of a play; raises as :func:`parse_text` does."""
    return parse_text(request, "position"), parse_text(request, "tiles")


def forbid_caching(response: HttpResponse) -> HttpResponse:
    """Mark a response as meant for one viewer: no cache on the way may keep it."""
    response["Cache-Control"] = "no-store, private"
    return response


def set_retry_after(response: HttpResponse, refusal: Exception | None) -> None:
    """Set the Retry-After header if the request was refused as too soon."""
    if isinstance(refusal, TooManyRequests):
        response["Retry-After"] = str(refusal.seconds)
