"""Pairing, starting and finishing rounds, on real boards."""

import re

import pytest

from games.events.models import EventRound, EventTable
from games.players.models import Player
from tests.events.conftest import Open, make_member
from tests.events.event_driver import EventDriver, read_part, read_text

pytestmark = pytest.mark.django_db


def names_at(table: EventTable) -> list[str]:
    return [seat.entrant.shown_name for seat in table.seats.all()]


def points_of(event: EventDriver) -> list[str]:
    return sorted(line[2] for line in event.standings())


def test_an_event_from_the_first_pairing_to_the_last_result(open_event: Open) -> None:
    event = open_event(entrants=4, rounds=3)
    event.pair()
    assert event.last_round.stage == EventRound.Stage.PAIRED
    assert [table.number for table in event.tables] == [1, 2]
    assert "Round 1 of 3 is paired" in read_part(event.page(), "_progress")
    event.start()
    assert "Round 1 of 3 is being played" in read_part(event.page(), "_progress")
    for table in event.tables:
        event.report(table, 410, 350)
    assert event.last_round.stage == EventRound.Stage.OVER
    event.play_round()
    assert event.event.stage == "running"
    event.play_round()
    assert "The event is over" in read_part(event.page(), "_progress")
    assert sum(float(points.replace("½", ".5")) for points in points_of(event)) == 6


@pytest.mark.parametrize(
    ("method", "reason"),
    [
        ("automatic", "round robin"),
        ("round-robin", "Round 1 of 3 of the round robin"),
        ("swiss", "Both have 0 points"),
        ("king-of-the-hill", "Places 1 and 2 meet"),
        ("factor", "Places 1 and 3 meet"),
        ("fontes", "Group 1 of the first rounds"),
        ("australian", "The nearest in the standings who have not met: places 1 and 2"),
        ("knockout", "Knock-out with 4 left: game 1"),
    ],
)
def test_every_method_says_why_players_meet(open_event: Open, method: str, reason: str) -> None:
    event = open_event(method=method, rounds=3)
    assert event.pair() == ""
    assert reason in read_part(event.page(), "_pairings")
    assert re.search(r" starts (by lot|according to) ?", read_part(event.page(), "_pairings"))


def test_a_round_by_hand_needs_everyone(open_event: Open, people: list[Player]) -> None:
    event = open_event(method="manual", rounds=1)
    refused = event.pair()
    for player in people[:4]:
        assert player.nickname in refused
    ids = [event.entrant(player).pk for player in people[:4]]
    chosen = {"pins": ["a", "b"], "a": [ids[3], ids[0]], "b": [ids[1], ids[2]]}
    assert event.pair(**chosen) == ""
    assert sorted(names_at(table) for table in event.tables) == [
        ["Cobalt", "Jade"],
        ["Rust", "Amber"],
    ]
    assert "The director chose this table" in read_part(event.page(), "_pairings")


def test_an_odd_player_has_a_bye_and_wins_by_fifty(open_event: Open) -> None:
    event = open_event(entrants=5)
    event.play_round()
    (bye,) = event.last_round.byes.all()
    line = next(line for line in event.standings() if line[1] == bye.entrant.shown_name)
    assert line[2:] == ("1", 50)
    assert "is the lowest in the standings who hasn't had a bye yet" in read_part(
        event.page(), "_pairings"
    )


def test_a_round_waits_for_missing_results_and_names_them(open_event: Open) -> None:
    event = open_event()
    event.pair()
    event.start()
    first, second = event.tables
    event.report(first, 400, 300)
    refused = event.pair()
    assert "no result yet" in refused
    assert all(name in refused for name in names_at(second))
    assert not any(name in refused for name in names_at(first))


def test_a_round_robin_is_paired_ahead_but_starts_in_turn(open_event: Open) -> None:
    event = open_event(method="round-robin")
    event.pair()
    event.start()
    assert event.pair() == ""
    assert "no result yet" in event.start()
    assert event.direct("unpair") == ""
    event.finish_round()
    event.play_round()


def test_a_round_starts_only_if_everyone_paired_is_still_there(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event()
    event.pair()
    event.send(people[0], "withdraw")
    assert "Amber withdrew after the round was paired" in event.start()
    assert event.direct("pair_again") == ""
    assert event.start() == ""
    assert len(event.tables) == 1
    assert event.last_round.byes.count() == 1


def test_late_entries_and_withdrawals_between_rounds(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(entrants=4, rounds=4)
    event.play_round()
    event.enter(people[4], people[5])
    event.send(people[0], "withdraw")
    event.play_round()
    playing = {seat.entrant.player_id for table in event.tables for seat in table.seats.all()}
    byes = {bye.entrant.player_id for bye in event.last_round.byes.select_related("entrant")}
    assert playing | byes == {player.pk for player in people[1:6]}
    assert "Amber withdrawn" in next(line[1] for line in event.standings() if "Amber" in line[1])


def test_late_players_without_a_table_are_shown_to_the_director(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event()
    event.pair()
    event.clock.advance(seconds=5)
    event.enter(people[4])
    assert "without a table: Slate" in event.desk()
    event.direct("pair_again")
    assert "without a table" not in event.desk()
    assert event.last_round.byes.count() == 1


def test_the_director_pins_tables_and_byes(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=5)
    ids = [event.entrant(player).pk for player in people[:5]]
    event.pair(pins="one", one=[ids[3], ids[0]], bye=ids[1])
    pinned = next(table for table in event.tables if table.pinned)
    assert names_at(pinned) == ["Rust", "Amber"]
    assert [bye.entrant_id for bye in event.last_round.byes.all()] == [ids[1]]
    assert "The director gave Cobalt a bye" in read_part(event.page(), "_pairings")
    kept = [str(seat.entrant_id) for seat in pinned.seats.all()]
    event.direct("pair_again", pins=f"keep-{pinned.number}", **{f"keep-{pinned.number}": kept})
    assert [names_at(table) for table in event.tables if table.pinned] == [["Rust", "Amber"]]
    event.direct("pair_again")
    assert not any(table.pinned for table in event.tables)


def test_someone_chosen_twice_is_named(open_event: Open, people: list[Player]) -> None:
    event = open_event()
    one, other, third, _last = (event.entrant(player).pk for player in people[:4])
    refused = event.pair(pins=["a", "b"], a=[one, other], b=[one, third])
    assert "You chose the same player twice: Amber." in refused
    assert not event.event.rounds.exists()


def test_three_seat_tables_count_places(open_event: Open) -> None:
    event = open_event(entrants=6, table_size=3, rounds=1, method="automatic")
    event.pair()
    event.start()
    for table in event.tables:
        event.report(table, 300, 350, 250)
    assert points_of(event) == ["0", "0", "1", "1", "2", "2"]


def test_scores_of_those_present_are_shown_at_a_table_of_three(open_event: Open) -> None:
    event = open_event(entrants=3, table_size=3, rounds=1, method="automatic")
    event.pair()
    event.start()
    (table,) = event.tables
    first, second, third = (seat.entrant.shown_name for seat in table.seats.all())
    assert event.report(table, 410, 380, 0, absent=2) == ""
    pairings = read_part(event.page(), "_pairings")
    assert f"{first} 410 {second} 380 {third} absent" in pairings
    log = read_text(event.page(path="log/"))
    assert f"{first} (410), {second} (380), {third} (absent)" in log


def test_tables_of_three_have_no_round_robin(open_event: Open, director: Player) -> None:
    event = open_event(entrants=0)
    form = {"title": "Three", "variant": "scrabble", "lexicon": "few", "table_size": 3}
    form |= {"method": "round-robin", "rounds": 2, "entry": "anyone", "challenge": "double"}
    answer = event.browser_of(director).post("/events/new/", form)
    assert answer.status_code == 422
    assert "For tables of three or four" in answer.content.decode()


def test_a_knock_out_plays_drawn_games_again(open_event: Open) -> None:
    event = open_event(entrants=4, method="knockout", rounds=4)
    event.pair()
    event.start()
    one, other = event.tables
    event.report(one, 300, 300)
    event.report(other, 400, 300)
    event.pair()
    assert sorted(names_at(event.tables[0])) == sorted(names_at(one))
    assert "drawn, so it is played again" in read_part(event.page(), "_pairings")


def test_the_plan_of_later_rounds_can_be_changed(open_event: Open) -> None:
    event = open_event(rounds=3)
    event.play_round()
    assert event.direct("plan", method=["swiss", "king-of-the-hill"]) == ""
    event.play_round()
    event.pair()
    assert re.search(r"Places \d and \d meet", read_part(event.page(), "_pairings"))
    assert event.direct("plan", method=["swiss"]) != ""  # no round is left to plan


def test_rounds_are_added_even_after_the_last_one(open_event: Open) -> None:
    event = open_event(rounds=1)
    event.play_round()
    assert event.event.stage == "over"
    assert event.direct("extend", rounds=2) == ""
    event.play_round()
    assert event.event.stage == "over"
    assert event.event.rounds.count() == 2


def test_a_paused_event_neither_pairs_nor_starts(open_event: Open) -> None:
    event = open_event()
    event.pair()
    event.direct("pause")
    assert "paused" in event.start()
    assert "The event is paused" in read_part(event.page(), "_progress")
    event.direct("resume")
    assert event.start() == ""


def test_too_few_players_are_not_paired(open_event: Open) -> None:
    event = open_event(entrants=1)
    assert "too few players" in event.pair()
    assert event.direct("end") == ""
    assert "called off" in read_part(event.page(), "_progress")


def test_only_directors_direct(open_event: Open, people: list[Player]) -> None:
    event = open_event()
    for player in (people[0], None):
        browser = event.browser_of(player)
        answer = browser.post(f"/events/{event.code}/desk/act", {"act": "pair"})
        assert answer.status_code == 403
    assert not event.event.rounds.exists()


def test_a_second_director_does_the_same(open_event: Open) -> None:
    event = open_event()
    other = make_member("Helper")
    assert "No member has that name" in event.direct("add_director", name="Nobody")
    assert event.direct("add_director", name="helper") == ""
    assert event.send(other, "desk/act", act="pair") == ""
    assert "has not started yet" in event.pair()
    assert event.send(other, "desk/act", act="start") == ""
    assert event.last_round.stage == EventRound.Stage.STARTED


def test_the_page_of_a_large_event_lists_the_first_tables_and_places(
    open_event: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "games.events.perspective.event_views.build_event_view.__defaults__", (1, 20)
    )
    event = open_event(entrants=6)
    event.pair()
    event.start()
    last = event.tables[-1]
    page = event.page(event.players_at(last)[0])
    assert "Table 3" in read_part(page, "_own_part")
    assert "All tables" in read_part(page, "_pairings")
    everyone = event.page(None)
    assert "Table 2" not in everyone and "All tables" in everyone
    assert "Table 2" in event.desk() and "Table 2" in event.page(None, "rounds/1/")
    event.finish_round()
    page = event.page(event.players_at(last)[0])
    assert "All places 6" in read_part(page, "_standings")
    assert "Your place: " in read_part(page, "_own_part")
