"""Rounds that players ask to miss, by themselves or through a director."""

import pytest

from games.players.models import Player
from tests.events.conftest import Open
from tests.events.event_driver import EventDriver, read_part, read_text

pytestmark = pytest.mark.django_db


def list_paired(event: EventDriver) -> set[Player]:
    return {player for table in event.tables for player in event.players_at(table)}


def test_a_player_misses_the_next_round_and_plays_the_one_after(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(entrants=5)
    amber = people[0]
    assert "Miss round 1" in read_part(event.page(amber), "_own_part")
    assert event.send(amber, "miss", misses="yes") == ""
    own = read_part(event.page(amber), "_own_part")
    assert "You will miss round 1." in own and "Play round 1 after all" in own
    assert "Amber misses round 1" in read_text(event.desk())
    event.play_round()
    assert list_paired(event) == set(people[1:5])
    assert not event.last_round.byes.exists()
    event.play_round()
    assert amber in {
        *list_paired(event),
        *(bye.entrant.player for bye in event.last_round.byes.all()),
    }
    assert "Amber will miss round 1." in read_text(event.page(path="log/"))


def test_a_player_changes_their_mind(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=2)
    event.send(people[0], "miss", misses="yes")
    event.send(people[0], "miss", misses="yes")
    assert event.event.acts.filter(kind="miss_round").count() == 1
    assert event.send(people[0], "miss") == ""
    assert event.pair() == ""
    assert list_paired(event) == set(people[:2])


def test_a_director_lets_someone_miss_a_round(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=3)
    event.direct("miss_round", entrant=event.entrant(people[2]).pk)
    assert event.pair() == ""
    assert list_paired(event) == set(people[:2])
    number = event.event.acts.get(kind="miss_round").number
    event.direct("unpair")
    event.direct("undo", number=number)
    event.direct("play_round", entrant=event.entrant(people[2]).pk)
    assert event.entrant(people[2]).sits_out == []


def test_a_round_that_is_paired_already_is_played(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=4)
    event.pair()
    assert "Miss round 2" in read_part(event.page(people[0]), "_own_part")
    event.send(people[0], "miss", misses="yes")
    assert event.start() == ""
    assert people[0] in list_paired(event)


@pytest.mark.parametrize(
    "chosen",
    [
        {"method": "knockout"},
        {"method": "arena", "on_boards": None, "arena_minutes": 60},
        {"rounds": 1},
    ],
)
def test_some_rounds_cannot_be_missed(
    open_event: Open, people: list[Player], chosen: dict[str, object]
) -> None:
    event = open_event(entrants=4, **chosen)
    if chosen == {"rounds": 1}:
        event.pair()
    assert "Miss round" not in event.page(people[0])
    assert "There is no round left to miss." in event.send(people[0], "miss", misses="yes")
    assert event.entrant(people[0]).sits_out == []


def test_only_entrants_miss_rounds(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=2)
    assert "You're not taking part in this event." in event.send(people[3], "miss", misses="yes")
