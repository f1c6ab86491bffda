"""Acts through the services: what is applied, what is refused, and that no act is lost."""

import contextlib
from collections.abc import Callable

import pytest
from django.dispatch import Signal

from games.play import store
from games.play.models import Game, Move, Room
from games.play.perspective import build_room_view, build_room_views
from games.play.services import rooms, turns
from games.play.signals import game_ended, game_started, seat_taken
from games.play.store.snapshots import RoomSnapshot
from games.players.models import Player
from games.rules.equipment.errors import NotAllowedError
from games.rules.flow.game import count_faces
from games.rules.plays.acts import Act, Exchange, Pass, Resign
from games.rules.plays.events import Outcome
from scrabble_site.shared.refusals import Conflict, Forbidden
from tests.play.conftest import NOON, outcome_of, table_of, views_of

pytestmark = pytest.mark.django_db


def mover(room: Room, people: list[Player]) -> Player:
    seat = store.load_state(table_of(room)).to_move
    assert seat is not None
    return people[seat]


def do(
    room: Room,
    player: Player,
    act: Act,
    turn: int | None = None,
    key: str = "",
    game: Game | None = None,
) -> RoomSnapshot:
    number = table_of(room).turn_number if turn is None else turn
    game_id = str(game.pk) if game else ""
    return turns.apply_player_act(
        room.code, player.pk, act, turn=number, key=key, now=NOON, game_id=game_id
    )


def test_a_move_is_on_disk_with_its_events(open_table: Callable[..., Room], people) -> None:
    room = open_table()
    player = mover(room, people)
    do(room, player, Pass(), key="a")
    move = Move.objects.get(game=table_of(room))
    assert (move.number, move.kind, move.player, move.key) == (1, "pass", player, "a")
    last_move = build_room_view(room.code, player).last_move
    assert last_move is not None
    assert last_move.text == f"{player.nickname} passed."


def test_the_same_key_counts_once(open_table: Callable[..., Room], people) -> None:
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


@pytest.mark.parametrize("ahead", [1, 2, 1000])
def test_a_future_turn_is_refused(open_table, people, ahead) -> None:
    room = open_table()
    player = mover(room, people)
    with pytest.raises(Conflict) as refused:
        do(room, player, Pass(), turn=ahead)
    assert refused.value.code == "game.moved_on"
    assert not Move.objects.exists()
    do(room, player, Pass(), turn=0)


def test_a_command_for_an_ended_game_never_affects_the_next(open_table, people) -> None:
    room = open_table()
    first = table_of(room)
    do(room, people[0], Resign(), key="gone", game=first)
    for person in people[:2]:
        rooms.ask_rematch(room.code, person, NOON)
    second = table_of(room)
    assert second.number == 2
    do(room, people[0], Resign(), turn=0, key="gone", game=first)  # sent again: it was applied then
    with pytest.raises(Conflict):
        do(room, people[0], Resign(), turn=0, key="late", game=first)
    second.refresh_from_db()
    assert (second.status, second.turn_number) == (Game.Status.PLAYING, 0)
    do(room, people[0], Resign(), key="late", game=second)
    assert table_of(room).status == Game.Status.OVER


@pytest.mark.parametrize("game", ["", "x", "0" * 32, None])
def test_a_command_must_name_its_game(open_table, people, client_of, game: str | None) -> None:
    room = open_table()
    sent = {"turn": 0, "key": "k"} | ({} if game is None else {"game": game})
    player = mover(room, people)
    answer = client_of(player).post(f"/r/{room.code}/pass", sent, headers={"HX-Request": "true"})
    assert answer.status_code == (409 if game and len(game) == 32 else 422)
    assert not Move.objects.exists()


def test_a_key_used_for_an_earlier_turn_has_no_further_effect(open_table, people) -> None:
    room = open_table()
    player, other = mover(room, people), next(p for p in people[:2] if p != mover(room, people))
    do(room, player, Pass(), key="k")
    do(room, other, Pass(), key="k")  # keys are counted per seat
    do(room, player, Pass(), turn=2, key="k")
    assert Move.objects.count() == 2


def test_signal_receivers_share_the_transaction_of_the_act(open_table, people) -> None:
    """Receivers run inside the transaction and get the outcome. If one fails, the act is undone."""
    received: list[tuple[Game, Outcome]] = []

    def listen(game: Game, outcome: Outcome, **_more: object) -> None:
        received.append((game, outcome))
        if len(received) == 1:
            raise RuntimeError("a listener that fails")

    room = open_table()
    with contextlib.closing(ConnectedListener(game_ended, listen)):
        with pytest.raises(RuntimeError):
            do(room, people[0], Resign())
        assert table_of(room).status == Game.Status.PLAYING
        assert not Move.objects.exists()
        do(room, people[0], Resign())
    game, outcome = received[-1]
    assert (game.room.code, game.status) == (room.code, Game.Status.OVER)
    assert outcome.winner == 1


def test_starts_and_seats_send_signals(open_table, people) -> None:
    received: list[str] = []

    def listen(signal: Signal, **fields: object) -> None:
        received.append("seat" if "seat" in fields else "started")

    with (
        contextlib.closing(ConnectedListener(game_started, listen)),
        contextlib.closing(ConnectedListener(seat_taken, listen)),
    ):
        open_table()
    assert received == ["seat", "started"]


class ConnectedListener:
    """Connects a listener to a signal until it is closed."""

    def __init__(self, signal: Signal, listener: Callable[..., None]) -> None:
        self.signal, self.listener = signal, listener
        signal.connect(listener, weak=False)

    def close(self) -> None:
        self.signal.disconnect(self.listener)


def test_a_stranger_may_not_move(open_table: Callable[..., Room], people) -> None:
    room = open_table()
    with pytest.raises(Forbidden):
        do(room, people[3], Pass())


def test_a_refused_act_changes_nothing(open_table: Callable[..., Room], people) -> None:
    room = open_table()
    waiting = next(p for p in people[:2] if p != mover(room, people))
    before, stamp = store.load_state(table_of(room)), Room.objects.get(pk=room.pk).stamp
    with pytest.raises(NotAllowedError):
        do(room, waiting, Pass())
    assert store.load_state(table_of(room)) == before
    assert Room.objects.get(pk=room.pk).stamp == stamp
    assert not Move.objects.exists()


def test_exchanged_letters_are_not_in_events(open_table: Callable[..., Room], people) -> None:
    room = open_table()
    player = mover(room, people)
    state = store.load_state(table_of(room))
    before = count_faces(state)
    rack = state.seats[people.index(player)].rack
    do(room, player, Exchange(rack[:3]))
    move = Move.objects.get()
    assert move.events == [{"kind": "exchanged", "seat": people.index(player), "count": 3}]
    assert count_faces(store.load_state(table_of(room))) == before


def test_resigning_ends_a_game_of_two_and_opens_everything(open_table, people) -> None:
    room = open_table()
    do(room, people[0], Resign())
    view = build_room_view(room.code, None)
    assert view.phase == "over"
    outcome = outcome_of(room)
    assert outcome.winner == 1
    assert all(seat.rack is not None for seat in view.seats)
    assert len(bytes.fromhex(outcome.secret)) == 32


def test_no_view_shows_another_rack(open_table: Callable[..., Room], people) -> None:
    room = open_table(seats=3)
    for name, view in views_of(build_room_views(room.code)).items():
        shown = [seat.rack for seat in view.seats if seat.rack is not None]
        assert not shown, name
        assert (view.rack is None) == (name == "watch")
