"""The service worker: it has an offline page, caches no boards, and shows pushed notifications."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Page, Route, expect

from tests.browser.conftest import Company, Complaints, Visit
from tests.browser.lost_connections import NETWORK
from tests.browser.test_phone import turn_screen
from tests.processes import wait_until
from tests.push.push_service import Browser, PushService
from tests.screenshots import save_screenshot
from tests.site_processes import Site

WITH_WINDOWS = Path("/usr/bin/chromium")

KEPT = """async () => {
  const urls = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) urls.push(request.url);
  }
  return urls.map((url) => new URL(url).pathname);
}"""


def await_worker(page: Page) -> None:
    """Wait until the service worker controls this page."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_without_a_connection_the_page_says_so_and_recovers(
    visit: Visit, complaints: Complaints, shots_dir: Path
) -> None:
    complaints.allow(NETWORK)  # also from sockets that are opened as the connection breaks
    amber = visit("Amber", service_workers="allow")
    page, context = amber.page, amber.page.context
    page.goto("/")
    await_worker(page)
    room = amber.make_room("Kitchen table")
    expect(room.board).to_be_visible()
    link = room.link

    context.set_offline(True)
    page.goto(link)
    expect(page.get_by_role("heading")).to_have_text("No connection")
    assert page.url == link
    expect(room.board).to_have_count(0)
    save_screenshot(page, shots_dir / "offline-1-light.png")
    page.emulate_media(color_scheme="dark")
    save_screenshot(page, shots_dir / "offline-2-dark.png")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading")).to_have_text("No connection")

    context.set_offline(False)
    expect(room.board).to_be_visible()
    kept = page.evaluate(KEPT)
    assert "/offline/" in kept
    assert [path for path in kept if not path.startswith("/static/")] == ["/offline/"]


def test_a_worker_is_installed_though_files_fail_at_first(
    visit: Visit, complaints: Complaints
) -> None:
    complaints.allow("503")
    amber = visit("", service_workers="allow")
    failed: list[str] = []

    def fail_once(route: Route) -> None:
        if failed:
            route.continue_()
        else:
            failed.append(route.request.url)
            route.fulfill(status=503)

    amber.page.context.route("**/offline/", fail_once)
    amber.page.goto("/")
    await_worker(amber.page)
    assert failed


def test_a_worker_is_installed_though_files_never_come(
    visit: Visit, complaints: Complaints
) -> None:
    """Only the offline page is indispensable."""
    complaints.allow("503")
    complaints.allow(NETWORK)
    amber = visit("", service_workers="allow")
    failed: list[str] = []

    def fail(route: Route) -> None:
        if route.request.service_worker:
            failed.append(route.request.url)
            route.fulfill(status=503)
        else:
            route.continue_()

    amber.page.context.route("**/static/**", fail)
    amber.page.goto("/")
    await_worker(amber.page)
    assert failed
    amber.page.context.set_offline(True)
    amber.page.goto("/learn/")
    expect(amber.page.get_by_role("heading")).to_have_text("No connection")


def test_a_page_loading_during_the_workers_takeover_is_controlled_by_it(visit: Visit) -> None:
    """A worker does not take over pages that are still loading, so such a page asks again."""
    amber = visit("", service_workers="allow")
    page, installing, arriving = amber.page, list[Route](), list[Route]()
    page.context.route("**/offline/", lambda route: installing.append(route))
    page.goto("/")
    wait_until(
        lambda: page.evaluate("1") == 1 and bool(installing), "the worker is being installed"
    )
    page.route("**/learn/", lambda route: arriving.append(route))
    with page.expect_request("**/learn/"):
        page.evaluate("() => { setTimeout(() => { location.href = '/learn/'; }); }")
    worker = page.context.service_workers[0]
    installing[0].continue_()
    active = "() => self.registration.active?.state"
    wait_until(lambda: worker.evaluate(active) == "activated", "the worker has taken over")
    arriving[0].continue_()
    page.wait_for_url("**/learn/")
    await_worker(page)


GRANTED = """() => {
  Notification.requestPermission = async () => "granted";
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
}"""


@pytest.mark.sampled("allow")
@pytest.mark.parametrize("workers", ["block", "allow"])
def test_the_push_setting_explains_when_no_worker_can_be_installed(
    visit: Visit, complaints: Complaints, workers: str
) -> None:
    """Both when the browser refuses the worker and when its script does not arrive."""
    complaints.allow("503")
    complaints.allow("ServiceWorker")
    jade = visit("Jade", service_workers=workers)
    jade.page.context.route("**/sw.js", lambda route: route.fulfill(status=503))
    jade.page.context.add_init_script(f"({GRANTED})()")
    jade.page.goto("/settings/notifications/")
    card = jade.page.get_by_role("region", name="Push notifications in this browser")
    card.get_by_role("button", name="Turn on").click()
    expect(card.get_by_role("status")).to_have_text(re.compile("^That"), use_inner_text=True)
    expect(card.get_by_role("button", name="Turn on")).to_be_enabled()


STANDS_IN = """() => {
  const made = {
    endpoint: FORM.endpoint,
    toJSON: () => ({ endpoint: FORM.endpoint, keys: { p256dh: FORM.p256dh, auth: FORM.auth } }),
    unsubscribe: async () => { localStorage.removeItem("stands in"); return true; },
  };
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem("stands in", "yes");
    return made;
  };
  PushManager.prototype.getSubscription = async () => localStorage.getItem("stands in") && made;
}"""
"""Replaces the browser's push service, which no test contacts."""

COUNT_LOOKS = """() => {
  const matchAll = self.clients.matchAll.bind(self.clients);
  self.looks = 0;
  self.clients.matchAll = async (...filter) => {
    const found = await matchAll(...filter);
    self.looks += 1;
    return found;
  };
}"""
"""Counts how often the service worker has looked for open pages: once for each pushed event."""

OPEN_PAGES = """async () => {
  const pages = { type: "window", includeUncontrolled: true };
  return (await Clients.prototype.matchAll.call(self.clients, pages)).length;
}"""

SHOWN = """async () => (await self.registration.getNotifications())
  .map(({ title, body, tag, data }) => [title, body, tag, data.url])"""


@pytest.fixture
def with_windows(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], all_complaints: Complaints
) -> Iterator[Company]:
    """Start a Chromium with windows, since a headless one shows no notifications."""
    if not WITH_WINDOWS.exists():
        pytest.skip(f"no {WITH_WINDOWS}: install Debian's package chromium")
    browser = browser_type.launch(
        **browser_type_launch_args | {"executable_path": str(WITH_WINDOWS)}
    )
    yield Company(browser, all_complaints)
    browser.close()


def test_a_browser_is_notified_while_no_page_is_visible(
    with_windows: Company, site: Site, complaints: Complaints, shots_dir: Path
) -> None:
    form = Browser(PushService("https://fcm.googleapis.com"), "abc").form
    allowed = {"service_workers": "allow", "permissions": ["notifications"]}
    jade = with_windows.come("Jade", site, **allowed)
    page, context = jade.page, jade.page.context
    context.add_init_script(f"({STANDS_IN.replace('FORM', json.dumps(form))})()")
    page.goto("/")
    await_worker(page)

    page.goto("/settings/notifications/")
    card = page.get_by_role("region", name="Push notifications in this browser")
    expect(card.get_by_role("status")).to_have_text(re.compile("^Off"), use_inner_text=True)
    card.get_by_role("button", name="Turn on").click()
    expect(card.get_by_role("status")).to_have_text(re.compile("^On"), use_inner_text=True)
    page.reload()
    expect(card.get_by_role("status")).to_have_text(re.compile("^On"), use_inner_text=True)
    save_screenshot(page, shots_dir / "push-1-settings.png", full_page=True)
    turn_screen(page, (320, 640))
    page.emulate_media(color_scheme="dark")
    save_screenshot(page, shots_dir / "push-2-narrow.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    card.get_by_role("button", name="Turn off").click()
    expect(card.get_by_role("status")).to_have_text(re.compile("^Off"), use_inner_text=True)

    worker = context.service_workers[0]
    worker.evaluate(COUNT_LOOKS)
    push = Deliverer(page)
    push.deliver("Seen by the page", "/r/abcd2345/")
    # Otherwise the worker might look for pages only once there are none.
    wait_until(lambda: worker.evaluate("self.looks") == 1, "the first push is handled")
    page.goto("about:blank")
    wait_until(lambda: worker.evaluate(OPEN_PAGES) == 0, "the worker sees no page")
    push.deliver("Leads elsewhere", "//elsewhere.example/")
    push.deliver("It is your turn", "/r/abcd2345/")
    wait_until(lambda: worker.evaluate(SHOWN) != [], "a notification")
    home = worker.url.removesuffix("/sw.js")
    expected = [["It is your turn", "at a table", "turn-abcd2345", f"{home}/r/abcd2345/"]]
    assert worker.evaluate(SHOWN) == expected


class Deliverer:
    """Delivers push messages to the service worker, in place of a push service."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._devtools = page.context.new_cdp_session(page)
        self._origin = page.evaluate("location.origin + '/'")
        found: list[dict[str, str]] = []
        self._devtools.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: found.extend(event["registrations"]),
        )
        self._devtools.send("ServiceWorker.enable")
        wait_until(lambda: bool(page.title()) and bool(found), "the browser to name the worker")
        self._registration = found[-1]["registrationId"]

    def deliver(self, title: str, url: str) -> None:
        payload = {"title": title, "body": "at a table", "url": url, "tag": "turn-abcd2345"}
        where = {"origin": self._origin, "registrationId": self._registration}
        self._devtools.send(
            "ServiceWorker.deliverPushMessage", where | {"data": json.dumps(payload)}
        )
