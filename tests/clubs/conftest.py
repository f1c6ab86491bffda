"""Clubs made by the forms of the site, with members who join and direct them."""

from collections.abc import Callable
from typing import Any

import pytest

from games.players.models import Player
from lexicon.models import Lexicon
from tests.clubs.club_driver import ClubDriver
from tests.events.conftest import clock, make_member
from tests.events.event_driver import EventClock
from tests.play.conftest import _no_graphs_of_other_tests, lexicon

__all__ = ["_no_graphs_of_other_tests", "clock", "lexicon"]

OpenClub = Callable[..., ClubDriver]


@pytest.fixture
def owner(db: None) -> Player:
    return make_member("Owner")


@pytest.fixture
def people(db: None) -> list[Player]:
    """Six members and two guests."""
    members = [make_member(name) for name in ("Amber", "Cobalt", "Jade", "Rust", "Teal", "Moss")]
    return [*members, *(Player.objects.create(nickname=name) for name in ("Slate", "Ochre"))]


@pytest.fixture
def open_club(
    lexicon: Lexicon, owner: Player, people: list[Player], clock: EventClock, settings: Any
) -> OpenClub:
    """``open_club(members=2, joining="request")``: a club in Berlin with some of the people."""
    settings.BAG_SEED_TIMEOUT = 0

    def open_(*, members: int = 0, by: Player | None = None, **chosen: Any) -> ClubDriver:
        driver = ClubDriver.open(by or owner, clock, **chosen)
        driver.admit(*people[:members])
        return driver

    return open_
