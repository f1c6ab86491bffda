"""Stepping back through a game:
each move's effect, from the public record, for everyone who may watch."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from games.play import store
from games.play.models import Room
from games.play.services import rooms, turns
from games.players.models import Player
from games.rules.plays.acts import Act, Challenge, Exchange, Play, Resign
from tests.live.play_finder import find_plays
from tests.play.conftest import NOON, table_of
from tests.play.test_secrecy import faces, leaks, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(people: list[Player]) -> Callable[..., None]:
    """``play(room, act, seat)``: apply an act;
    by default the seat to move plays its longest play."""

    def do(room: Room, act: Act | None = None, seat: int | None = None) -> None:
        state = state_of(room)
        chosen = state.to_move if seat is None else seat
        assert chosen is not None
        act = act or find_plays(state, chosen, least=3)[0]
        number = state.turn_number
        turns.apply_player_act(room.code, people[chosen].pk, act, turn=number, key="", now=NOON)

    return do


@pytest.fixture
def room(open_table: Callable[..., Room], settings) -> Room:
    settings.TEST_SEED = "a game to step back through"
    settings.BAG_SEED_TIMEOUT = 0
    return open_table(challenge="single")


def steps_of(client: Any, room: Room, after: int = 0, game: UUID | None = None) -> Any:
    return client.get(f"/r/{room.code}/games/{game or table_of(room).pk}/steps/{after}/")


def replayed(steps: list[dict[str, Any]]) -> dict[int, str]:
    board: dict[int, str] = {}
    for step in steps:
        for square in step["off"]:
            del board[square]
        board |= {tile[0]: tile[1] for tile in step["tiles"]}
    return board


def on_the_board(room: Room) -> dict[int, str]:
    tiles = store.load_state(table_of(room)).board.items()
    return {at.row * 15 + at.col: tile.face for at, tile in tiles}


def test_a_withdrawn_play_stays_where_it_was_made(room, play, client) -> None:
    play(room)
    first = on_the_board(room)
    play(room, phony(room))
    with_it = on_the_board(room)
    play(room, Challenge(), 1 - (state_of(room).pending.seat))
    play(room, Exchange(state_of(room).seats[state_of(room).to_move or 0].rack[:2]))
    steps = steps_of(client, room).json()["steps"]
    assert [replayed(steps[:n]) for n in (1, 2, 3, 4)] == [first, with_it, first, first]
    assert steps[1]["last"] == sorted(set(with_it) - set(first))
    assert steps[2]["last"] == []
    assert steps[2]["off"] == sorted(set(with_it) - set(first))
    assert steps[3]["scores"] == [seat.score for seat in state_of(room).seats]
    assert "exchanged 2 tiles" in steps[3]["said"]
    assert steps_of(client, room, after=3).json()["steps"] == steps[3:]


def phony(room: Room) -> Play:
    """Return a play of the seat to move that forms no valid word."""
    state = state_of(room)
    rack = [face for face in faces(state.seats[state.to_move or 0].rack) if face != "?"]
    at, _tile = min(state.board.items())
    return Play.read(
        f"{'ABCDEFGHIJKLMNO'[at.col]}{at.row + 1}", "." + "".join(rack[:5]), state.tile_set
    )


def test_steps_reveal_no_rack(room, play, client) -> None:
    for _ in range(4):
        play(room)
    data = steps_of(client, room).content.decode()
    for seat in state_of(room).seats:
        assert not leaks(f"<script>{data}</script>", seat.rack)


def test_only_the_current_game_is_stepped_through(room, play, client) -> None:
    play(room)
    assert steps_of(client, room, game=UUID(int=7)).status_code == 404
    assert steps_of(client, room, after=99).json() == {"steps": []}


def test_a_removed_visitor_sees_no_steps(room, play, people, client_of) -> None:
    play(room)
    Room.objects.filter(pk=room.pk).update(removed=[[str(people[2].pk), "Jade"]])
    assert steps_of(client_of(people[2]), room).status_code == 403


def test_a_link_to_a_move_of_an_earlier_game_leads_to_its_record(
    room, play, client, people
) -> None:
    play(room, Resign())
    ended = table_of(room)
    path = f"/r/{room.code}/"
    assert client.get(f"{path}?game=1&move=1").status_code == 200
    for player in people[:2]:
        rooms.ask_rematch(room.code, player, NOON)
    answer = client.get(f"{path}?game=1&move=1")
    assert (answer.status_code, answer.url) == (302, f"/games/{ended.pk}/?move=1")
    for odd in ("", "x", "-1", "9" * 30):
        answer = client.get(f"{path}?game=1&move={odd}")
        assert (answer.status_code, answer.url) == (302, f"/games/{ended.pk}/")
    for wanted in ("2", "3", "x", "9" * 30, ""):
        assert client.get(f"{path}?game={wanted}&move=1").status_code == 200
