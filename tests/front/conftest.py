"""The sample site in a browser: ``show("mine")`` opens a room, ``stage`` rules the answers."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute

from games.play.fragments import render_bundle
from tests.front import site
from tests.front.samples import sample
from tests.front.site import Stage


class Line:
    """The socket as the page sees it: what it says is heard here, and it can be cut."""

    def __init__(self) -> None:
        self.routes: list[WebSocketRoute] = []
        self.heard: list[str] = []
        self.open = True

    def take(self, route: WebSocketRoute) -> None:
        address = urlsplit(route.url)
        if address.path.startswith("/ws/chat/"):
            return  # nobody talks here
        if not self.open:
            route.close(code=1012)
            return
        self.routes.append(route)
        if address.path.startswith("/ws/r/"):
            known = int(parse_qs(address.query)["stamp"][0])
            if known < site.STAGE.view.stamp:
                route.send(render_bundle(site.STAGE.view))
        route.on_message(lambda message: self._hear(route, str(message)))

    def _hear(self, route: WebSocketRoute, message: str) -> None:
        """As the server does, tell the time to whoever asks."""
        if message.startswith("time "):
            route.send(f"{message} {time.time_ns() // 1_000_000}")
        else:
            self.heard.append(message)

    def push(self, html: str) -> None:
        self.routes[-1].send(html)

    def cut(self) -> None:
        self.open = False
        self.routes[-1].close(code=1012)


class Room:
    """A sample room in the browser, with the words the tests speak of it."""

    def __init__(self, page: Page, line: Line, stage: Stage) -> None:
        self.page, self.line, self.stage = page, line, stage

    def square(self, name: str) -> Locator:
        return self.page.locator(f'[data-name="{name}"]')

    def option(self, name: str) -> Locator:
        return self.page.get_by_role("option", name=name, exact=True).first

    def laid(self) -> Locator:
        return self.page.locator("#lay > .tile")

    def rack(self) -> list[str]:
        """Names of the tiles on the rack, "" for a dent."""
        script = "places => places.map(p => p.getAttribute('aria-label') || '')"
        found: list[str] = self.page.locator(".rack[role=listbox] > *").evaluate_all(script)
        return found

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def agree(self, verb: str) -> None:
        """Press a button that asks first, and say yes."""
        self.button(verb).click()
        asked = self.page.get_by_role("dialog")
        asked.get_by_role("button", name=verb, exact=True).click()

    def change(self, **fields: Any) -> str:
        """Change what is on the stage; the bundle that tells it."""
        fields.setdefault("stamp", self.stage.view.stamp + 1)
        self.stage.view = replace(self.stage.view, **fields)
        return render_bundle(self.stage.view)


@pytest.fixture(autouse=True)
def plain_static(settings: Any) -> None:
    """Static files by their own names: nothing has been collected."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": plain}


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Without a service worker: what pages ask is answered to order."""
    return browser_context_args | {"service_workers": "block"}


@pytest.fixture
def page(page: Page, line: Line) -> Page:
    """A page whose sockets end here."""
    page.route_web_socket("**/ws/**", line.take)
    return page


@pytest.fixture
def stage() -> Stage:
    site.STAGE.__init__()  # type: ignore[misc]
    return site.STAGE


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def errors(page: Page) -> Iterator[list[str]]:
    """What went wrong in the page; a test fails with it."""
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
        return Room(page, line, stage)

    return open_room
