"""All traffic from the server to one browser, answers and socket messages, kept for searching."""

import re
from collections.abc import Iterable, Iterator
from http import HTTPStatus

from playwright.sync_api import Page, Response, WebSocket

from games.rules.equipment.tiles import BLANK, LetterTile, Tile
from games.rules.flow.game import count_unseen_tiles
from tests.browser.planned_games import Plan

SHORTEST = 5
"""The shortest rack to search for; fewer tiles can turn up side by side by chance."""


class TrafficLog:
    """Records traffic from its creation on. Searched texts are dropped."""

    def __init__(self, page: Page) -> None:
        self.responses: list[Response] = []
        self.frames: list[str] = []
        page.on("response", lambda response: self.responses.append(response))
        page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def drain(self) -> list[str]:
        """Return every text received since the last call."""
        answers = [one.text() for one in self.responses if one.ok and _has_text(one)]
        texts = [*answers, *self.frames]
        self.responses.clear()
        self.frames.clear()
        return texts

    def expect_no_secrets(self, plan: Plan, seats: Iterable[int]) -> int:
        """Check that no text contains a rack of these seats, or the seed.

        Returns the number of texts.
        """
        texts = self.drain()
        for text in texts:
            assert plan.seed.hex() not in text
            assert '"rack":[[' not in text, "a rack was sent"
            for letters in (_letters(text), _letters(re.sub("<[^>]*>", " ", text))):
                for rack in _spellings(plan, seats):
                    assert rack not in letters, f"the rack {rack} was sent"
        return len(texts)


def _has_text(response: Response) -> bool:
    """Static files have no secrets, and an answer without content has no body to read."""
    return response.status != HTTPStatus.NO_CONTENT and "/static/" not in response.url


def _letters(text: str) -> str:
    return re.sub("[^A-Z?]", "", text)


def _spellings(plan: Plan, seats: Iterable[int]) -> Iterator[str]:
    for seat in seats:
        rack = plan.state.seats[seat].rack
        if len(rack) >= SHORTEST and len(count_unseen_tiles(plan.state, None)) > len(set(rack)):
            faces = [face_of(tile) for tile in rack]
            yield "".join(faces)
            yield "".join(sorted(faces))


def face_of(tile: Tile) -> str:
    return "?" if tile == BLANK or not isinstance(tile, LetterTile) else tile.face
