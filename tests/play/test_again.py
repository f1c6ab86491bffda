"""Another game: who wants one is told to the others, and what has ended keeps its link."""

import pytest

from games.lobby.perspective import look_at_lobby
from games.play.perspective import look, look_at_earlier
from games.play.services import rooms, turns
from games.players.models import Notice
from games.rules.moves import Resign
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


def end(room, player) -> str:
    game = table_of(room)
    turns.act(room.code, player.pk, Resign(), turn=game.turn_number, key="", now=NOON)
    return f"/games/{game.pk}/"


def test_the_other_side_is_told_on_the_page_and_by_a_notice(open_table, people) -> None:
    room = open_table()
    end(room, people[1])
    for _click in range(2):
        rooms.ask_rematch(room.code, people[0], NOON)
    wish = "Amber would like another game"
    assert people[1].notices.get(kind="rematch").text.startswith(wish)
    assert not people[0].notices.exists()
    theirs, mine = look(room.code, people[1]), look(room.code, people[0])
    assert theirs.say.endswith(f"{wish}.")
    assert [seat.wants_rematch for seat in theirs.seats] == [True, False]
    assert "rematch" in theirs.can
    assert "rematch" not in mine.can
    assert wish not in mine.say
    rooms.ask_rematch(room.code, people[1], NOON)
    assert not Notice.objects.filter(kind="rematch", read_at=None).exists()
    assert wish not in look(room.code, people[1]).say


def test_after_a_rematch_the_last_game_has_a_link(open_table, people, client_of) -> None:
    room = open_table()
    record = end(room, people[1])
    for player in people[:2]:
        rooms.ask_rematch(room.code, player, NOON)
    (earlier,) = look_at_earlier(room.code)
    assert (earlier.url, earlier.result) == (record, "Amber won")
    part = client_of(people[2]).get(f"/r/{room.code}/earlier").content.decode()
    assert f'href="{record}"' in part
    assert client_of(None).get("/r/nowhere1/earlier").status_code == 404


def test_ended_games_are_listed_for_their_players_alone(open_table, people) -> None:
    record = end(open_table(), people[1])
    for player in people[:2]:
        assert [game.url for game in look_at_lobby(player, NOON)["ended"]] == [record]
    assert look_at_lobby(people[2], NOON)["ended"] == []
    assert look_at_lobby(None, NOON)["ended"] == []
