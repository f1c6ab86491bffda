"""An event driven as its people drive it: by the forms of its pages."""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from html import unescape
from typing import Any
from uuid import uuid4

from django.test import Client

from games.events.models import Entrant, Event, EventRound, EventTable
from games.events.services.arenas import run_arenas
from games.events.services.automation import run_due_events
from games.events.services.rooms import begin_due_games, forfeit_absent_players
from games.players.models import Player
from tests.form_answers import post_form
from tests.play.conftest import NOON

FORM: dict[str, Any] = {
    "title": "Autumn Cup",
    "variant": "scrabble",
    "lexicon": "few",
    "table_size": 2,
    "method": "swiss",
    "rounds": 3,
    "entry": "anyone",
    "challenge": "double",
    "clock": "25+0/5",
    "on_boards": "on",
}
ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))
"""The characters around names in sentences, for ``str.translate``."""


@dataclass
class EventClock:
    """The time, which only moves when a test moves it."""

    now: datetime = NOON

    def advance(self, **by: float) -> None:
        self.now += timedelta(**by)


def open_browser(player: Player | None) -> Client:
    """Return a browser that acts as this player, or as a stranger for ``None``."""
    browser = Client()
    if player is not None:
        session = browser.session
        session["player"] = str(player.pk)
        session.save()
        browser.cookies["sessionid"] = session.session_key or ""
    return browser


def read_text(page: str) -> str:
    """Return the words of a page, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def read_part(page: str, name: str) -> str:
    """Return the words of a part of a page, by its id."""
    begin = page.index(f'id="{name}"')
    rest = page[begin:]
    end = rest.find('id="_', 10)
    return read_text("<x " + (rest if end < 0 else rest[:end] + ">"))


@dataclass
class EventDriver:
    """An event, its director and the people in it."""

    code: str
    director: Player
    people: list[Player]
    clock: EventClock
    browsers: dict[object, Client] = field(default_factory=dict)

    @classmethod
    def open(
        cls, director: Player, people: list[Player], clock: EventClock, /, **chosen: Any
    ) -> "EventDriver":
        """Send the form for a new event."""
        browser = open_browser(director)
        form = {name: value for name, value in (FORM | chosen).items() if value is not None}
        answer = browser.post("/events/new/", form | {"key": uuid4().hex})
        assert answer.status_code == 302, read_text(answer.content.decode())
        code = answer.headers["Location"].split("/")[2]
        return cls(code, director, people, clock, {director.pk: browser})

    def browser_of(self, player: Player | None) -> Client:
        key = player.pk if player else None
        if key not in self.browsers:
            self.browsers[key] = open_browser(player)
        return self.browsers[key]

    # What people see.

    def page(self, player: Player | None = None, path: str = "") -> str:
        answer = self.browser_of(player).get(f"/events/{self.code}/{path}")
        assert answer.status_code == 200, (answer.status_code, read_text(answer.content.decode()))
        return answer.content.decode()

    def desk(self) -> str:
        return self.page(self.director, "desk/")

    def standings(self) -> list[tuple[str, str, str, int]]:
        """Return place, name, points and spread of everyone, as the page lists them."""
        rows = re.findall(r"<tr.*?</tr>", self.page(), re.DOTALL)
        cells = [re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL) for row in rows]
        words = [[read_text(cell) for cell in row] for row in cells]
        return [
            (row[0].split()[0], row[1], row[2], int(row[3].replace("−", "-")))
            for row in words
            if row[0] != "#"
        ]

    # What is stored.

    @property
    def event(self) -> Event:
        return Event.objects.get(code=self.code)

    @property
    def last_round(self) -> EventRound:
        return self.event.rounds.order_by("-number")[0]

    @property
    def tables(self) -> list[EventTable]:
        """The tables of the last round, with their seats."""
        return list(self.last_round.tables.prefetch_related("seats__entrant__player"))

    def players_at(self, table: EventTable) -> list[Player]:
        players = (seat.entrant.player for seat in table.seats.all())
        return [player for player in players if player is not None]

    def entrant(self, player: Player) -> Entrant:
        return Entrant.objects.get(event__code=self.code, player=player)

    # What people do.

    def send(self, player: Player | None, what: str, **fields: Any) -> str:
        """Send a form as a player. Returns what the page says afterwards, "" if all is well."""
        fields.setdefault("key", uuid4().hex)
        answer = post_form(self.browser_of(player), f"/events/{self.code}/{what}", fields)
        if answer is None:
            return ""
        page = answer.content.decode()
        assert answer.status_code in (200, 403), (answer.status_code, read_text(page))
        if answer.status_code == 403:
            return read_text(page[page.index("<main") :])
        found = re.search(r'<ul class="?messages"?.*?</ul>', page, re.DOTALL)
        return read_text(found[0]) if found else ""

    def direct(self, act: str, **fields: Any) -> str:
        return self.send(self.director, "desk/act", act=act, **fields)

    def enter(self, *people: Player) -> None:
        for player in people:
            assert self.send(player, "enter") == ""

    def pair(self, **chosen: Any) -> str:
        return self.direct("pair", **chosen)

    def start(self) -> str:
        return self.direct("start")

    def report(self, table: EventTable, *scores: int | str, **how: Any) -> str:
        """Enter or correct a result as the director."""
        self.clock.advance(minutes=1)
        number = table.round.number
        return self.direct("correct", round=number, table=table.number, score=scores, **how)

    def finish_round(self, margin: int = 40) -> None:
        """Let whoever starts win at every table."""
        for table in self.tables:
            scores = [400 - margin * place for place in range(table.seats.count())]
            assert self.report(table, *scores) == ""

    def play_round(self, margin: int = 40) -> None:
        """Pair, start and finish a round."""
        assert self.pair() == ""
        assert self.start() == ""
        self.finish_round(margin)

    def run_worker(self) -> list[str]:
        """Take the steps that the worker takes, and return the codes of what changed."""
        now = self.clock.now
        rooms = [*begin_due_games(now), *forfeit_absent_players(now)]
        return [*rooms, *run_due_events(now), *run_arenas(now)]
