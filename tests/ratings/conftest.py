"""The rooms and people of :mod:`tests.play`, but the people have accounts."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User

from games.play import store
from games.play.models import Game, Room
from games.play.services import rooms, turns
from games.play.services.room_settings import RoomSettings
from games.play.services.seats import take_seat
from games.play.store.snapshots import clear_snapshot_cache
from games.players.models import Player
from games.rules.plays.acts import Act, Exchange, Pass, Resign
from games.rules.positions.variants import get_variant
from games.rules.time.clock import TimeControl
from lexicon.models import Lexicon
from tests.play.conftest import NOON, _no_graphs_of_other_tests, client_of, lexicon, table_of

__all__ = ["_no_graphs_of_other_tests", "client_of", "lexicon"]


@pytest.fixture
def people(db: None) -> list[Player]:
    """Four players with accounts."""
    return [make_member(name) for name in ("Amber", "Cobalt", "Jade", "Rust")]


@pytest.fixture
def guest(db: None) -> Player:
    return Player.objects.create(nickname="Fern")


@pytest.fixture
def open_rated(lexicon: Lexicon, people: list[Player]) -> Callable[..., Room]:
    """``open_rated(seats=3, started=False, teams=True)``:
    a rated room with a member on every seat."""

    def open_(
        *, variant: str = "scrabble", seats: int = 2, started: bool = True, **also: Any
    ) -> Room:
        rules = get_variant(variant)
        options = rules.options(clock=also.pop("clock", TimeControl.read("25+0/5")))
        chosen = {"rated": True} | also
        room_settings = RoomSettings(variant, rules.tile_set, lexicon, seats, options, **chosen)
        room = rooms.open_room(people[0], room_settings, NOON)
        for number in range(1, seats):
            take_seat(room.code, people[number], number, NOON)
        if started and not rules.invites:
            rooms.start_game(room.code, people[0], NOON)
        room.refresh_from_db()
        return room

    return open_


def make_member(name: str) -> Player:
    return Player.objects.create(nickname=name, user=User.objects.create_user(name))


def act(room: Room, player: Player, chosen: Act, now: datetime = NOON) -> Game:
    game = table_of(room)
    turns.apply_player_act(room.code, player.pk, chosen, turn=game.turn_number, key="", now=now)
    return table_of(room)


def resign(room: Room, player: Player) -> Game:
    """Resign once every seat has moved, so that the game counts."""
    move_all(room)
    return act(room, player, Resign())


def move_all(room: Room, now: datetime = NOON) -> None:
    """Let each seat that has yet to move exchange a tile."""
    while (state := store.load_state(table_of(room))).unmoved:
        assert state.to_move is not None
        holder = table_of(room).holders.filter(seat__number=state.to_move).first()
        assert holder is not None
        act(room, holder.player, Exchange(state.seats[state.to_move].rack[:1]), now)


def pass_out(room: Room, scores: dict[int, int] | None = None) -> Game:
    """Let every seat pass until the game ends. ``scores`` are set first, with empty racks."""
    game = table_of(room)
    if scores:
        state = store.load_state(game)
        for number, score in scores.items():
            state = state.with_seat(number, score=score, rack=())
        store.save_turn(game, state, list(game.seats.select_related("rack")), [])
        clear_snapshot_cache()
    while table_of(room).status == Game.Status.PLAYING:
        mover = store.load_state(table_of(room)).to_move
        assert mover is not None
        holder = table_of(room).holders.filter(seat__number=mover).first()
        assert holder is not None
        act(room, holder.player, Pass())
    return table_of(room)
