"""The form for an event: how games are played, and the settings of methods and of scoring."""

import re
from typing import Any
from uuid import uuid4

import pytest

from games.events.models import Event
from games.events.store.event_state import read_plan
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


def test_a_match_of_a_knock_out_is_the_best_of_three_games(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(entrants=2, method="knockout", best_of=3, rounds=3)
    assert read_plan(event.event)[0].best_of == 3
    for _game in range(2):
        event.pair()
        event.start()
        (table,) = event.tables
        scores = [400 if player == people[0] else 300 for player in event.players_at(table)]
        event.report(table, *scores)
    assert event.event.stage == Event.Stage.OVER, "the third round was only for a drawn match"


def test_settings_belong_to_their_methods(open_event: Open) -> None:
    event = open_event(method="swiss", starts="points", best_of=5, groups=2)
    first = read_plan(event.event)[0]
    assert (first.even_starts, first.best_of) == (False, 1)
    assert event.direct("plan", method=["knockout"] * 3, best_of=5, losers_continue="on") == ""
    assert {(one.best_of, one.losers_continue) for one in read_plan(event.event)} == {(5, True)}
    event.direct("plan", method=["factor", "round-robin", "swiss"], factor=3, groups=2)
    factor, groups, swiss = read_plan(event.event)
    assert (factor.factor, groups.groups, swiss.even_starts) == (3, 2, True)
    assert event.direct("plan", method=["factor"] * 3, factor=0) != ""


def test_the_spread_of_a_game_is_capped(open_event: Open) -> None:
    event = open_event(entrants=4, spread_cap=30, bye_spread=20)
    event.play_round(margin=100)
    assert [line[3] for line in event.standings()] == [30, 30, -30, -30]
    assert event.direct("scoring", spread_cap=60, bye_spread=50, missed_round=0) == ""
    assert [line[3] for line in event.standings()] == [60, 60, -60, -60]


def test_late_players_may_get_half_points_for_missed_rounds(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(entrants=4, missed_round=1)
    event.play_round()
    event.enter(people[4])
    assert next(line for line in event.standings() if line[1] == "Slate")[2] == "½"


def test_prizes_go_to_as_many_places_as_chosen(open_event: Open) -> None:
    event = open_event(entrants=4, prize_places=1)
    event.pair()
    event.start()
    one, other = event.tables
    event.report(one, 400, 300)
    event.report(other, 400, 390)
    assert len(re.findall(r"<tr class=\"?prize", event.page())) == 1
