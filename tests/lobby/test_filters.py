"""The filter of the lobby: it offers the values that occur, and hides rooms that do not match."""

import re

import pytest
from django.test import Client

from games.lobby.perspective import build_lobby_lists
from games.lobby.terms.filters import (
    FILTER_FIELDS,
    MAX_VALUE_LENGTH,
    list_facet_values,
    matches_filter,
    parse_filter,
)
from games.play.models import Room
from games.play.services import seats
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db


@pytest.fixture
def two(open_table, people) -> tuple[Room, Room]:
    """Return a waiting room for three, and a Qwibble game."""
    three = open_table(seats=3, started=False)
    seats.leave_seat(three.code, people[2], NOON)
    swapped = open_table(variant="qwibble", seats=2)
    Room.objects.update(seen_at="2199-01-01T00:00Z")
    return three, swapped


def shown_to(client: Client, query: str = "") -> tuple[set[str], set[str]]:
    """Return the codes of the rooms that the lobby lists, and of those on "Watch"."""
    lobby, watch = (client.get(path + query).content.decode() for path in ("/", "/watch/"))
    return shown_in(lobby.split('id="_lists"')[1]), shown_in(watch.split('id="_live"')[1])


def shown_in(lists: str) -> set[str]:
    return {
        code
        for code, rest in re.findall(r'<li\s[^>]*data-code="(\w+)"([^>]*)>', lists)
        if "hidden" not in rest
    }


def test_a_filter_in_the_url_applies_to_the_first_page(two, client_of) -> None:
    three, swapped = (room.code for room in two)
    stranger = client_of(None)
    nothing: set[str] = set()
    both, neither = ({three}, {swapped}), (nothing, nothing)
    for query, codes in (
        ("", both),
        ("?game=qwibble", (set(), {swapped})),
        ("?seats=3", ({three}, set())),
        ("?seats=3&game=qwibble", neither),
        ("?game=chess", neither),
        ("?nonsense=1", both),
    ):
        assert shown_to(stranger, query) == codes, query
    for path in ("/", "/watch/"):
        page = stranger.get(f"{path}?game=chess").content.decode()
        assert '<option value="chess" selected>' in page


def test_the_filter_offers_existing_and_chosen_values(two) -> None:
    lists = build_lobby_lists(NOON)
    offers = {offer.name: offer for offer in lists.offers({"rated": "yes"})}
    assert [facet.label for facet in offers["game"].facets] == ["Qwibble", "Scrabble"]
    assert [facet.value for facet in offers["seats"].facets] == ["2", "3"]
    assert [facet.value for facet in offers["language"].facets] == ["en"]
    assert [facet.label for facet in offers["language"].facets] == ["English"]
    assert [facet.value for facet in offers["rated"].facets] == ["no", "yes"]
    assert offers["rated"].chosen == "yes"


def test_the_filter_is_a_labelled_group_of_labelled_lists(two, client_of) -> None:
    for path in ("/", "/watch/"):
        page = client_of(None).get(path).content.decode()
        group = page.split('id="filter"')[1].split("</fieldset>")[0]
        assert "<legend>Filter rooms</legend>" in group
        assert group.count("<label") == group.count("<select") == len(FILTER_FIELDS)


def test_every_field_filters_rooms(two) -> None:
    room = Room.objects.select_related("lexicon").first()
    assert room is not None
    facets = list_facet_values(room)
    assert matches_filter(facets, {})
    for field, facet in zip(FILTER_FIELDS, facets, strict=True):
        assert matches_filter(facets, {field.name: facet.value})
        assert not matches_filter(facets, {field.name: facet.value + "x"})


def test_invalid_filters_in_the_url_are_ignored() -> None:
    said = {"game": "x" * 500, "seats": "", "page": "2"}
    assert parse_filter(said) == {"game": "x" * MAX_VALUE_LENGTH}


def test_own_rooms_are_in_my_games(two, people, client_of) -> None:
    client = client_of(people[0])
    assert shown_to(client) == (set(), set())
    page = client.get("/").content.decode()
    assert page.split('id="_mine"')[1].split('id="_lists"')[0].count("data-code") == 2
