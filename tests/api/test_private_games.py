"""Games of private rooms are listed for their players only, both on pages and in the API."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.play.models import Game, Room
from games.players.models import Player
from tests.api.conftest import Program, end, enrol

pytestmark = pytest.mark.django_db


def test_a_private_game_is_listed_only_for_its_players(
    open_table: Callable[..., Room],
    amber: Player,
    people: list[Player],
    client_of: Callable[..., Client],
    make_program: Callable[..., Program],
) -> None:
    cobalt, jade = (enrol(player) for player in people[1:3])
    room = open_table()
    game: Game = end(room, amber)
    url = f"/games/{game.pk}/"

    def listed_for(viewer: Player | None) -> set[bool]:
        client = client_of(viewer)
        assert client.get(url).status_code == 200, "its address is open to anyone who has it"
        pages = (f"/games/past/{amber.nickname}/", amber.get_absolute_url())
        found = {url in client.get(page).content.decode() for page in pages}
        program = make_program("", viewer, "upload") if viewer else Program()
        for query in ({}, {"player": amber.nickname}):
            items = program.get("games", **query).json()["items"]
            found.add([one["id"] for one in items] == [str(game.pk)])
        return found

    Room.objects.update(public=True)
    assert [listed_for(viewer) for viewer in (amber, cobalt, jade, None)] == [{True}] * 4
    Room.objects.update(public=False)
    assert [listed_for(viewer) for viewer in (amber, cobalt)] == [{True}] * 2
    assert [listed_for(viewer) for viewer in (jade, None)] == [{False}] * 2
