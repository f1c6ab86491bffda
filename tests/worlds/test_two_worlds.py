"""If everything a viewer may not know is replaced, every answer stays the same, byte for byte.

A failure names the address and the first bytes that differ. :mod:`tests.worlds.alternate_world`
decides what a viewer may know, and :mod:`tests.worlds.responses` reads the answers.
"""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from lexicon.models import Lexicon
from tests.play.conftest import _no_graphs_of_other_tests, lexicon, noon, table_of
from tests.worlds.alternate_world import change_tiles, change_world
from tests.worlds.analysis_data import add_analyses
from tests.worlds.broadcast_data import add_annotated_games
from tests.worlds.club_data import add_clubs
from tests.worlds.daily_data import add_daily_data
from tests.worlds.duplicate_data import add_duplicates
from tests.worlds.event_data import add_events
from tests.worlds.internal_data import add_internal_data
from tests.worlds.league_data import add_leagues
from tests.worlds.private_data import add_messages, add_private_rows, add_relations
from tests.worlds.responses import clear_caches, find_differences, read_all_responses, read_pages
from tests.worlds.signals import add_signals
from tests.worlds.world import VIEWERS, World, build_world

__all__ = ["_no_graphs_of_other_tests", "lexicon", "noon"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def world(lexicon: Lexicon, settings: Any, noon: None) -> World:
    settings.TEST_SEED = "two worlds"
    cache.clear()
    clear_caches()
    made = build_world(lexicon)
    for give in (
        *(add_messages, add_relations, add_private_rows),
        *(add_duplicates, add_events, add_leagues),
    ):
        give(made)
    add_clubs(made)
    add_annotated_games(made)
    for give_more in (add_analyses, add_signals, add_internal_data, add_daily_data):
        give_more(lexicon)
    return made


@pytest.mark.timeout(600)
@pytest.mark.sampled("stranger", "Jade")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_two_worlds_look_the_same(world: World, viewer: str) -> None:
    before = read_all_responses(world, viewer)
    with transaction.atomic():
        change_world(world, viewer)
        after = read_all_responses(world, viewer)
        transaction.set_rollback(True)
    found = find_differences(before, after)
    if found:
        pytest.fail("\n".join(found), pytrace=False)
    assert len(before) > 40


def test_permitted_information_makes_a_difference(world: World) -> None:
    """This tests the comparison: a change of the viewer's own rack shows in the answers."""
    room = world.rooms["three"]
    clear_caches()
    before = dict(read_pages(world, "Jade", [room.code]))
    change_tiles(table_of(room), set())
    clear_caches()
    found = find_differences(before, dict(read_pages(world, "Jade", [room.code])))
    addresses = {one.split()[1] for one in found if one.startswith("GET")}
    assert {f"/r/{room.code}/", f"/r/{room.code}/bundle"} <= addresses
