"""Browser errors for lost connections, and people who reload pages after one."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import ParamSpec, TypeVar

import pytest
from playwright.sync_api import APIRequestContext, BrowserContext, Error, Page, Request

from tests.jitter_proxy import hold_line, read_form

NETWORK = (
    "ERR_|WebSocket connection|Failed to load resource|net::|object Event|htmx:(afterReq|sendErr)"
)
"""A pattern for the lines of the console."""
EXPECTED = (NETWORK,) if read_form() == "cut" else ()
_LOST = re.compile("ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET|INCOMPLETE|NETWORK)")
_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def reload_lost_pages(context: BrowserContext) -> None:
    """Reload a page that a link or a form leads to, if the line is lost on the way."""
    if read_form() == "cut":
        context.on("requestfailed", _reload)


def _reload(request: Request) -> None:
    if not request.is_navigation_request() or not _LOST.search(request.failure or ""):
        return
    page = request.frame.page
    if request.frame == page.main_frame:
        with suppress(Error):  # the test may have gone elsewhere
            page.reload()


@contextmanager
def keep_addresses_reachable() -> Iterator[None]:
    """Let no line be cut while a test itself opens an address or sends a request."""
    if read_form() != "cut":
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        for name in ("goto", "reload", "go_back", "go_forward"):
            patch.setattr(Page, name, _hold(getattr(Page, name)))
        for name in ("fetch", "get", "post"):
            patch.setattr(APIRequestContext, name, _hold(getattr(APIRequestContext, name)))
        yield


def _hold(method: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    @wraps(method)
    def call(*arguments: _Arguments.args, **options: _Arguments.kwargs) -> _Result:
        with hold_line:
            return method(*arguments, **options)

    return call
