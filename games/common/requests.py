"""The request as middleware leaves it, what is read from it, and when it may come again."""

from django.http import HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from games.common.refusals import TooSoon, Unsuitable
from lexicon.numbers import MOST, read_small


class PageRequest(HttpRequest):
    """``htmx`` is true for a request made by the page's script, which wants parts."""

    htmx: HtmxDetails


def read_number(said: object, code: str, *, most: int = MOST) -> int:
    """A number from 0 to ``most`` as a page writes it; raises ``Unsuitable`` with ``code``."""
    number = read_small(said, most)
    if number is None:
        raise Unsuitable(code)
    return number


def say_when(response: HttpResponse, refusal: Exception | None) -> None:
    """Of what was refused as too soon, in how many seconds it may be tried again."""
    if isinstance(refusal, TooSoon):
        response["Retry-After"] = str(refusal.seconds)
