"""Teams: names on entrants, standings, and matches on several boards."""

import re

import pytest

from games.players.models import Player
from tests.events.conftest import Open
from tests.events.event_driver import EventDriver, read_text

pytestmark = pytest.mark.django_db


def team_lines(event: EventDriver) -> list[list[str]]:
    """Return the standings of the teams: place, name, players, points and spread."""
    page = event.page()
    table = page[page.index("team-table") :]
    rows = re.findall(r"<tr.*?</tr>", table[: table.index("</table>")], re.DOTALL)[1:]
    cells = [re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL) for row in rows]
    return [[read_text(cell) for cell in row] for row in cells]


def enter_teams(event: EventDriver, people: list[Player], *teams: str) -> None:
    for player, team in zip(people, teams, strict=False):
        assert event.send(player, "enter", team=team) == ""


def test_team_mates_are_not_paired_and_their_points_add_up(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(entrants=4)
    for player, team in zip(people, ("Reds", "Reds", "Blues", "Blues"), strict=False):
        event.direct("edit", entrant=event.entrant(player).pk, rating=0, seed="", team=team)
    event.play_round()
    for table in event.tables:
        assert {seat.entrant.team for seat in table.seats.all()} == {"Reds", "Blues"}
    lines = team_lines(event)
    assert {line[1] for line in lines} == {"Reds", "Blues"}
    assert sum(float(line[3].replace("½", ".5")) for line in lines) == 2


def test_teams_meet_on_boards(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=0, boards=2, rounds=1)
    enter_teams(event, people, "Reds", "Blues", "Reds", "Blues")
    assert event.pair() == ""
    assert len(event.tables) == 2
    starters = [table.seats.all()[0].entrant.team for table in event.tables]
    assert sorted(starters) == ["Blues", "Reds"]  # each team starts on one board
    event.start()
    for table in event.tables:
        scores = [400 if seat.entrant.team == "Reds" else 330 for seat in table.seats.all()]
        event.report(table, *scores)
    assert team_lines(event) == [
        ["1", "Reds", "2", "1", "140"],
        ["2", "Blues", "2", "0", "−140"],
    ]


def test_a_team_needs_a_player_for_each_board(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=0, boards=2, rounds=2)
    enter_teams(event, people, "Reds", "Reds", "Blues", "Blues", "Greens")
    event.pair()
    playing = {seat.entrant.team for table in event.tables for seat in table.seats.all()}
    assert playing == {"Reds", "Blues"}
    event.direct("unpair")
    enter_teams(event, people[5:6], "Greens")
    event.pair()
    assert len(event.tables) == 2
    assert event.last_round.byes.count() == 2  # the whole team


def test_players_who_enter_a_team_match_name_their_team(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(entrants=0, boards=2)
    assert "Enter the name of your team" in event.send(people[0], "enter", team=" ")
    assert 'name="team"' in event.page(people[0])
    enter_teams(event, people, "Reds", "Blues", "Reds", "Blues")
    event.pair()
    entrant = event.entrant(people[0]).pk
    said = event.direct("edit", entrant=entrant, rating=0, seed="", team="Blues")
    assert "Amber has already played" in said
    assert "can't be chosen by hand" in event.direct("pair_again", bye=entrant)


def test_matches_of_teams_are_at_tables_of_two(open_event: Open) -> None:
    with pytest.raises(AssertionError, match="Team matches need tables of two"):
        open_event(boards=2, table_size=3, method="swiss")
