"""Events as files, and an event opened from a division file."""

import csv
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZipFile

import pytest

from games.events.models import EventRound, EventSeat
from games.players.models import Player
from tests.events.conftest import Open
from tests.events.event_driver import EventDriver, read_text
from tests.events.test_online_rounds import come, resign

pytestmark = pytest.mark.django_db

DIVISION = """\
Finch, Robin           1650 2 3 0; 410 388 50; p12 1 2 0; board 1 1 0
Wren, Jenny            1500 1 0 3; 350 -50 401; p12 2 0 1
Lark, Sky              1400 0 1 2; 50 390 300; p12 0 1 2
"""


def download(event: EventDriver, name: str, player: Player | None = None) -> Any:
    answer = event.browser_of(player).get(f"/events/{event.code}/{name}")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return answer


def read_tsh(event: EventDriver) -> dict[str, str]:
    archive = ZipFile(BytesIO(download(event, "tsh.zip").content))
    return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.fixture
def played(open_event: Open, people: list[Player]) -> EventDriver:
    """Three rounds with a late entry, a bye, an absence, a draw and a withdrawal."""
    event = open_event(entrants=4)
    event.play_round()
    event.enter(people[4])
    event.pair()
    event.start()
    one, other = event.tables
    event.report(one, "", "", absent=[0])
    event.report(other, 300, 300)
    event.send(people[0], "withdraw")
    event.play_round()
    return event


def test_a_division_file_opens_the_same_event(
    played: EventDriver, open_event: Open, director: Player
) -> None:
    files = read_tsh(played)
    assert files["config.tsh"].splitlines() == [
        "config event_name = 'Autumn Cup'",
        "config max_rounds = 3",
        "division A a.t",
    ]
    again = open_event(entrants=0, title="Again", tsh=files["a.t"], rounds=4)
    before = [(name.split()[0], points, spread) for _n, name, points, spread in played.standings()]
    after = [(name.split()[0], points, spread) for _n, name, points, spread in again.standings()]
    assert sorted(before) == sorted(after)
    assert again.last_round.stage == EventRound.Stage.OVER
    again.play_round()
    assert again.event.stage == "over"


def test_penalties_are_in_the_files(
    played: EventDriver, open_event: Open, people: list[Player]
) -> None:
    played.direct("penalise", entrant=played.entrant(people[1]).pk, half_points=1, spread=120)
    played.direct("penalise", entrant=played.entrant(people[2]).pk, half_points=0, spread=7)
    division = read_tsh(played)["a.t"]
    fields = {line.split()[0]: line.split("; ") for line in division.splitlines()}
    assert {"penalty -120", "halfpoints -1"} <= set(fields[people[1].nickname])
    again = open_event(entrants=0, title="Again", tsh=division)
    totals = [
        sorted((name.split()[0], points, spread) for _n, name, points, spread in one.standings())
        for one in (played, again)
    ]
    assert totals[0] == totals[1]
    third = open_event(entrants=0, title="Third", tsh=read_tsh(again)["a.t"])
    assert sorted(line[1:] for line in third.standings()) == sorted(
        line[1:] for line in again.standings()
    )


def test_a_published_division_file_is_read(open_event: Open) -> None:
    event = open_event(entrants=0, tsh=DIVISION, rounds=3)
    lines = {line[1]: line[2:] for line in event.standings()}
    assert lines == {
        "Finch, Robin": ("2", 60 - 2 + 50),
        "Wren, Jenny": ("1", -60 - 50 + 101),
        "Lark, Sky": ("2", 50 + 2 - 101),
    }


def test_divisions_are_letters_in_the_files(open_event: Open) -> None:
    event = open_event(entrants=0)
    event.direct("divisions", divisions="../First class, 1500\nSecond class, 0")
    for name in ("Moss", "Fern", "Wren"):
        event.direct("add", name=name)
    files = read_tsh(event)
    assert list(files) == ["config.tsh", "a.t", "b.t"]
    assert files["config.tsh"].splitlines()[2:] == [
        "# A: ../First class",
        "division A a.t",
        "# B: Second class",
        "division B b.t",
    ]
    assert len(files["b.t"].splitlines()) == 3


def test_a_bye_is_worth_what_the_event_says(open_event: Open) -> None:
    event = open_event(entrants=3, bye_spread=0)
    event.play_round()
    again = open_event(entrants=0, title="Again", tsh=read_tsh(event)["a.t"])
    (bye,) = event.last_round.byes.all()
    lines = {line[1].split()[0]: line[2:] for line in again.standings()}
    assert lines[bye.entrant.shown_name] == ("1", 50)


def test_the_winner_stays_the_winner_in_files(open_event: Open) -> None:
    """Someone who was ahead has resigned."""
    event = open_event(on_boards=None, rounds=1, entrants=2)
    event.pair()
    event.start()
    come(event)
    loser, winner = event.players_at(event.tables[0])
    resign(event, loser)
    EventSeat.objects.filter(entrant__player=loser).update(score=70)
    EventSeat.objects.filter(entrant__player=winner).update(score=41)
    lines = read_tsh(event)["a.t"].splitlines()
    scores = {line.split()[0]: line.split(";")[1].strip() for line in lines}
    assert scores == {winner.nickname: "41", loser.nickname: "40"}
    tou = download(event, "results.tou").content.decode()
    assert f"{winner.nickname:<20} 2041" in tou


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Robin without a rating", 1),
        ("A 1 2; 3\nB 1 0; 5", 1),
        ("A 1500 2; x", 1),
        ("# Autumn Cup\n\nA 1 2; 3\nB 1 0; 5", 3),
    ],
)
def test_a_faulty_file_names_its_line(
    open_event: Open, director: Player, text: str, line: int
) -> None:
    event = open_event(entrants=0)
    form = {"title": "Odd", "variant": "scrabble", "lexicon": "few", "table_size": 2, "rounds": 2}
    form |= {"method": "swiss", "entry": "anyone", "challenge": "double", "on_boards": "on"}
    answer = event.browser_of(director).post("/events/new/", form | {"tsh": text})
    assert answer.status_code == 422
    assert f"Line {line} isn't in division-file format." in read_text(answer.content.decode())


def test_results_as_a_table(played: EventDriver) -> None:
    rows = list(csv.reader(StringIO(download(played, "results.csv").content.decode())))
    assert rows[0] == ["round", "table", "turn", "player", "score", "absent", "place"]
    assert {row[6] for row in rows if row[4] == "300"} == {"1"}
    assert sum(row[4] == "bye" for row in rows) == 1
    assert sum(row[5] == "1" for row in rows) == 1
    assert sum(row[4] == "300" for row in rows) == 2


def test_names_are_no_formulas(open_event: Open) -> None:
    event = open_event(entrants=0)
    event.direct("add", name="=Amber")
    event.direct("add", name="Moss")
    event.pair()
    assert "'=Amber" in download(event, "results.csv").content.decode()


def test_the_event_as_data(played: EventDriver) -> None:
    data = download(played, "event.json").json()
    assert [one["number"] for one in data["rounds"]] == [1, 2, 3]
    shown = [(one["name"], one["points"], one["spread"]) for one in data["standings"]]
    listed = [(name.split()[0], points, spread) for _n, name, points, spread in played.standings()]
    assert shown == listed


def test_all_games_as_records(open_event: Open, people: list[Player], director: Player) -> None:
    event = open_event(on_boards=None, rounds=1)
    event.pair()
    event.start()
    come(event)
    resign(event, event.players_at(event.tables[0])[0])
    archive = ZipFile(BytesIO(download(event, "games.zip", director).content))
    assert archive.namelist() == ["round-1-table-1.gcg"]
    assert "#player1" in archive.read("round-1-table-1.gcg").decode()
    answer = event.browser_of(people[0]).get(f"/events/{event.code}/games.zip")
    assert answer.status_code == 403


def test_tables_of_three_are_not_for_tsh(open_event: Open) -> None:
    event = open_event(entrants=3, table_size=3, method="automatic")
    answer = event.browser_of(None).get(f"/events/{event.code}/tsh.zip")
    assert answer.status_code == 409


def test_rating_officers_get_a_tou_file(played: EventDriver, open_event: Open) -> None:
    lines = download(played, "results.tou").content.decode().split("\r\n")
    assert lines[:2] == ["*M01.05.2026 Autumn Cup", "*A"]
    assert lines[-1] == "*** END OF FILE ***"
    players = lines[3:-1]
    assert len(players) == 5
    rounds = [[line[place : place + 9] for place in (20, 29, 38)] for line in players]
    numbers = [[int(pair[5:]) for pair in pairs] for pairs in rounds]
    for own, pairs in enumerate(rounds, 1):
        for number, pair in enumerate(pairs):
            other = numbers[own - 1][number]
            if other == own:
                assert int(pair[:5]) in (250, 300, 2350)
            else:
                assert numbers[other - 1][number] == own
                assert pair.count("+") + rounds[other - 1][number].count("+") == 1
    drawn = [pair for pairs in rounds for pair in pairs if pair.startswith(" 1300")]
    assert len(drawn) == 2
    three = open_event(entrants=3, title="Three", table_size=3, method="automatic")
    assert three.browser_of(None).get(f"/events/{three.code}/results.tou").status_code == 409
