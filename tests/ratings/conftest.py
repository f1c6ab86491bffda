"""Rooms and people as at the tables, the people with accounts."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from games.play import store
from games.play.models import Game, Room
from games.play.scenes import forget_scenes
from games.play.services import rooms, turns
from games.play.services.rooms import RoomWishes
from games.play.services.seats import sit
from games.players.models import Player
from games.rules.clock import NO_CLOCK
from games.rules.moves import Act, Pass, Resign
from games.rules.variants import get_variant
from lexicon.models import Lexicon
from tests.play.conftest import NOON, _no_graphs_of_other_tests, client_of, lexicon, table_of

__all__ = ["_no_graphs_of_other_tests", "client_of", "lexicon"]


@pytest.fixture
def people(db: None) -> list[Player]:
    """Four members."""
    return [make_member(name) for name in ("Amber", "Cobalt", "Jade", "Rust")]


@pytest.fixture
def guest(db: None) -> Player:
    return Player.objects.create(nickname="Fern")


@pytest.fixture
def open_rated(lexicon: Lexicon, people: list[Player]) -> Callable[..., Room]:
    """``open_rated(seats=3, started=False, teams=True)``: members on all seats."""

    def open_(
        *, variant: str = "scrabble", seats: int = 2, started: bool = True, **also: Any
    ) -> Room:
        rules = get_variant(variant)
        options = rules.options(clock=also.pop("clock", NO_CLOCK))
        chosen = {"rated": True} | also
        wishes = RoomWishes(variant, rules.tile_set, lexicon, seats, options, **chosen)
        room = rooms.open_room(people[0], wishes, NOON)
        for number in range(1, seats):
            sit(room.code, people[number], number, NOON)
        if started and not rules.invites:
            rooms.start(room.code, people[0], NOON)
        room.refresh_from_db()
        return room

    return open_


def make_member(name: str) -> Player:
    return Player.objects.create(nickname=name, user=User.objects.create_user(name))


def act(room: Room, player: Player, chosen: Act) -> Game:
    game = table_of(room)
    turns.act(room.code, player.pk, chosen, turn=game.turn_number, key="", now=NOON)
    return table_of(room)


def resign(room: Room, player: Player) -> Game:
    return act(room, player, Resign())


def pass_out(room: Room, scores: dict[int, int] | None = None) -> Game:
    """Everybody passes until the game ends; ``scores`` are put on the seats before."""
    game = table_of(room)
    if scores:
        state = store.load(game)
        for number, score in scores.items():
            state = state.with_seat(number, score=score, rack=())
        store.save_turn(game, state, list(game.seats.select_related("rack")), [])
        forget_scenes()
    while table_of(room).status == Game.Status.PLAYING:
        mover = store.load(table_of(room)).to_move
        assert mover is not None
        holder = table_of(room).holders.filter(seat__number=mover).first()
        assert holder is not None
        act(room, holder.player, Pass())
    return table_of(room)
