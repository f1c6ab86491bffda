"""Rounds that overlap or end early: pairing ahead, late corrections, and a decided knock-out."""

import pytest

from games.events.models import EventTable
from games.players.models import Player
from tests.events.conftest import Open
from tests.events.event_driver import read_part

pytestmark = pytest.mark.django_db


def test_a_round_paired_ahead_leaves_the_running_one_in_sight(open_event: Open) -> None:
    event = open_event(method="round-robin", rounds=3)
    event.pair()
    event.start()
    first = event.tables
    one, other = event.players_at(first[0])
    assert event.pair() == ""
    assert event.last_round.number == 2
    assert "Round 1 of 3 is being played" in read_part(event.page(), "_progress")
    pairings = read_part(event.page(), "_pairings")
    assert "Round 1" in pairings and "Round 2" in pairings
    desk = event.desk()
    assert 'name="round" value="1"' in desk, "results of the first round can be entered"
    assert "Start round 2" not in desk
    own = read_part(event.page(one), "_own_part")
    assert "Your game" in own and "Your next game" in own
    assert event.send(other, "result", round=1, table=1, score=[350, 300]) == ""
    assert event.report(first[1], 400, 300) == ""
    assert "Start round 2" in event.desk()
    assert event.start() == ""
    assert "Round 2 of 3 is being played" in read_part(event.page(), "_progress")


def test_results_of_earlier_rounds_are_corrected_on_their_pages(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(rounds=3)
    event.play_round()
    table = event.tables[0]
    event.play_round()
    event.pair()
    assert f"/events/{event.code}/rounds/1/#correct" in event.desk()
    assert 'value="correct"' in event.page(event.director, "rounds/1/")
    assert 'value="correct"' not in event.page(people[0], "rounds/1/")
    assert event.report(table, 300, 500) == ""
    assert list(table.seats.values_list("score", flat=True)) == [300, 500]


def test_a_knock_out_with_spare_rounds_ends_with_its_winner(open_event: Open) -> None:
    event = open_event(method="knockout", rounds=5)
    event.play_round()
    event.play_round()
    assert event.event.stage == "over"
    assert "The event is over" in read_part(event.page(), "_progress")


def test_a_correction_may_leave_a_knock_out_without_its_winner(open_event: Open) -> None:
    event = open_event(entrants=2, method="knockout", rounds=3)
    event.play_round()
    assert event.event.stage == "over"
    (table,) = event.tables
    assert event.report(table, 350, 350) == ""
    assert event.event.stage == "running"
    assert event.report(table, 350, 351) == ""
    assert event.event.stage == "over"
    assert event.report(table, 350, 350) == ""
    assert event.pair() == ""
    assert "again" in read_part(event.page(), "_pairings")


def test_a_knock_out_that_a_director_has_ended_stays_over(open_event: Open) -> None:
    event = open_event(entrants=4, method="knockout", rounds=3)
    event.play_round()
    event.clock.advance(minutes=5)
    assert event.direct("end") == ""
    assert event.report(event.tables[0], 351, 350) == ""
    assert event.event.stage == "over"


def test_after_a_bye_the_player_with_fewer_starts_begins_while_it_stays_even(
    open_event: Open,
) -> None:
    event = open_event(entrants=5, rounds=5)
    for _round in range(5):
        event.play_round()
    starts: dict[str, int] = {}
    games: dict[str, int] = {}
    for table in EventTable.objects.prefetch_related("seats__entrant__player"):
        for seat in table.seats.all():
            name = seat.entrant.shown_name
            games[name] = games.get(name, 0) + 1
            starts[name] = starts.get(name, 0) + (seat.position == 0)
    assert all(abs(starts[name] - games[name] / 2) <= 1 for name in games), (starts, games)
