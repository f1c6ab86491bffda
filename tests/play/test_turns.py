"""Acts through the services: what lands, what is refused, and that nothing is lost."""

from collections.abc import Callable

import pytest

from games.common.refusals import Conflict, Forbidden
from games.play import store
from games.play.models import Game, Move, Room
from games.play.perspective import look, look_all
from games.play.scenes import Scene
from games.play.services import turns
from games.players.models import Player
from games.rules.errors import UnlawfulError
from games.rules.game import faces_of
from games.rules.moves import Act, Exchange, Pass, Resign
from tests.play.conftest import NOON, outcome_of, table_of

pytestmark = pytest.mark.django_db


def mover(room: Room, people: list[Player]) -> Player:
    seat = store.load(table_of(room)).to_move
    assert seat is not None
    return people[seat]


def do(
    room: Room,
    player: Player,
    act: Act,
    turn: int | None = None,
    key: str = "",
    game: Game | None = None,
) -> Scene:
    number = table_of(room).turn_number if turn is None else turn
    game_id = str(game.pk) if game else ""
    return turns.act(room.code, player.pk, act, turn=number, key=key, now=NOON, game_id=game_id)


def test_a_move_is_on_disk_with_its_events(open_table: Callable[..., Room], people) -> None:
    room = open_table()
    player = mover(room, people)
    do(room, player, Pass(), key="a")
    move = Move.objects.get(game=table_of(room))
    assert (move.number, move.kind, move.player, move.key) == (1, "pass", player, "a")
    last_move = look(room.code, player).last_move
    assert last_move is not None
    assert last_move.text == f"{player.nickname} passed."


def test_the_same_key_lands_once(open_table: Callable[..., Room], people) -> None:
    room = open_table()
    player = mover(room, people)
    do(room, player, Pass(), turn=0, key="once")
    do(room, player, Pass(), turn=0, key="once")
    assert Move.objects.count() == 1


def test_an_old_turn_number_is_a_conflict(open_table: Callable[..., Room], people) -> None:
    room = open_table()
    player = mover(room, people)
    do(room, player, Pass(), turn=0)
    with pytest.raises(Conflict) as refused:
        do(room, player, Pass(), turn=0, key="another")
    assert refused.value.code == "game.moved_on"


def test_a_stranger_may_not_move(open_table: Callable[..., Room], people) -> None:
    room = open_table()
    with pytest.raises(Forbidden):
        do(room, people[3], Pass())


def test_a_refused_act_changes_nothing(open_table: Callable[..., Room], people) -> None:
    room = open_table()
    waiting = next(p for p in people[:2] if p != mover(room, people))
    before, stamp = store.load(table_of(room)), Room.objects.get(pk=room.pk).stamp
    with pytest.raises(UnlawfulError):
        do(room, waiting, Pass())
    assert store.load(table_of(room)) == before
    assert Room.objects.get(pk=room.pk).stamp == stamp
    assert not Move.objects.exists()


def test_exchanged_letters_are_no_event(open_table: Callable[..., Room], people) -> None:
    room = open_table()
    player = mover(room, people)
    state = store.load(table_of(room))
    before = faces_of(state)
    rack = state.seats[people.index(player)].rack
    do(room, player, Exchange(rack[:3]))
    move = Move.objects.get()
    assert move.events == [{"kind": "exchanged", "seat": people.index(player), "count": 3}]
    assert faces_of(store.load(table_of(room))) == before


def test_resigning_ends_a_game_of_two_and_opens_everything(open_table, people) -> None:
    room = open_table()
    do(room, people[0], Resign())
    view = look(room.code, None)
    assert view.phase == "over"
    outcome = outcome_of(room)
    assert outcome.winner == 1
    assert all(seat.rack is not None for seat in view.seats)
    assert len(bytes.fromhex(outcome.secret)) == 32


def test_no_view_shows_another_rack(open_table: Callable[..., Room], people) -> None:
    room = open_table(seats=3)
    for name, view in look_all(room.code).views.items():
        shown = [seat.rack for seat in view.seats if seat.rack is not None]
        assert not shown, name
        assert (view.rack is None) == (name == "watch")
