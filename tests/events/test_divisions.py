"""Divisions: by rating or by hand, each with its own pairings, standings and prints."""

import pytest

from games.events.models import Entrant
from games.players.models import Player
from tests.events.conftest import Open
from tests.events.event_driver import EventDriver, read_text
from tests.events.test_undo import undo_last

pytestmark = pytest.mark.django_db


def rate(event: EventDriver, *ratings: int) -> None:
    for entrant, rating in zip(event.event.entrants.order_by("pk"), ratings, strict=True):
        event.direct("edit", entrant=entrant.pk, rating=rating, team="", seed="")


def divisions_of(event: EventDriver) -> list[str]:
    return list(event.event.entrants.order_by("pk").values_list("division", flat=True))


def divide_by_hand(event: EventDriver, people: list[Player], names: str) -> None:
    assert event.direct("divisions", divisions="A\nB") == ""
    for player, name in zip(people, names, strict=True):
        entrant = event.entrant(player).pk
        event.direct("edit", entrant=entrant, rating=0, team="", seed="", division=name)


def test_players_are_divided_by_rating(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=4)
    rate(event, 1700, 1600, 1599, 0)
    assert event.direct("divisions", divisions="Masters, 1600\r\nOpen") == ""
    assert divisions_of(event) == ["Masters", "Masters", "Open", "Open"]
    event.direct("add", name="A late visitor")
    assert divisions_of(event)[-1] == "Open"
    assert "The event was divided: Masters, Open." in read_text(event.page(None, "log/"))
    undo_last(event)
    undo_last(event)
    assert divisions_of(event) == [""] * 4


def test_a_director_divides_by_hand(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=4)
    divide_by_hand(event, people[:4], "BABA")
    assert divisions_of(event) == ["B", "A", "B", "A"]
    said = event.direct(
        "edit", entrant=event.entrant(people[0]).pk, rating=0, team="", seed="", division="C"
    )
    assert "no such division" in said


def test_each_division_is_paired_and_ranked_by_itself(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(entrants=5)
    divide_by_hand(event, people[:5], "ABABB")
    event.play_round()
    for table in event.tables:
        assert len({seat.entrant.division for seat in table.seats.all()}) == 1
    assert [line[0] for line in event.standings()] == ["1", "2", "1", "2", "3"]
    assert event.last_round.byes.get().entrant.division == "B"
    assert "Bye" in read_text(event.page(None, "rounds/1/"))
    first = read_text(event.page(None, "rounds/1/?division=A"))
    assert "Amber" in first and "Jade" in first
    assert "Cobalt" not in first and "Bye" not in first
    second = read_text(event.page(None, "cross-table/?division=B"))
    assert "Cobalt" in second and "Amber" not in second
    cards = read_text(event.page(None, "score-cards/?division=B"))
    assert "Cobalt" in cards and "Rounds of Amber" not in cards


def test_divisions_stay_once_a_round_is_paired(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=4)
    divide_by_hand(event, people[:4], "AABB")
    event.pair()
    assert "A round has already been paired" in event.direct("divisions", divisions="")
    assert 'name="divisions"' not in event.desk()
    said = event.direct(
        "edit", entrant=event.entrant(people[0]).pk, rating=0, team="", seed="", division="B"
    )
    assert "Amber has already played" in said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("A", "Name at least two divisions"),
        ("A\na", "Name at least two divisions"),
        ("A, 1200\nB, 1600\nC", "Give every division except the last a minimum rating"),
        ("A, 1600\nB\nC", "Give every division except the last a minimum rating"),
        ("A, high\nB", "Give every division except the last a minimum rating"),
    ],
)
def test_divisions_that_make_no_sense_are_refused(open_event: Open, typed: str, said: str) -> None:
    event = open_event(entrants=2)
    assert said in event.direct("divisions", divisions=typed)
    assert not Entrant.objects.exclude(division="").exists()
