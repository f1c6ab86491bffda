"""The offline page: one chain of checks, and no reload while the wanted page is unavailable."""

import pytest
from playwright.sync_api import Page, Route, expect

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]


class Site:
    """A simulated site: whether it and the wanted page answer, and how often the page checked."""

    def __init__(self, page: Page) -> None:
        self.healthy = self.given = False
        self.looks = self.loads = 0
        page.route("**/healthz", self._look)
        page.route("**/wanted/", self._load)

    def _look(self, route: Route) -> None:
        self.looks += 1
        if self.healthy:
            route.fulfill(body="ok")
        else:
            route.abort()

    def _load(self, route: Route) -> None:
        self.loads += route.request.is_navigation_request()
        if self.given:
            route.fulfill(body="<h1>The board</h1>", content_type="text/html")
        elif route.request.is_navigation_request():  # as the service worker answers
            route.fulfill(body=self.page, content_type="text/html")
        else:
            route.abort()

    page = ""


@pytest.fixture
def site(own_context, page: Page, live_server) -> Site:
    made = Site(page)
    page.goto(f"{live_server.url}/offline/")
    made.page = page.content()
    page.clock.install()
    page.goto(f"{live_server.url}/wanted/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.wait_for_function("() => document.readyState === 'complete'")
    return made


def test_repeated_triggers_start_one_chain_of_checks(site: Site, page: Page) -> None:
    """Pressing the button, returning to the page and the browser's online event start no second
    chain.
    """
    page.clock.run_for(100)
    for _time in range(5):
        page.get_by_role("button", name="Try again").click()
        page.evaluate("window.dispatchEvent(new Event('online'))")
    page.clock.run_for(100)
    before = site.looks
    for _second in range(20):
        page.clock.run_for(1000)
    assert site.looks - before <= 5


def test_an_unavailable_page_is_not_reloaded_endlessly(site: Site, page: Page) -> None:
    site.healthy = True
    loads = site.loads
    for _second in range(10):
        page.clock.run_for(1000)
    assert site.loads == loads
    site.given = True
    for _second in range(30):
        if page.get_by_role("heading", name="The board").count():
            break
        page.clock.run_for(1000)
    expect(page.get_by_role("heading", name="The board")).to_be_visible()
