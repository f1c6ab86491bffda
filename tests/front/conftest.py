"""The sample site in a browser: ``show("mine")`` opens a room, ``stage`` decides the answers."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.static import serve
from playwright.sync_api import Browser, BrowserContext, Locator, Page, WebSocketRoute

from games.play.live.fragments import render_bundle
from tests.front import sample_site
from tests.front.sample_rooms import sample
from tests.front.sample_site import Stage
from tests.prepared_sites import prepare_static
from tests.processes import PATIENCE, wait_until

ANIMATED = """async () => {
  const ending = () => document.getAnimations().filter((one) =>
    one.playState === "running" && one.effect.getComputedTiming().endTime !== Infinity);
  while (ending().length) await Promise.allSettled(ending().map((one) => one.finished));
}"""
"""Waits until every animation has ended, except those that never end."""


def resize(page: Page, width: int, height: int) -> None:
    """Set the size of the window, and wait until the page has it and nothing moves.

    Only style sheets depend on the size: a resized page looks like one loaded at that size.
    """
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
    page.evaluate(ANIMATED)


class Line:
    """The server's end of the page's socket: it records what the page sends, and can be cut."""

    def __init__(self) -> None:
        self.routes: list[WebSocketRoute] = []
        self.chat: list[WebSocketRoute] = []
        self.received: list[str] = []
        self.asked_time = 0
        self.open = True

    def take(self, route: WebSocketRoute) -> None:
        address = urlsplit(route.url)
        if address.path.startswith("/ws/chat/"):
            self.chat.append(route)  # only a test chats here
            return
        if not self.open:
            route.close(code=1012)
            return
        self.routes.append(route)
        if address.path.startswith("/ws/r/"):
            known = int(parse_qs(address.query)["stamp"][0])
            # As the server does: only a page with an older state gets the newest at once.
            if known < sample_site.STAGE.view.stamp:
                route.send(render_bundle(sample_site.STAGE.view))
        route.on_message(lambda message: self._receive(route, str(message)))

    def _receive(self, route: WebSocketRoute, message: str) -> None:
        """Record a message; answer questions about the time, as the server does."""
        if message.startswith("time "):
            self.asked_time += 1
            route.send(f"{message} {time.time_ns() // 1_000_000}")
        else:
            self.received.append(message)

    def push(self, html: str) -> None:
        self.routes[-1].send(html)

    def cut(self) -> None:
        self.open = False
        self.routes[-1].close(code=1012)


class Room:
    """A sample room in the browser, with shorthands for the tests."""

    def __init__(self, page: Page, line: Line, stage: Stage) -> None:
        self.page, self.line, self.stage = page, line, stage

    def square(self, name: str) -> Locator:
        return self.page.locator(f'[data-name="{name}"]')

    def option(self, name: str) -> Locator:
        return self.page.get_by_role("option", name=name, exact=True).first

    def tentative_tiles(self) -> Locator:
        return self.page.locator("#tentative-tiles > .tile")

    def rack(self) -> list[str]:
        """Return the labels of the tiles on the rack, "" for a gap."""
        script = "places => places.map(p => p.getAttribute('aria-label') || '')"
        found: list[str] = self.page.locator(".rack[role=listbox] > *").evaluate_all(script)
        return found

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def agree(self, verb: str) -> None:
        """Press a button that asks first, and confirm."""
        self.button(verb).click()
        asked = self.page.get_by_role("dialog")
        asked.get_by_role("button", name=verb, exact=True).click()

    def change(self, **fields: Any) -> str:
        """Change the stage and return the bundle for it."""
        fields.setdefault("stamp", self.stage.view.stamp + 1)
        self.stage.view = replace(self.stage.view, **fields)
        return render_bundle(self.stage.view)


@pytest.fixture(scope="session")
def collected() -> Iterator[Path]:
    """Serve collected static files with an expiry date, so that browsers keep them.

    Collecting bundles a page's scripts, which would otherwise be a hundred modules.
    """
    folder = prepare_static()

    def give(handler: StaticFilesHandler, request: HttpRequest) -> HttpResponseBase:
        path = handler.file_path(request.path)
        response: HttpResponseBase = serve(request, path, document_root=str(folder))
        response["Cache-Control"] = "max-age=86400"
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticFilesHandler, "serve", give)
        yield folder


@pytest.fixture(autouse=True)
def static_files(settings: Any, request: pytest.FixtureRequest) -> None:
    """Use the collected static files in tests with pages, and plain names in the others."""
    storage = "django.contrib.staticfiles.storage.StaticFilesStorage"
    if "live_server" in request.fixturenames:
        storage = "scrabble_site.static.script_bundles.BundledScriptsStorage"
        settings.STATIC_ROOT = str(request.getfixturevalue("collected"))
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": storage}}


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Let all pages of a context share a process, which starts and compiles scripts once."""
    return browser_type_launch_args | {
        "args": [*browser_type_launch_args["args"], "--process-per-site"]
    }


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Disable the service worker, since the tests answer the requests of pages themselves."""
    return browser_context_args | {"service_workers": "block"}


@pytest.fixture(scope="session")
def shared_contexts(browser: Browser) -> dict[str, BrowserContext]:
    """Browser contexts by their options. A new one would have to load every static file again."""
    return {}


@pytest.fixture
def own_context(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    """A separate browser context, for changes that cannot be undone, such as an installed clock."""
    context = browser.new_context(**browser_context_args)
    context.set_default_timeout(PATIENCE * 1000)
    yield context
    context.close()


@pytest.fixture
def context(
    request: pytest.FixtureRequest,
    browser: Browser,
    shared_contexts: dict[str, BrowserContext],
    browser_context_args: dict[str, Any],
    live_server: Any,
) -> BrowserContext:
    """The test's separate context if it asks for one, or else a shared one."""
    if "own_context" in request.fixturenames:
        own: BrowserContext = request.getfixturevalue("own_context")
        return own
    key = repr(sorted(browser_context_args.items()))
    if key not in shared_contexts:
        shared_contexts[key] = browser.new_context(**browser_context_args)
        shared_contexts[key].set_default_timeout(PATIENCE * 1000)
        # An empty page of the site stays open, since the process ends with its last page.
        kept = shared_contexts[key].new_page()
        kept.route("**/*", lambda route: route.fulfill(content_type="text/html"))
        kept.goto(live_server.url)
    return shared_contexts[key]


@pytest.fixture
def page(context: BrowserContext, live_server: Any, line: Line) -> Iterator[Page]:
    """A page whose sockets end here, in a browser that remembers nothing but static files."""
    context.clear_cookies()
    page = context.new_page()
    everything = {"origin": live_server.url, "storageTypes": "local_storage,indexeddb"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", everything)
    page.route_web_socket("**/ws/**", line.take)
    yield page
    page.close()


@pytest.fixture
def stage() -> Stage:
    sample_site.STAGE.__init__()  # type: ignore[misc]
    return sample_site.STAGE


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def errors(page: Page) -> Iterator[list[str]]:
    """Collect errors in the page; any of them fails the test."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    yield found
    assert not found


@pytest.fixture
def show(
    page: Page, live_server: Any, stage: Stage, line: Line, errors: list[str]
) -> Callable[[str], Room]:
    def open_room(name: str) -> Room:
        stage.view = sample(name)
        page.goto(f"{live_server.url}/r/kitchen7/")
        page.wait_for_function("() => document.querySelector('#cursor[class]') !== null")
        # Calling the page lets Playwright process what it has sent.
        wait_until(lambda: bool(page.title()) and bool(line.routes), "the socket of the room")
        return Room(page, line, stage)

    return open_room
