"""Events at tables of four, and events of Qwibble, played here from the first round to the last."""

import pytest

from games.play.models import Game
from games.players.models import Player
from tests.events.conftest import Open
from tests.events.event_driver import EventDriver
from tests.events.test_online_rounds import come, resign

pytestmark = pytest.mark.django_db


def resign_in_turn(event: EventDriver) -> list[list[Player]]:
    """Let everyone but one resign at each table, and return the tables' players, the last to stay
    first."""
    orders = []
    for table in event.tables:
        players = event.players_at(table)
        for player in players[:-1]:
            resign(event, player)
        orders.append(list(reversed(players)))
    return orders


def points_of(event: EventDriver, people: list[Player]) -> list[str]:
    points = {name.split()[0]: points for _place, name, points, _spread in event.standings()}
    return [points[player.nickname] for player in people]


def test_four_at_a_table_get_points_by_place(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=8, on_boards=None, table_size=4, rounds=2, method="automatic")
    assert (event.pair(), event.start()) == ("", "")
    come(event)
    orders = resign_in_turn(event)
    first, second = orders
    # Those who have resigned are level, and share the points of their places.
    assert points_of(event, first) == points_of(event, second) == ["3", "1", "1", "1"]
    scores = {player.pk: 400 - 100 * place for place, player in enumerate(first)}
    table = event.tables[0]
    event.report(table, *(scores[player.pk] for player in event.players_at(table)))
    assert points_of(event, first) == ["3", "2", "1", "0"]
    assert (event.pair(), event.start()) == ("", "")
    best = {order[0].pk for order in orders}
    assert best <= {player.pk for player in event.players_at(event.tables[0])}, "the winners meet"
    come(event)
    resign_in_turn(event)
    assert event.event.stage == "over"
    assert {int(points) for _place, _name, points, _spread in event.standings()} <= set(range(7))


def test_seven_sit_at_a_table_of_four_and_one_of_three(open_event: Open) -> None:
    event = open_event(entrants=7, on_boards=None, table_size=4, rounds=1, method="automatic")
    assert (event.pair(), event.start()) == ("", "")
    assert sorted(len(event.players_at(table)) for table in event.tables) == [3, 4]
    seats = Game.objects.filter(event_table__round__event=event.event).values_list("seats__number")
    assert sorted(number for (number,) in seats) == [0, 0, 1, 1, 2, 2, 3]


def test_an_event_of_qwibble_is_played_here(open_event: Open, people: list[Player]) -> None:
    event = open_event(on_boards=None, variant="qwibble", clock="none", challenge=None, rounds=2)
    for _round in range(2):
        assert (event.pair(), event.start()) == ("", "")
        come(event)
        games = Game.objects.filter(event_table__round=event.last_round)
        assert {game.room.variant for game in games} == {"qwibble"}
        resign_in_turn(event)
    assert event.event.stage == "over"
    assert sum(float(points) for _place, _name, points, _spread in event.standings()) == 4
    archive = event.browser_of(event.director).get(f"/events/{event.code}/games.zip")
    assert archive.status_code == 200


def test_an_event_of_qwibble_has_tables_of_two(open_event: Open) -> None:
    """A form that asks for more, which the page doesn't offer, gets tables of two."""
    assert open_event(variant="qwibble", table_size=3).event.table_size == 2
