"""The page with all rounds, also those to come."""

import pytest

from games.players.models import Player
from tests.events.conftest import Open
from tests.events.event_driver import read_part

pytestmark = pytest.mark.django_db


def test_all_rounds_are_listed_with_the_pairings_to_come(open_event: Open) -> None:
    event = open_event(entrants=5, method="round-robin", rounds=5)
    event.direct("plan", method=["round-robin"] * 5)
    assert "No round has been paired" not in read_part(event.page(None, "rounds/"), "_rounds")
    event.play_round()
    before = read_part(event.page(None, "rounds/"), "_rounds")
    coming = before[before.index("Round 2") :]
    for _round in range(4):
        assert event.pair() == ""
        for table in event.tables:
            starter, other = (one.nickname for one in event.players_at(table))
            assert f"{starter} – {other}" in coming
        event.start()
        event.finish_round()
    after = read_part(event.page(None, "rounds/"), "_rounds")
    assert "–" not in after and "Round 5" in after


def test_pairings_that_depend_on_results_are_not_foretold(open_event: Open) -> None:
    event = open_event(entrants=4, method="swiss", rounds=3)
    event.pair()
    listed = read_part(event.page(None, "rounds/"), "_rounds")
    assert "Round 1 Swiss starts soon" in listed
    assert listed.count("Will be paired once the earlier results are in.") == 2
    assert "/rounds/" in event.page()


def test_teams_of_a_round_robin_are_listed(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=0, method="round-robin", rounds=3, boards=2)
    for number, player in enumerate(people):
        event.send(player, "enter", team=f"Team {number // 2}")
    event.play_round()
    listed = read_part(event.page(None, "rounds/"), "_rounds")
    assert listed.count("Team") == 2 * 4


def test_an_arena_has_no_list_of_rounds(open_event: Open) -> None:
    event = open_event(on_boards=None, method="arena", arena_minutes=30)
    assert event.browser_of(None).get(f"/events/{event.code}/rounds/").status_code == 404
