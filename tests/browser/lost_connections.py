"""Browser errors for lost connections, and people who wait and try again after one."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import ParamSpec, TypeVar

import pytest
from playwright.sync_api import (
    APIRequestContext,
    BrowserContext,
    Error,
    Keyboard,
    Locator,
    Mouse,
    Page,
    Request,
)

from tests.jitter_proxy import hold_line, read_form

NETWORK = (
    "ERR_|WebSocket connection|Failed to load resource|net::|object Event|htmx:(afterReq|sendErr)"
)
"""A pattern for the lines of the console."""
EXPECTED = (NETWORK,) if read_form() == "cut" else ()
_REPEATED = re.compile(
    "^(?!.*/puzzles/).*/(play|exchange|pass|challenge|accept|resign|abort|chat/send|bundle|preview|draft|hint|contribute)$"
)
"""Addresses to which the page sends again what was lost; the rest is sent once."""
PRESSES = ("click", "tap", "press", "check", "uncheck", "select_option", "dispatch_event")
_LOST = re.compile("ERR_(CONNECTION|CONTENT_LENGTH|EMPTY_RESPONSE|SOCKET|INCOMPLETE|NETWORK)")
_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def be_patient(context: BrowserContext) -> None:
    """Do for a person's pages what the person would do on a line that is cut.

    A page that a link or a form leads to is reloaded. What a page sends only once would be pressed
    again, after a look whether it worked; instead, the line holds while it is under way.
    """
    if read_form() == "cut":
        context.on("requestfailed", _reload)
        _hold_single_requests(context)


def _hold_single_requests(context: BrowserContext) -> None:
    held: set[Request] = set()

    def start(request: Request) -> None:
        path = request.url.partition("?")[0]
        if request.resource_type in ("fetch", "xhr") and not _REPEATED.search(path):
            held.add(request)
            hold_line.acquire()

    def end(request: Request) -> None:
        if request in held:
            held.remove(request)
            hold_line.release()

    def end_all(_context: BrowserContext) -> None:
        for request in list(held):
            end(request)

    context.on("request", start)
    context.on("requestfinished", end)
    context.on("requestfailed", end)
    context.on("close", end_all)


def _reload(request: Request) -> None:
    if not request.is_navigation_request() or not _LOST.search(request.failure or ""):
        return
    page = request.frame.page
    if request.frame == page.main_frame:
        with suppress(Error):  # the test may have gone elsewhere
            page.reload()


@contextmanager
def keep_line_for_presses() -> Iterator[None]:
    """Let no line be cut while a test opens an address, sends a request or presses something.

    A person would wait until the page is connected again.
    """
    if read_form() != "cut":
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        for name in ("goto", "reload", "go_back", "go_forward"):
            patch.setattr(Page, name, _hold(getattr(Page, name)))
        for name in ("fetch", "get", "post"):
            patch.setattr(APIRequestContext, name, _hold(getattr(APIRequestContext, name)))
        for name in PRESSES:
            patch.setattr(Locator, name, _hold(getattr(Locator, name)))
        patch.setattr(Keyboard, "press", _hold(Keyboard.press))
        patch.setattr(Mouse, "up", _hold(Mouse.up))
        patch.setattr(Page, "wait_for_url", _outlast_loss(Page.wait_for_url))
        yield


def _hold(method: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    @wraps(method)
    def call(*arguments: _Arguments.args, **options: _Arguments.kwargs) -> _Result:
        with hold_line:
            return method(*arguments, **options)

    return call


def _outlast_loss(method: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Wait on while a page that was lost on its way is loaded again."""

    @wraps(method)
    def call(*arguments: _Arguments.args, **options: _Arguments.kwargs) -> _Result:
        while True:
            try:
                return method(*arguments, **options)
            except Error as error:
                if not _LOST.search(error.message):
                    raise

    return call
