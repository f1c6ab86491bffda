"""The request as middleware leaves it, and what is read from it."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from games.common.refusals import Unsuitable


class PageRequest(HttpRequest):
    """``htmx`` is true for a request made by the page's script, which wants parts."""

    htmx: HtmxDetails


def read_number(said: object, code: str, *, most: int = 999_999) -> int:
    """A number from 0 to ``most`` as a page writes it; raises ``Unsuitable`` with ``code``.

    Nothing but ASCII digits: ``int`` alone would take signs, spaces, underlines, other scripts'
    digits, and any length.
    """
    text = said if isinstance(said, str) else ""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        raise Unsuitable(code)
    number = int(text)
    if number > most:
        raise Unsuitable(code)
    return number
