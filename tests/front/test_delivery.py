"""Commands that could not be sent from their room are sent from the lobby, with every kind of
answer.
"""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

Open = Callable[..., list[str]]
QUEUED = """() => Object.keys(localStorage).filter((name) => name.startsWith("unsent:"))
    .map((name) => JSON.parse(localStorage[name])).sort((a, b) => a.at - b.at)
    .map(({ key, refused }) => key + (refused ? " refused" : ""))"""


@pytest.fixture
def deliver(own_context, page: Page, live_server, errors) -> Open:
    """Return a function such as ``deliver([200], [503, 200])``.

    It opens the lobby with a move and a message waiting, answers each with these statuses in turn,
    and returns the keys that were sent.
    """

    def open_lobby(*answers: list[int], **headers: str) -> list[str]:
        sent: list[str] = []
        left = {f"key{number}": list(some) for number, some in enumerate(answers)}

        def answer(route: Route) -> None:
            key = dict(one.split("=") for one in (route.request.post_data or "").split("&"))["key"]
            sent.append(key)
            status = left[key].pop(0)
            if status:
                route.fulfill(status=status, headers=headers, body="")
            else:
                route.abort()

        def name_viewer(route: Route) -> None:
            body = re.sub('data-me="[^"]*"', 'data-me="amber"', route.fetch().text())
            route.fulfill(body=body, content_type="text/html")

        entries = {
            f"unsent:amber:garden77:commands:key{number}": json.dumps(
                {
                    "url": f"/r/garden77/{number}",
                    "fields": {"turn": "4"},
                    "key": f"key{number}",
                    "at": at,
                }
            )
            for number, at in zip(range(len(answers)), range(2**41, 2**42), strict=False)
        }
        page.goto(f"{live_server.url}/about/rules/scrabble/")
        page.evaluate("entries => Object.assign(localStorage, entries)", entries)
        page.route("**/r/garden77/*", answer)
        page.route(f"{live_server.url}/", name_viewer)
        page.clock.install()
        page.goto(f"{live_server.url}/")
        page.clock.run_for(1100)
        return sent

    return open_lobby


def expect_queued(page: Page, *keys: str) -> None:
    written = json.dumps(keys, separators=(",", ":"))
    page.wait_for_function(f"keys => JSON.stringify(({QUEUED})()) === keys", arg=written)


def later(page: Page, milliseconds: int) -> None:
    page.clock.run_for(milliseconds)


def test_waiting_commands_are_sent_in_order(deliver: Open, page: Page) -> None:
    sent = deliver([200], [200])
    expect_queued(page)
    assert sent == ["key0", "key1"]


@pytest.mark.sampled(0, 503)
@pytest.mark.parametrize("lost", [0, 502, 503, 504])
def test_all_commands_wait_while_the_server_does_not_answer(
    deliver: Open, page: Page, lost: int
) -> None:
    sent = deliver([lost, 200], [200])
    with page.expect_response("**/r/garden77/1"):
        page.wait_for_function("() => document.readyState === 'complete'")
        for _second in range(6):
            later(page, 1000)
    expect_queued(page)
    assert sent == ["key0", "key0", "key1"]


def test_a_refused_command_stays_and_is_not_overtaken(deliver: Open, page: Page) -> None:
    sent = deliver([409], [200])
    expect_queued(page, "key0 refused", "key1")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    later(page, 10_000)
    page.reload()
    later(page, 10_000)
    expect_queued(page, "key0 refused", "key1")
    assert sent == ["key0"]


def test_no_commands_are_sent_to_a_deleted_room(deliver: Open, page: Page) -> None:
    sent = deliver([404], [404])
    expect_queued(page)
    assert sent == ["key0", "key1"]


def test_refused_requests_are_repeated_after_the_time_the_server_named(
    deliver: Open, page: Page
) -> None:
    sent = deliver([429, 200], **{"Retry-After": "20"})
    expect_queued(page, "key0")
    later(page, 15_000)
    assert sent == ["key0"]
    with page.expect_response("**/r/garden77/0"):
        later(page, 6_000)
    expect_queued(page)


def test_another_players_queue_is_not_touched(deliver: Open, page: Page) -> None:
    sent = deliver()
    name = "unsent:cobalt:garden77:commands:key9"
    entry = json.dumps(
        {"url": "/r/garden77/9", "fields": {"turn": "4"}, "key": "key9", "at": 2**41}
    )
    page.evaluate("([name, entry]) => { localStorage[name] = entry; }", [name, entry])
    page.evaluate("window.dispatchEvent(new Event('online'))")
    later(page, 10_000)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert sent == []
