"""Plays by requests where the pages are not the subject, since pages take longer.

The pages where names, rooms and seats are chosen have separate tests.
"""

import json
import re
from typing import Any

from playwright.sync_api import APIResponse, Page

STATE = re.compile(r"<script id=\"_state\" data-stamp=\"(\d+)\"[^>]*>(.*?)</script>", re.DOTALL)

PLAIN_ROOM = {
    "variant": "scrabble",
    "lexicon": "en-open",
    "challenge": "single",
    "end_rule": "passes",
    "adjustment": "standard",
    "exchange_minimum": "7",
    "placement": "strict",
    "clock": "none",
    "public": "on",
    "unhurried": "on",
}
"""The form's default room."""
CLOCK_25 = {"clock": "own", "pace": "game", "minutes": "25"}
"""The fields for a game with 25 minutes for each player."""


def post(page: Page, path: str, *, htmx: bool = True, **fields: str) -> APIResponse:
    """Post a form from this page's browser; the page stays as it is. Redirects are not followed."""
    request = page.context.request
    headers = {"X-CSRFToken": _read_token(page)} | ({"HX-Request": "true"} if htmx else {})
    answer = request.post(path, form=dict(fields), headers=headers, max_redirects=0)
    assert answer.status in (200, 302), f"{path}: {answer.status} {answer.text()}"
    return answer


def take_name(page: Page, name: str) -> None:
    """Become a player with this name."""
    post(page, "/name/", htmx=False, name=name)


def open_room(page: Page, name: str, title: str, **fields: str) -> str:
    """Open a room of Scrabble with this host, and return its path.

    ``fields`` are those of the room's form that differ from its defaults.
    """
    wanted = PLAIN_ROOM | {"title": title, "seats": "2", "name": name} | fields
    return post(page, "/rooms/", htmx=False, **wanted).headers["location"]


def seat_players(pages: list[Page], names: list[str], title: str, **fields: str) -> str:
    """Open a room of Scrabble, seat the players in this order and start.

    ``fields`` are those of the room's form that differ from its defaults. Returns the room's path.
    """
    path = open_room(pages[0], names[0], title, **{"seats": str(len(pages))} | fields)
    for number, (page, name) in enumerate(zip(pages, names, strict=True)):
        if number:
            post(page, f"{path}sit", seat=str(number), name=name)
    post(pages[0], f"{path}start")
    return path


class SeatClient:
    """A player of a room who plays by requests, whatever the page shows."""

    def __init__(self, page: Page, link: str) -> None:
        self.page, self.link = page, link
        self._stamp = "0"
        self._state: dict[str, Any] = {}

    def read_state(self) -> dict[str, Any]:
        """Return the newest state data, as the room's page receives it."""
        answer = self.page.context.request.get(f"{self.link}bundle?stamp={self._stamp}")
        if answer.status != 204:
            found = STATE.search(answer.text())
            assert found, f"{answer.status} {answer.text()}"
            self._stamp, self._state = found[1], json.loads(found[2])
        return self._state

    def post(self, verb: str, **fields: str) -> None:
        post(self.page, f"{self.link}{verb}", htmx=True, **fields)


def _read_token(page: Page) -> str:
    for _ in range(2):
        for cookie in page.context.cookies():
            if cookie["name"] == "csrftoken":
                return cookie["value"]
        page.context.request.get("/")
    raise AssertionError("no token came with the lobby")
