"""The request as middleware leaves it."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class PageRequest(HttpRequest):
    """``htmx`` is true for a request made by the page's script, which wants parts."""

    htmx: HtmxDetails
