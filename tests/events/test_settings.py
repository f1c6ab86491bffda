"""The form for an event: how games are played, and the settings of methods and of scoring."""

import re
from typing import Any
from uuid import uuid4

import pytest

from games.events.models import Event
from games.players.models import Player
from tests.events.conftest import Open
from tests.events.event_driver import FORM, open_browser, read_text

pytestmark = pytest.mark.django_db


def refuse(director: Player, **chosen: Any) -> str:
    """Send a form that is refused, and return what the page says."""
    form = {name: value for name, value in (FORM | chosen).items() if value is not None}
    answer = open_browser(director).post("/events/new/", form | {"key": uuid4().hex})
    assert answer.status_code == 422
    assert not Event.objects.exists()
    return read_text(answer.content.decode())


def test_games_are_played_as_the_form_says(open_event: Open) -> None:
    event = open_event(
        on_boards=None,
        clock="own",
        pace="game",
        minutes="12",
        increment=3,
        overtime=1,
        end_rule="scoreless",
        adjustment="tournament",
        exchange_minimum=1,
        placement="tournament",
        racks="open",
    )
    event.pair()
    event.start()
    game = event.tables[0].game
    assert game is not None
    room = game.room
    assert room.racks == "open"
    options = room.options
    assert (options["end_rule"], options["adjustment"]) == ("scoreless", "tournament")
    assert (options["exchange_minimum"], options["placement"]) == (1, "tournament")
    head = read_text(event.page())
    assert "12 + 3" in head and "free first play" in head


def test_racks_of_rated_events_stay_hidden(lexicon: Any, director: Player) -> None:
    said = refuse(director, on_boards=None, rated="on", racks="open")
    assert "Racks stay hidden in rated games" in said


def test_a_clock_of_days_is_not_offered(lexicon: Any, director: Player) -> None:
    refuse(director, on_boards=None, clock="3d")
    refuse(director, on_boards=None, clock="own", pace="days", turn_days=2)
    page = open_browser(director).get("/events/new/").content.decode()
    for value in ("3d", "days"):
        assert not re.search(rf'value="?{value}"?[ >]', page)
    for name in ("end_rule", "adjustment", "exchange_minimum", "placement", "racks", "edition"):
        assert f'data-field="{name}"' in page
    for name in ("teams", "late_members", "public", "may_err", "unhurried"):
        assert f'data-field="{name}"' not in page


def test_options_that_do_not_go_together_are_refused(lexicon: Any, director: Player) -> None:
    said = refuse(director, on_boards=None, challenge="void", placement="tournament")
    assert "This needs challenges" in said
