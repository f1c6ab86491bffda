"""Games with days per turn and racks chosen by the test. Tests import the fixtures from here."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from games.play import store
from games.play.jobs import referee as loop
from games.play.models import ConditionalMove, Game, Room
from games.play.services import referee, replies, turns
from games.play.services.replies import ReplyRequest
from games.rules.plays.acts import Act, Exchange, Pass, Play
from games.rules.time.clock import TimeControl
from tests.play.conftest import NOON, table_of

LATER = NOON + timedelta(hours=1)


@pytest.fixture
def open_slow(open_table):
    """``open_slow("CATDOGS", "ONEXIAB", challenge="void")``: a room with three days per turn and
    these racks; seat 0 is to move."""

    def open_(*racks: str, **chosen: Any) -> Room:
        chosen.setdefault("clock", TimeControl.read("3d"))
        chosen.setdefault("challenge", "void")
        room = open_table(**chosen)
        for seat, rack in enumerate(racks or ("CATDOGS", "ONEXIAB")):
            give(table_of(room), seat, rack)
        start_with(table_of(room), 0)
        return room

    return open_


@pytest.fixture
def attend(monkeypatch):
    """``attend(now)``: run the referee once at that instant."""

    def attend_all(now=LATER) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)
        for code, game_id in referee.find_due_games(now):
            loop.referee_due_game(code, game_id)

    return attend_all


def give(game: Game, seat: int, rack: str) -> None:
    """Give a seat this rack, swapping tiles with the bag and, if needed, with another seat."""
    state = store.load_state(game)
    wanted = state.tile_set.read(rack)
    pool = [*state.bag, *state.seats[seat].rack]
    for tile in wanted:
        if tile not in pool:
            # Another seat holds the tile and gets one that is not wanted in exchange.
            other = next(n for n, one in enumerate(state.seats) if n != seat and tile in one.rack)
            spare = next(one for one in pool if one not in wanted)
            pool.remove(spare)
            rest = list(state.seats[other].rack)
            rest[rest.index(tile)] = spare
            state = state.with_seat(other, rack=tuple(rest))
            pool.append(tile)
        pool.remove(tile)
    state = replace(state.with_seat(seat, rack=tuple(wanted)), bag=tuple(pool))
    store.save_turn(game, state, list(game.seats.select_related("rack")), [])


def start_with(game: Game, seat: int) -> None:
    state = replace(store.load_state(game), to_move=seat)
    store.save_turn(game, state, list(game.seats.select_related("rack")), [])
    # A new stamp, so that no cached snapshot hides the change.
    Room.objects.filter(pk=game.room_id).update(stamp=game.room.stamp + 1)


def read(room: Room, text: str) -> Act:
    tile_set = store.get_tile_set(table_of(room))
    if text == "-":
        return Pass()
    if text.startswith("-"):
        return Exchange(tile_set.read(text[1:]))
    position, tiles = text.split()
    return Play.read(position, tiles, tile_set)


def act(room: Room, player, said: str | Act, now=NOON, key: str = "") -> None:
    chosen = read(room, said) if isinstance(said, str) else said
    turn = table_of(room).turn_number
    turns.apply_player_act(room.code, player.pk, chosen, turn=turn, key=key, now=now)


def keep(room: Room, player, guess: str, answer: str, **more: Any) -> ConditionalMove:
    game = table_of(room)
    request = ReplyRequest(guess, answer, **more)
    replies.store_reply(room.code, player, request, turn=game.turn_number, game_id=str(game.pk))
    return ConditionalMove.objects.latest("pk")


def moves_of(room: Room) -> list[tuple[int, str, bool]]:
    return [(one.seat, one.kind, one.by_reply) for one in table_of(room).moves.all()]
