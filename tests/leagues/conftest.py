"""Leagues with their players, made by the forms of the site."""

from collections.abc import Callable
from typing import Any

import pytest

from games.players.models import Player
from lexicon.models import Lexicon
from tests.events.conftest import _no_graphs_of_other_tests, clock, lexicon, make_member
from tests.events.event_driver import EventClock
from tests.leagues.league_driver import LeagueDriver

__all__ = ["_no_graphs_of_other_tests", "clock", "lexicon"]

Found = Callable[..., LeagueDriver]


@pytest.fixture
def founder(db: None) -> Player:
    return make_member("Founder")


@pytest.fixture
def found_league(lexicon: Lexicon, founder: Player, clock: EventClock, settings: Any) -> Found:
    """``found_league(players=6)``: a league for which so many members have signed up."""
    settings.BAG_SEED_TIMEOUT = 0

    def found(*, players: int = 4, **chosen: Any) -> LeagueDriver:
        driver = LeagueDriver.found(founder, clock, **chosen)
        driver.sign_up(*driver.add_people(players))
        return driver

    return found
