"""The filter of the lobby: it offers what there is, and hides what does not fit."""

import re

import pytest

from games.lobby.filters import FIELDS, LONGEST, facets_of, fits, read_filter
from games.lobby.perspective import look_at_lists
from games.play.models import Room
from games.play.services import seats
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db


@pytest.fixture
def two(open_table, people) -> tuple[Room, Room]:
    """A room for three that waits, and a game of Qwibble that waits."""
    three = open_table(seats=3, started=False)
    seats.stand(three.code, people[2], NOON)
    swapped = open_table(variant="qwibble", seats=2)
    Room.objects.update(seen_at="2199-01-01T00:00Z")
    return three, swapped


def shown_in(page: str) -> set[str]:
    """The codes of the rooms a page shows."""
    lists = page.split('id="_lists"')[1]
    return {
        code
        for code, rest in re.findall(r'<li\s[^>]*data-code="(\w+)"([^>]*)>', lists)
        if "hidden" not in rest
    }


def test_a_filter_in_the_address_holds_from_the_first_page_on(two, client_of) -> None:
    three, swapped = (room.code for room in two)
    stranger = client_of(None)
    for query, codes in (
        ("", {three, swapped}),
        ("?game=qwibble", {swapped}),
        ("?seats=3", {three}),
        ("?seats=3&game=qwibble", set()),
        ("?game=chess", set()),
        ("?nonsense=1", {three, swapped}),
    ):
        page = stranger.get(f"/{query}").content.decode()
        assert shown_in(page) == codes, query
    assert '<option value="chess" selected>' in stranger.get("/?game=chess").content.decode()


def test_it_offers_what_there_is_and_what_is_chosen(two) -> None:
    lists = look_at_lists(NOON)
    offers = {offer.name: offer for offer in lists.offers({"rated": "yes"})}
    assert [facet.label for facet in offers["game"].facets] == ["Qwibble", "Scrabble"]
    assert [facet.value for facet in offers["seats"].facets] == ["2", "3"]
    assert [facet.value for facet in offers["language"].facets] == ["en"]
    assert [facet.label for facet in offers["language"].facets] == ["English"]
    assert [facet.value for facet in offers["rated"].facets] == ["no", "yes"]
    assert offers["rated"].chosen == "yes"


def test_the_filter_is_a_labelled_group_of_labelled_lists(two, client_of) -> None:
    page = client_of(None).get("/").content.decode()
    group = page.split('id="filter"')[1].split("</fieldset>")[0]
    assert "<legend>Filter rooms</legend>" in group
    assert group.count("<label") == group.count("<select") == len(FIELDS)


def test_every_field_tells_rooms_apart(two) -> None:
    room = Room.objects.select_related("lexicon").first()
    assert room is not None
    facets = facets_of(room)
    assert fits(facets, {})
    for field, facet in zip(FIELDS, facets, strict=True):
        assert fits(facets, {field.name: facet.value})
        assert not fits(facets, {field.name: facet.value + "x"})


def test_an_address_is_read_as_far_as_it_goes() -> None:
    said = {"game": "x" * 500, "seats": "", "page": "2"}
    assert read_filter(said) == {"game": "x" * LONGEST}


def test_ones_own_rooms_stand_in_ones_own_list(two, people, client_of) -> None:
    page = client_of(people[0]).get("/").content.decode()
    assert shown_in(page) == set()
    assert page.split('id="_mine"')[1].split('id="filter"')[0].count("data-code") == 2
