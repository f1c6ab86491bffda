"""Everything a viewer may not know is replaced; every answer stays the same, byte by byte.

A difference names the address and the first bytes that differ. What a viewer may know by then:
:mod:`tests.worlds.changing`; what is read: :mod:`tests.worlds.reading`.
"""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from lexicon.models import Lexicon
from tests.play.conftest import _no_graphs_of_other_tests, lexicon, noon, table_of
from tests.worlds.belongings import befriend, own, tell
from tests.worlds.changing import change_tiles, change_world
from tests.worlds.insights import give_insights
from tests.worlds.reading import differences, forget_everything, read_all
from tests.worlds.scene import VIEWERS, World, build
from tests.worlds.workings import give_workings

__all__ = ["_no_graphs_of_other_tests", "lexicon", "noon"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def world(lexicon: Lexicon, settings: Any, noon: None) -> World:
    settings.TEST_SEED = "two worlds"
    cache.clear()
    forget_everything()
    made = build(lexicon)
    for give in (tell, befriend, own):
        give(made)
    for give_more in (give_insights, give_workings):
        give_more(lexicon)
    return made


@pytest.mark.timeout(600)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_two_worlds_look_the_same(world: World, viewer: str) -> None:
    before = read_all(world, viewer)
    with transaction.atomic():
        change_world(world, viewer)
        after = read_all(world, viewer)
        transaction.set_rollback(True)
    found = differences(before, after)
    if found:
        pytest.fail("\n".join(found), pytrace=False)
    assert len(before) > 40


def test_what_one_may_know_makes_a_difference(world: World) -> None:
    """The comparison itself is tried: it sees a rack of one's own, and talk of one's own team."""
    before = read_all(world, "Jade")
    room = world.rooms["three"]
    change_tiles(table_of(room), set())
    found = differences(before, read_all(world, "Jade"))
    told = {one.split()[1] for one in found if one.startswith("GET")}
    assert {f"/r/{room.code}/", f"/r/{room.code}/bundle"} <= told
