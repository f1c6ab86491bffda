"""A duplicate game on the site of the browser tests: its pages, and what only the site knows."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from games.rules.equipment.tiles import load_tile_set
from games.rules.plays.acts import Play
from tests.browser.company import Person
from tests.browser.http_actions import post
from tests.browser.page_driver import RoomPage
from tests.processes import PATIENCE, wait_until
from tests.site_processes import Site

PLAIN_GAME = {
    "variant": "scrabble",
    "lexicon": "en-open",
    "format": "standard",
    "turn_seconds": "180",
    "pause_seconds": "60",
}

LIST_PLAYS = """
import json
from games.duplicate import store
from games.duplicate.models import DuplicateGame
from games.engine.engine import Engine
from games.rules.duplicate.game import TABLE
from games.rules.plays.acts import Play
game = DuplicateGame.objects.get(code="CODE")
state = store.load_shown_state(game)
survey = Engine(store.open_words(game)).survey(state.as_game_state(), TABLE)
found = [survey[int(index)] for index in survey.list_plays_by_score()[::-1]]
best = game.secret.best
plays = [(best["position"], best["tiles"], best["score"])]
plays += [(*one.act.write(state.tile_set), one.score) for one in found if isinstance(one.act, Play)]
print(json.dumps(plays))
"""

HURRY = """
from datetime import timedelta
from django.db.models import F
from django.utils import timezone
from games.duplicate.models import DuplicateGame
game = DuplicateGame.objects.filter(code="CODE")
game.update(due_at=timezone.now() + timedelta(seconds=SECONDS), stamp=F("stamp") + 1)
"""

END = """
from django.db.models import F
from django.utils import timezone
from games.duplicate.models import DuplicateGame
now = timezone.now()
game = DuplicateGame.objects.filter(code="CODE")
game.update(stage="ended", due_at=None, ended_at=now, stamp=F("stamp") + 1)
"""

IS_READY = """
from games.duplicate.models import DuplicateGame
game = DuplicateGame.objects.get(code="CODE")
print(game.stage != "turn" or game.secret.best_turn == game.turn)
"""

TEN_SECONDS = "() => document.querySelector('#turn-clock time').textContent < '0:10'"
LAST_SECONDS = "() => /^0:0[0-4]/.test(document.querySelector('#turn-clock time').textContent)"
LAST_SECOND = """() => document.querySelector("main").dataset.phase !== "playing"
    || document.querySelector('#turn-clock time').textContent < '0:02'"""
"""How little time the clock of the turn shows; for the last second, also once the turn is over."""
WITHOUT_SOCKET = "() => { WebSocket.prototype.send = function () { this.close(); }; }"
"""Closes the page's socket as soon as the page sends something over it."""


class FoundPlay(NamedTuple):
    """A play of the turn that runs, its main word and what it scores."""

    position: str
    tiles: str
    score: int

    @property
    def word(self) -> str:
        """The main word, if it goes through no other tile. Blanks are in lower case."""
        return self.tiles

    @property
    def play(self) -> Play:
        return Play.read(self.position, self.tiles, load_tile_set("en"))


class DuplicatePage(RoomPage):
    """The page of a duplicate game."""

    @property
    def own(self) -> Locator:
        return self.page.locator("#_own_play")

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("region", name="Result of the turn")

    @property
    def standings(self) -> Locator:
        return self.page.locator("#_standings tbody tr")

    def expect_phase(self, phase: str) -> None:
        expect(self.page.locator(f"main[data-phase={phase}]")).to_be_attached()

    def send(self, found: FoundPlay) -> None:
        """Lay a play and send it."""
        self.lay(found.play)
        self.button("Send").click()
        expect(self.own).to_contain_text(f"{found.score} point")

    def find_line(self, name: str) -> Locator:
        """Return a player's line in the standings."""
        return self.standings.filter(has_text=name)


@dataclass
class DuplicateTable:
    """A running game. ``pages`` are those of its players; the first one is the host's."""

    site: Site
    code: str
    people: Sequence[Person]
    pages: list[DuplicatePage]

    @property
    def path(self) -> str:
        return f"/duplicate/{self.code}/"

    def list_plays(self) -> list[FoundPlay]:
        """Return the best play of the turn, and then all plays, the highest score first."""
        self.wait_until_ready()
        found = self.site.run(LIST_PLAYS.replace("CODE", self.code)).splitlines()[-1]
        return [FoundPlay(*one) for one in json.loads(found)]

    def wait_until_ready(self) -> None:
        """Wait until the site knows the best play of the turn."""
        ready = IS_READY.replace("CODE", self.code)
        wait_until(lambda: "True" in self.site.run(ready), "the best play", PATIENCE)

    def hurry(self, seconds: float = 0) -> None:
        """Let the turn or the pause be over in so many seconds."""
        self.wait_until_ready()
        self.site.run(HURRY.replace("CODE", self.code).replace("SECONDS", str(seconds)))

    def end(self) -> None:
        """Let the game be over."""
        self.site.run(END.replace("CODE", self.code))

    def end_turn(self) -> None:
        self.hurry()
        for page in self.pages:
            page.expect_phase("pause")

    def begin_turn(self) -> None:
        """Let the host begin the next turn."""
        self.wait_until_ready()
        self.pages[0].button("Next turn now").click()
        for page in self.pages:
            page.expect_phase("playing")


def find_phony(rack: Sequence[str], plays: Sequence[FoundPlay]) -> FoundPlay:
    """Return an opening play of two letters that is no word. ``rack`` are labels of tiles."""
    words = {one.word.upper() for one in plays}
    letters = [label[0] for label in rack if label != "blank"]
    word = next(a + b for a, b in permutations(letters, 2) if a + b not in words)
    return FoundPlay("8H", word, 0)


def open_duplicate(page: Page, title: str, name: str, **fields: str) -> str:
    """Make a game by a request. Returns its code."""
    wanted = PLAIN_GAME | {"title": title, "name": name, "key": title} | fields
    answer = post(page, "/duplicate/new/", htmx=False, **wanted)
    return answer.headers["location"].strip("/").split("/")[-1]


def seat_duplicate(
    site: Site, people: Sequence[Person], title: str, **fields: str
) -> DuplicateTable:
    """Make a game that all these people have entered, start it, and open its pages."""
    code = open_duplicate(people[0].page, title, people[0].name, **fields)
    path = f"/duplicate/{code}/"
    for person in people[1:]:
        post(person.page, f"{path}enter", htmx=False, name=person.name)
    post(people[0].page, f"{path}start")
    table = DuplicateTable(site, code, people, [DuplicatePage(one.page, path) for one in people])
    for page in table.pages:
        page.expect_rack(7)
    return table
