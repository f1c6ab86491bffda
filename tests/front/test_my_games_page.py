""" "My games": when its list is loaded again, and which response is kept."""

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from tests.front.conftest import Line
from tests.front.test_late_answers import answer, await_count
from tests.processes import wait_until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

GAMES = """<section class="card" id="_my_games" aria-labelledby="own-games-title">
<h2 id="own-games-title">Mine</h2><a href="/r/one1/">{text}</a></section>"""
BELL = '<div id="_bell" data-news="{news}" data-turns="0" data-online=""></div>'


class MyGames:
    """The page "My games" on the sample site; the test controls its socket and responses."""

    def __init__(self, page: Page, line: Line, url: str) -> None:
        self.page, self.line = page, line
        self.lobby = page.request.get(f"{url}/").text()
        self.held: list[Route] = []
        page.route("**/my-games/", self._answer_first)
        page.goto(f"{url}/my-games/")
        expect(self.link).to_have_text("at first")
        wait_until(lambda: bool(page.title()) and bool(self._sockets()), "the page listens", 10)
        self.push('<i id="_heartbeat" hidden></i>')

    def _answer_first(self, route: Route) -> None:
        if route.request.resource_type == "document":
            self.give(route, "at first")
        else:
            self.held.append(route)

    def give(self, route: Route, text: str) -> None:
        answer(route, self.lobby.replace("</main>", GAMES.format(text=text) + "</main>"))

    def _sockets(self) -> list[WebSocketRoute]:
        return [route for route in self.line.routes if "/ws/me/" in route.url]

    @property
    def link(self) -> Locator:
        return self.page.locator("#_my_games a")

    def push(self, html: str) -> None:
        self._sockets()[-1].send(html)


@pytest.fixture
def my_games(page: Page, line: Line, live_server, errors) -> MyGames:
    return MyGames(page, line, live_server.url)


def test_a_heartbeat_does_not_change_the_list(my_games: MyGames, page: Page) -> None:
    my_games.link.focus()
    my_games.link.evaluate("(link) => { link.dataset.same = 'yes'; }")
    for _ in range(3):
        my_games.push('<i id="_heartbeat" hidden></i>')
    my_games.push(BELL.format(news=1))
    await_count(page, my_games.held, 1)
    assert len(my_games.held) == 1, "only the change was asked about"
    expect(my_games.link).to_have_attribute("data-same", "yes")
    my_games.give(my_games.held.pop(), "later")
    expect(my_games.link).to_have_text("later")
    expect(my_games.link).to_be_focused()


def test_an_older_list_does_not_replace_a_newer_one(my_games: MyGames, page: Page) -> None:
    for news in (1, 2):
        my_games.push(BELL.format(news=news))
        await_count(page, my_games.held, news)
    older, newer = my_games.held
    my_games.give(newer, "newer")
    expect(my_games.link).to_have_text("newer")
    my_games.give(older, "older")
    page.evaluate("() => new Promise((go) => setTimeout(go))")
    expect(my_games.link).to_have_text("newer")
