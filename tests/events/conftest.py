"""Events with their entrants, made through the services."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from games.events.models import Event, EventRound, EventTable
from games.events.services import entries, events, results, rounds
from games.events.terms.settings import EventSettings, plan_rounds
from games.pairing.event import Method
from games.play.services.rooms import RoomSettings
from games.players.models import Player
from games.rules.positions.variants import get_variant
from lexicon.models import Lexicon
from tests.play.conftest import NOON, client_of, lexicon

__all__ = ["client_of", "lexicon"]


@dataclass
class EventDriver:
    """An event, its director and a clock that only moves when a test moves it."""

    event_row: Event
    director: Player
    people: list[Player]
    now: datetime = NOON
    keys: list[str] = field(default_factory=list)

    @property
    def code(self) -> str:
        return self.event_row.code

    @property
    def event(self) -> Event:
        return Event.objects.get(pk=self.event_row.pk)

    @property
    def last_round(self) -> EventRound:
        return self.event.rounds.order_by("-number")[0]

    @property
    def tables(self) -> list[EventTable]:
        """The tables of the last round, with their seats."""
        return list(self.last_round.tables.prefetch_related("seats__entrant__player"))

    def enter(self, *people: Player) -> None:
        for player in people:
            entries.enter_event(self.code, player, self.now)

    def pair(self, **chosen: Any) -> None:
        rounds.pair_next_round(self.code, self.director, self.now, **chosen)

    def start(self) -> None:
        rounds.start_round(self.code, self.director, self.now)

    def report(self, table: EventTable, *scores: int, **how: Any) -> None:
        self.now += timedelta(minutes=1)
        results.correct_result(
            self.code, self.director, table.round.number, table.number, scores, self.now, **how
        )

    def play_round(self, margin: int = 40) -> None:
        """Pair, start and finish a round in which whoever starts wins."""
        self.pair()
        self.start()
        for table in self.tables:
            self.report(table, *(400 - margin * place for place in range(table.seats.count())))

    def new_key(self) -> str:
        return uuid4().hex


@pytest.fixture
def director(db: None) -> Player:
    return Player.objects.create(nickname="Director")


@pytest.fixture
def people(db: None) -> list[Player]:
    names = ("Amber", "Cobalt", "Jade", "Rust", "Slate", "Ochre", "Umber", "Teal")
    return [Player.objects.create(nickname=name) for name in names]


@pytest.fixture
def open_event(
    lexicon: Lexicon, director: Player, people: list[Player], settings: Any
) -> Callable[..., EventDriver]:
    """``open_event(entrants=5, method=Method.SWISS, rounds=3)``: an event on real boards."""
    settings.BAG_SEED_TIMEOUT = 0

    def open_(
        *,
        entrants: int = 4,
        method: Method = Method.SWISS,
        rounds: int = 3,
        table_size: int = 2,
        on_boards: bool = True,
        **chosen: Any,
    ) -> EventDriver:
        options = get_variant("scrabble").options()
        room_settings = RoomSettings("scrabble", "en", lexicon, table_size, options)
        wanted = EventSettings(
            title="Autumn Cup",
            room_settings=room_settings,
            plan=plan_rounds(method, rounds),
            on_boards=on_boards,
            **chosen,
        )
        driver = EventDriver(events.create_event(director, wanted, "", NOON), director, people)
        driver.enter(*people[:entrants])
        return driver

    return open_
