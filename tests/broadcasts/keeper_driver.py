"""A game on a real board as its scorekeepers write it down: by the forms of its page."""

import re
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.test import Client

from games.broadcasts.models import AnnotatedGame
from games.players.models import Player
from tests.events.event_driver import open_browser, read_text

FORM = {
    "variant": "scrabble",
    "lexicon": "few",
    "name_0": "Amber",
    "name_1": "Cobalt",
    "listed": "on",
}


@dataclass
class KeptGame:
    """A game, and the browser of its first scorekeeper."""

    code: str
    keeper: Player
    browser: Client
    others: dict[object, Client] = field(default_factory=dict)

    @classmethod
    def open(cls, keeper: Player, **chosen: Any) -> "KeptGame":
        """Send the form for a new game."""
        browser = open_browser(keeper)
        form = {name: value for name, value in (FORM | chosen).items() if value is not None}
        answer = browser.post("/live/new/", form | {"key": uuid4().hex})
        assert answer.status_code == 302, read_text(answer.content.decode())
        return cls(answer.headers["Location"].split("/")[2], keeper, browser)

    @property
    def path(self) -> str:
        return f"/live/{self.code}/"

    @property
    def game(self) -> AnnotatedGame:
        return AnnotatedGame.objects.get(code=self.code)

    def browser_of(self, player: Player | None) -> Client:
        if player == self.keeper:
            return self.browser
        return self.others.setdefault(player and player.pk, open_browser(player))

    def page(self, player: Player | None = None, path: str = "") -> str:
        """Return what a player sees, or a stranger for ``None``."""
        answer = self.browser_of(player).get(f"{self.path}{path}")
        assert answer.status_code == 200, (answer.status_code, read_text(answer.content.decode()))
        return answer.content.decode()

    def send(self, act: str, by: Player | None = None, **fields: Any) -> str:
        """Send a form of the page, as it is now. Returns what the page objects, "" for nothing."""
        fields = {"act": act, "key": uuid4().hex, "stamp": self.game.stamp} | fields
        answer = self.browser_of(by or self.keeper).post(f"{self.path}keep/act", fields)
        if answer.status_code == 302:
            return ""
        page = answer.content.decode()
        assert answer.status_code in (404, 409, 422), (answer.status_code, read_text(page))
        found = re.search(r'<p class="card warning" role="?alert"?>(.*?)</p>', page)
        return read_text(found[1] if found else page[page.index("<main") :])

    def play(self, seat: int, position: str, tiles: str, rack: str = "", **fields: Any) -> str:
        move: dict[str, Any] = {
            "seat": seat,
            "kind": "play",
            "square": position,
            "direction": "down",  # unless the position says otherwise, as "8H" does
            "tiles": tiles,
            "rack": rack,
        }
        return self.send("add", **move | fields)

    def add(self, seat: int, kind: str, **fields: Any) -> str:
        return self.send("add", seat=seat, kind=kind, **fields)

    def scores(self) -> list[int]:
        """Return the scores that everyone sees."""
        return [
            int(score.replace("−", "-"))
            for score in re.findall(r'<b class="?score"?>([^<]*)</b>', self.page())
        ]

    def moves(self) -> list[str]:
        """Return the moves that everyone sees, the newest first."""
        page = self.page()
        listed = page[page.index("_annotated_moves") :].split("</ol>")[0]
        return [read_text(line) for line in re.findall(r"<li.*?</li>", listed, re.DOTALL)]
