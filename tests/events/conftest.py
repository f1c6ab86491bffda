"""Events with their entrants, made by the forms of the site."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from games.players.models import Player
from lexicon.models import Lexicon
from tests.events.event_driver import EventClock, EventDriver
from tests.play.conftest import _no_graphs_of_other_tests, lexicon

__all__ = ["_no_graphs_of_other_tests", "lexicon"]

Open = Callable[..., EventDriver]


def make_member(name: str) -> Player:
    return Player.objects.create(nickname=name, user=User.objects.create(username=name.lower()))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> EventClock:
    """The clock of the site, which only moves when a test moves it."""
    clock = EventClock()
    monkeypatch.setattr("django.utils.timezone.now", lambda: clock.now)
    return clock


@pytest.fixture
def director(db: None) -> Player:
    return make_member("Director")


@pytest.fixture
def people(db: None) -> list[Player]:
    """Four members and four guests."""
    members = [make_member(name) for name in ("Amber", "Cobalt", "Jade", "Rust")]
    guests = ("Slate", "Ochre", "Umber", "Teal")
    return [*members, *(Player.objects.create(nickname=name) for name in guests)]


@pytest.fixture
def open_event(
    lexicon: Lexicon, director: Player, people: list[Player], clock: EventClock, settings: Any
) -> Open:
    """``open_event(entrants=5, method="swiss", rounds=3)``: an event on real boards.

    ``on_boards=None`` opens one that is played here.
    """
    settings.BAG_SEED_TIMEOUT = 0

    def open_(*, entrants: int = 4, **chosen: Any) -> EventDriver:
        driver = EventDriver.open(director, people, clock, **chosen)
        driver.enter(*people[:entrants])
        return driver

    return open_
