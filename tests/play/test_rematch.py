"""Rematches: a request is shown to the other players, and the finished game keeps its link."""

import pytest

from games.lobby.perspective import build_lobby
from games.play.perspective import build_room_view, list_past_games
from games.play.services import rooms, turns
from games.players.models import Notification
from games.players.services.notifications import describe_notification
from games.rules.plays.acts import Resign
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


def end(room, player) -> str:
    game = table_of(room)
    turns.apply_player_act(room.code, player.pk, Resign(), turn=game.turn_number, key="", now=NOON)
    return f"/games/{game.pk}/"


def test_a_rematch_request_is_shown_and_notified(open_table, people) -> None:
    room = open_table()
    end(room, people[1])
    for _click in range(2):
        rooms.ask_rematch(room.code, people[0], NOON)
    offer = "Rematch offered by Amber"
    assert describe_notification(people[1].notices.get(kind="rematch"), NOON).startswith(
        "Amber offers a rematch: Scrabble, "
    )
    assert not people[0].notices.filter(kind="rematch").exists()
    theirs, mine = build_room_view(room.code, people[1]), build_room_view(room.code, people[0])
    assert theirs.say.endswith(f"{offer}.")
    assert [seat.wants_rematch for seat in theirs.seats] == [True, False]
    assert "rematch" in theirs.actions
    assert "rematch" not in mine.actions
    assert offer not in mine.say
    rooms.ask_rematch(room.code, people[1], NOON)
    assert not Notification.objects.filter(kind="rematch", read_at=None).exists()
    assert offer not in build_room_view(room.code, people[1]).say


def test_a_rematch_request_names_the_ended_game(open_table, people, client_of) -> None:
    """A press that arrives late or twice does not count for the game after the next."""
    room = open_table()
    end(room, people[1])
    ended = str(table_of(room).pk)

    def ask(player) -> int:
        fields = {"game": ended}
        return client_of(player).post(f"/r/{room.code}/rematch", fields).status_code

    assert [ask(player) for player in people[:2]] == [200, 200]
    end(room, people[1])
    assert [ask(player) for player in people[:2]] == [409, 409]
    assert table_of(room).number == 2
    assert table_of(room).rematch_seats == []


def test_after_a_rematch_the_last_game_has_a_link(open_table, people, client_of) -> None:
    room = open_table()
    record = end(room, people[1])
    for player in people[:2]:
        rooms.ask_rematch(room.code, player, NOON)
    (earlier,) = list_past_games(room.code)
    assert (earlier.url, earlier.result) == (record, "Amber won")
    part = client_of(people[2]).get(f"/r/{room.code}/earlier").content.decode()
    assert f'href="{record}"' in part
    assert client_of(None).get("/r/nowhere1/earlier").status_code == 404


def test_ended_games_are_listed_only_for_their_players(open_table, people) -> None:
    record = end(open_table(), people[1])
    for player in people[:2]:
        assert [game.url for game in build_lobby(player, NOON)["ended"]] == [record]
    assert build_lobby(people[2], NOON)["ended"] == []
    assert build_lobby(None, NOON)["ended"] == []
