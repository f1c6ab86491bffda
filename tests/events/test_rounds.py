"""Pairing, starting and finishing rounds."""

from collections.abc import Callable

import pytest

from games.events.models import EventRound, EventTable
from games.events.perspective.standings import build_standings
from games.events.services import entries, results, rounds
from games.events.services.locking import find_event
from games.events.store.event_state import load_event_rows
from games.pairing.event import Method
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict, Forbidden
from tests.events.conftest import EventDriver

pytestmark = pytest.mark.django_db
Open = Callable[..., EventDriver]


def standings_of(driver: EventDriver) -> list[tuple[int, str, str]]:
    rows = build_standings(load_event_rows(find_event(driver.code)))
    return [(row.place, row.person.name, row.points) for row in rows]


def test_an_event_from_the_first_pairing_to_the_last_result(open_event: Open) -> None:
    event = open_event(entrants=4, rounds=3)
    event.pair()
    assert event.last_round.stage == EventRound.Stage.PAIRED
    assert [table.number for table in event.tables] == [1, 2]
    event.start()
    for table in event.tables:
        event.report(table, 410, 350)
    assert event.last_round.stage == EventRound.Stage.OVER
    event.play_round()
    assert event.event.stage == "running"
    event.play_round()
    assert event.event.stage == "over"
    assert sum(float(points.replace("½", ".5")) for _n, _who, points in standings_of(event)) == 6


def test_an_odd_player_has_a_bye_and_wins_by_fifty(open_event: Open) -> None:
    event = open_event(entrants=5)
    event.play_round()
    (bye,) = event.last_round.byes.all()
    row = next(
        r for r in build_standings(load_event_rows(event.event)) if r.entrant == bye.entrant_id
    )
    assert (row.points, row.spread, row.wins) == ("1", 50, 1)


def test_a_round_waits_for_missing_results_and_names_them(open_event: Open) -> None:
    event = open_event()
    event.pair()
    event.start()
    first, second = event.tables
    event.report(first, 400, 300)
    with pytest.raises(Conflict, match="results_missing") as refused:
        event.pair()
    assert sorted(refused.value.data["names"]) == sorted(
        seat.entrant.shown_name for seat in second.seats.all()
    )


def test_a_round_starts_only_if_everyone_paired_is_still_there(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event()
    event.pair()
    entries.withdraw(event.code, people[0], event.now)
    with pytest.raises(Conflict, match=r"event\.gone") as refused:
        event.start()
    assert refused.value.data["names"] == ["Amber"]
    rounds.unpair_round(event.code, event.director, event.now)
    event.pair()
    event.start()
    assert len(event.tables) == 1
    assert event.last_round.byes.count() == 1


def test_late_entries_and_withdrawals_between_rounds(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(entrants=4, rounds=4)
    event.play_round()
    event.enter(people[4], people[5])
    entries.withdraw(event.code, people[0], event.now)
    event.play_round()
    playing = {seat.entrant.player_id for table in event.tables for seat in table.seats.all()}
    byes = {bye.entrant.player_id for bye in event.last_round.byes.select_related("entrant")}
    assert playing | byes == {player.pk for player in people[1:6]}


def test_the_director_pins_tables_and_byes(open_event: Open) -> None:
    event = open_event(entrants=5)
    ids = list(event.event.entrants.values_list("pk", flat=True))
    event.pair(pinned=[[ids[3], ids[0]]], byes=[ids[1]])
    pinned = next(table for table in event.tables if table.pinned)
    assert [seat.entrant_id for seat in pinned.seats.all()] == [ids[3], ids[0]]
    assert [bye.entrant_id for bye in event.last_round.byes.all()] == [ids[1]]


def test_only_directors_direct(open_event: Open, people: list[Player]) -> None:
    event = open_event()
    with pytest.raises(Forbidden, match="directors_only"):
        rounds.pair_next_round(event.code, people[0], event.now)


def test_three_seat_tables_count_places(open_event: Open) -> None:
    event = open_event(entrants=6, table_size=3, rounds=1)
    event.pair()
    event.start()
    for table in event.tables:
        event.report(table, 300, 350, 250)
    points = sorted(points for _place, _name, points in standings_of(event))
    assert points == ["0", "0", "1", "1", "2", "2"]


def test_a_knock_out_plays_drawn_games_again(open_event: Open) -> None:
    event = open_event(entrants=4, method=Method.KNOCKOUT, rounds=4)
    event.pair()
    event.start()
    one, other = event.tables
    event.report(one, 300, 300)
    event.report(other, 400, 300)
    event.pair()
    again = {seat.entrant_id for table in event.tables for seat in table.seats.all()}
    assert again == {seat.entrant_id for seat in one.seats.all()}


def test_players_enter_results_once_and_directors_correct_them(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event()
    event.pair()
    event.start()
    table = event.tables[0]
    mine, *_others = [seat.entrant.player for seat in table.seats.all()]
    stranger = next(
        p for p in people if p.pk not in {s.entrant.player_id for s in table.seats.all()}
    )
    arguments = (event.code, mine, 1, table.number, [410, 390], event.now)
    with pytest.raises(Forbidden, match="not_at_table"):
        results.enter_result(event.code, stranger, 1, table.number, [1, 2], event.now)
    results.enter_result(*arguments)
    with pytest.raises(Conflict, match="has_result"):
        results.enter_result(*arguments)
    event.report(table, 401, 390)
    assert [seat.score for seat in event.tables[0].seats.all()] == [401, 390]
    assert event.tables[0].result_from == EventTable.Source.DIRECTOR
