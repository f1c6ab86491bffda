"""Dictionaries are closed to whoever plays, to the last challenge; lexicon's own tests have the
pages."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client

from games.play import store
from games.play.models import Game, Room
from games.play.services import teams, turns
from games.players.models import Player
from games.rules.moves import Accept, Act, Resign
from tests.live.plays import find_plays
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def look_up(client_of: Callable[[Player | None], Client]) -> Callable[[Player], int]:
    """What somebody is answered who asks whether CAT is a word."""

    def status(player: Player) -> int:
        return client_of(player).get("/dictionaries/few/", {"words": "cat"}).status_code

    return status


def act(room: Room, player: Player, what: Act) -> None:
    turn = table_of(room).turn_number
    turns.act(room.code, player.pk, what, turn=turn, key="", now=NOON)


def give_the_bag_away(game: Game, seat: int) -> None:
    """The bag's tiles lie on a seat's rack, so that the other goes out with one play."""
    state = store.load(game)
    full = replace(state.seats[seat], rack=(*state.seats[seat].rack, *state.bag))
    seats = tuple(full if number == seat else each for number, each in enumerate(state.seats))
    store.save_turn(game, replace(state, bag=(), seats=seats), list(game.seats.all()), [])


def test_they_stay_closed_while_the_last_play_may_be_challenged(
    open_table: Callable[..., Room], people: list[Player], look_up: Callable[[Player], int]
) -> None:
    room = open_table(challenge="single")
    state = store.load(table_of(room))
    mover = state.to_move
    assert mover is not None
    give_the_bag_away(table_of(room), 1 - mover)
    act(room, people[mover], find_plays(state, mover)[0])
    assert table_of(room).status == Game.Status.FINAL_CHALLENGE
    assert [look_up(player) for player in people[:3]] == [403, 403, 200]
    act(room, people[1 - mover], Accept())
    assert table_of(room).status == Game.Status.OVER
    assert [look_up(player) for player in people[:2]] == [200, 200]


def test_they_stay_closed_to_who_has_left_a_team_and_may_come_back(
    match: Room, people: list[Player], look_up: Callable[[Player], int]
) -> None:
    teams.leave(match.code, people[1], NOON)
    assert look_up(people[1]) == 403
    act(match, people[0], Resign())
    assert look_up(people[1]) == 200
