"""What the screen at a table shows: the public state of the room, and nobody's rack."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.live.state_cache import RenderedState, state_cache
from games.live.topics import Topic, get_topic_kind
from games.play import store
from games.play.live.topics import CLOSE_FORBIDDEN, get_close_code
from games.play.models import Room
from games.play.models.rooms import RACKS_OPEN
from games.play.services.hosting import remove_visitor
from games.play.services.rack_visibility import agree_to_show_rack
from games.play.store.snapshots import clear_snapshot_cache
from games.play.views.pages import draw_qr_code
from games.players.models import Player
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db

Tables = Callable[..., Room]
Clients = Callable[[Player | None], Client]


def text_for(room: Room, viewer: str) -> str:
    return RenderedState(
        Topic("screen", room.code), get_topic_kind(Topic("screen", "")).read(room.code)
    ).text_for(viewer)


def test_a_players_screen_shows_the_same_as_a_strangers(
    open_table: Tables, people: list[Player], client_of: Clients
) -> None:
    room = open_table()
    texts = {text_for(room, viewer) for viewer in ("", str(people[0].pk), str(people[1].pk))}
    assert len(texts) == 1
    (text,) = texts
    assert '"rack":null' in text.replace(" ", "")
    assert '"seat":null' in text.replace(" ", "")
    for player in (None, people[0]):
        page = client_of(player).get(f"/r/{room.code}/table/").content.decode()
        assert 'role="listbox"' not in page
        assert '"rack":null' in page.replace(" ", "")


def test_racks_that_spectators_see_are_not_on_the_screen(
    open_table: Tables, people: list[Player], client_of: Clients
) -> None:
    room = open_table(started=False)
    Room.objects.filter(pk=room.pk).update(racks=RACKS_OPEN)
    for player in people[:2]:
        agree_to_show_rack(room.code, player, agreed=True)
    assert client_of(people[0]).post(f"/r/{room.code}/start").status_code == 200
    assert "open-rack" in client_of(None).get(f"/r/{room.code}/").content.decode()
    assert "open-rack" not in client_of(None).get(f"/r/{room.code}/table/").content.decode()
    assert "open-rack" not in text_for(room, "")


def test_the_code_to_join_is_there_as_long_as_a_seat_is_free(
    open_table: Tables, client_of: Clients
) -> None:
    room = open_table()
    table_of(room).holders.get(seat__number=1).delete()
    assert "Scan to join</h2>" in text_for(room, "")
    page = client_of(None).get(f"/r/{room.code}/table/").content.decode()
    assert draw_qr_code(f"http://testserver/r/{room.code}/rack/") in page
    assert f"testserver/r/{room.code}</p>" in page
    assert "Scan to join</h2>" not in text_for(open_table(), "")


def test_only_those_who_may_play_get_the_page_as_a_rack(
    open_table: Tables, people: list[Player], client_of: Clients
) -> None:
    room = open_table()
    player = client_of(people[0]).get(f"/r/{room.code}/rack/")
    assert player.status_code == 200
    assert 'id="turn-banner"' in player.content.decode()
    spectator = client_of(people[3]).get(f"/r/{room.code}/rack/")
    assert (spectator.status_code, spectator["location"]) == (302, f"/r/{room.code}/")
    table_of(room).holders.get(seat__number=1).delete()
    state_cache.forget()
    clear_snapshot_cache()
    assert client_of(people[3]).get(f"/r/{room.code}/rack/").status_code == 200


def test_a_move_reaches_the_screen(
    open_table: Tables, people: list[Player], client_of: Clients
) -> None:
    room = open_table()
    before = client_of(None).get(f"/r/{room.code}/table/bundle")
    game = table_of(room)
    mover = people[store.load_state(game).to_move or 0]
    passed = client_of(mover).post(f"/r/{room.code}/pass", {"game": game.pk, "turn": 0, "key": "k"})
    assert passed.status_code == 200
    after = client_of(None).get(f"/r/{room.code}/table/bundle")
    assert f"{mover.nickname} passed." in after.content.decode()
    assert before.content != after.content
    room.refresh_from_db()
    again = client_of(None).get(f"/r/{room.code}/table/bundle?stamp={room.stamp}")
    assert again.status_code == 204


def test_a_removed_visitor_sees_no_screen(
    open_table: Tables, people: list[Player], client_of: Clients
) -> None:
    room, visitor = open_table(), people[3]
    remove_visitor(room.code, people[0], visitor.pk, NOON)
    client = client_of(visitor)
    assert client.get(f"/r/{room.code}/table/").status_code == 403
    answer = client.get(f"/r/{room.code}/table/bundle")
    assert answer.status_code == 403
    assert '"tiles"' not in answer.content.decode()
    state = get_topic_kind(Topic("screen", "")).read(room.code)
    assert get_close_code(state, str(visitor.pk)) == CLOSE_FORBIDDEN
    assert get_close_code(state, "") == 0


def test_an_unknown_room_has_no_screen(client_of: Clients) -> None:
    assert client_of(None).get("/r/nowhere2/table/").status_code == 404
    assert client_of(None).get("/r/nowhere2/table/bundle").status_code == 404
