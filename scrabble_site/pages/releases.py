"""Tells pages of an earlier release that they are outdated, see ``static/js/site/release.js``."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_max_age

from scrabble_site.shared.release import get_release

RELEASE_HEADER = "X-Release"


def add_release(request: HttpRequest) -> dict[str, str]:
    """Return the template variable ``release``, which tells a page the release it was made by.

    It is empty in the answer to a form, which a browser does not load again without asking.
    """
    return {"release": get_release() if request.method == "GET" else ""}


class ReleaseMiddleware:
    """Names the release in every answer to a page's script, unless the browser may cache it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if "HX-Request" in request.headers and not get_max_age(response):
            response.headers[RELEASE_HEADER] = get_release()
        return response
