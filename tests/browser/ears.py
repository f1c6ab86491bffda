"""All that the server tells one browser: answers and socket messages, kept to be searched."""

import re
from collections.abc import Iterable, Iterator

from playwright.sync_api import Page, Response, WebSocket

from games.rules.game import unseen
from games.rules.tiles import BLANK, Letter, Tile
from tests.browser.script import Plan

SHORTEST = 5
"""Tiles from which on a rack is told apart from letters that stand together by chance."""


class Ears:
    """Hears from now on; what was searched once is forgotten."""

    def __init__(self, page: Page) -> None:
        self.responses: list[Response] = []
        self.frames: list[str] = []
        page.on("response", lambda response: self.responses.append(response))
        page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def drain(self) -> list[str]:
        """Every text heard since the last time."""
        answers = [one.text() for one in self.responses if one.ok and not _is_static(one)]
        texts = [*answers, *self.frames]
        self.responses.clear()
        self.frames.clear()
        return texts

    def expect_no_secrets(self, plan: Plan, seats: Iterable[int]) -> int:
        """Nothing heard names a rack of these seats, or the seed; how many texts were heard."""
        texts = self.drain()
        for text in texts:
            assert plan.seed.hex() not in text
            assert '"rack":[[' not in text, "a rack was sent"
            for letters in (_letters(text), _letters(re.sub("<[^>]*>", " ", text))):
                for rack in _spellings(plan, seats):
                    assert rack not in letters, f"the rack {rack} was sent"
        return len(texts)


def _is_static(response: Response) -> bool:
    return "/static/" in response.url


def _letters(text: str) -> str:
    return re.sub("[^A-Z?]", "", text)


def _spellings(plan: Plan, seats: Iterable[int]) -> Iterator[str]:
    for seat in seats:
        rack = plan.state.seats[seat].rack
        if len(rack) >= SHORTEST and len(unseen(plan.state, None)) > len(set(rack)):
            faces = [face_of(tile) for tile in rack]
            yield "".join(faces)
            yield "".join(sorted(faces))


def face_of(tile: Tile) -> str:
    return "?" if tile == BLANK or not isinstance(tile, Letter) else tile.face
