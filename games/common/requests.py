"""The request as middleware leaves it, and what is read from it."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from games.common.refusals import Unsuitable
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
