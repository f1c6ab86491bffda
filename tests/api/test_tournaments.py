"""Events in the API: read by everyone, directed with a director's token."""

from collections.abc import Callable
from typing import Any

import pytest

from games.events.models import Event, EventDirector
from games.play.models import Room
from games.players.models import Player
from tests.api.conftest import NOON, Program, enrol
from tests.events.sample_events import open_event_beside, open_unlisted_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(open_table: Callable[..., Room], amber: Player, people: list[Player]) -> Event:
    """An event on real boards that Amber directs; its first round is being played."""
    room = open_table()
    names = [player.nickname for player in people[:3]]
    return open_event_beside(room, names, NOON)


@pytest.fixture
def director(make_program: Callable[..., Program], amber: Player) -> Program:
    return make_program("", amber, "direct")


def read_round(program: Program, event: Event, number: int = 1) -> dict[str, Any]:
    answer = program.get(f"events/{event.code}/rounds/{number}")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_everyone_reads_events(event: Event, anonymous: Program, people: list[Player]) -> None:
    (line,) = anonymous.get("events").json()["running"]
    assert (line["code"], line["round"], line["rounds"]) == (event.code, 1, 3)
    data = anonymous.get(f"events/{event.code}").json()
    assert [one["name"] for one in data["entrants"]] == [one.nickname for one in people[:3]]
    assert data["rounds"] == [{"number": 1, "stage": "started"}]
    found = read_round(anonymous, event)
    assert len(found["tables"]) == len(found["byes"]) == 1
    assert "Both have 0 points." in found["tables"][0]["reasons"]
    standings = anonymous.get(f"events/{event.code}/standings").json()
    first = standings[0]
    assert (first["place"], first["half_points"], first["spread"]) == (1, 2, 50)


def test_unknown_events_and_rounds_are_not_found(event: Event, anonymous: Program) -> None:
    for path, code in (
        ("events/none", "event.unknown"),
        (f"events/{event.code}/rounds/9", "event.no_round"),
    ):
        answer = anonymous.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, code)


def test_unlisted_events_are_read_by_their_code_only(
    event: Event, anonymous: Program, amber: Player
) -> None:
    room = Room.objects.get(code=event.code)
    hidden = open_unlisted_event(amber, room, "Hidden", NOON)
    lists = anonymous.get("events").json()
    assert hidden.code not in {one["code"] for some in lists.values() for one in some}
    assert anonymous.get(f"events/{hidden.code}").status_code == 200


def test_a_program_directs_an_event(event: Event, director: Program) -> None:
    result = {"table": 1, "scores": [400, 350], "key": "first"}
    found = director.post(f"events/{event.code}/rounds/1/results", **result).json()
    assert [seat["score"] for seat in found["tables"][0]["seats"]] == [400, 350]
    assert found["stage"] == "over"
    answer = director.post(f"events/{event.code}/entrants", name="A visitor", rating=1500)
    assert answer.status_code == 201
    assert answer.json()["entrants"][-1]["rating"] == 1500
    paired = director.post(f"events/{event.code}/pair", key="pair").json()
    assert (paired["number"], paired["stage"], len(paired["tables"])) == (2, "paired", 2)
    again = director.post(f"events/{event.code}/pair", key="pair").json()
    assert again == paired
    assert director.post(f"events/{event.code}/start").json()["stage"] == "started"
    absent = director.post(
        f"events/{event.code}/rounds/2/results", table=1, scores=[0, 0], absent=[1]
    )
    assert absent.json()["tables"][0]["seats"][1]["absent"]


def test_refusals_are_in_words(event: Event, director: Program) -> None:
    answer = director.post(f"events/{event.code}/pair")
    assert (answer.status_code, answer.json()["code"]) == (409, "event.results_missing")
    assert "no result yet" in answer.json()["message"]
    assert len(answer.json()["details"]["names"]) == 2
    wrong = director.post(f"events/{event.code}/rounds/1/results", table=1, scores=[1])
    assert (wrong.status_code, wrong.json()["code"]) == (422, "event.scores")


def test_only_directors_with_a_token_for_it_direct(
    event: Event,
    make_program: Callable[..., Program],
    anonymous: Program,
    amber: Player,
    people: list[Player],
) -> None:
    path = f"events/{event.code}/pair"
    assert anonymous.post(path).status_code == 401
    uploader = make_program("", amber, "upload")
    assert uploader.post(path).json()["code"] == "token.scope"
    stranger = make_program("", enrol(people[2]), "direct")
    answer = stranger.post(path)
    assert (answer.status_code, answer.json()["code"]) == (403, "event.directors_only")
    EventDirector.objects.create(event=event, player=people[2])
    assert stranger.post(path).json()["code"] == "event.results_missing"
