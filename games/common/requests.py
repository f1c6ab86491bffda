"""The request as middleware leaves it, helpers to parse its values, and the Retry-After header."""

from django.http import HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from scrabble_site.shared.numbers import MAX_SMALL_NUMBER, parse_small_number
from scrabble_site.shared.refusals import InvalidRequest, TooManyRequests

MAX_ROW_ID = 10**15
"""Anything longer is no row's id, and could overflow the database."""


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


def set_retry_after(response: HttpResponse, refusal: Exception | None) -> None:
    """Set the Retry-After header if the request was refused as too soon."""
    if isinstance(refusal, TooManyRequests):
        response["Retry-After"] = str(refusal.seconds)
