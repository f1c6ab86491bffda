"""A rematch moves the start to the next seat and keeps everything else.
The room counts the wins."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.accounts.services.account_merging import merge_guest
from games.play.models import Game, Room
from games.play.perspective import build_room_view
from games.play.services import rooms, seats, turns
from games.play.store.replay import get_first_seat, restore_initial_state
from games.players.models import Player
from games.records.perspective.bag_verification import verify_draws
from games.rules.plays.acts import Resign
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


def beginner(room: Room) -> str:
    game = table_of(room)
    seat = game.seats.get(number=get_first_seat(game))
    return " & ".join(holder.player.nickname for holder in seat.holders.all()) or "Computer"


def win_against(room: Room, loser: Player) -> None:
    turn = table_of(room).turn_number
    turns.apply_player_act(room.code, loser.pk, Resign(), turn=turn, key="", now=NOON)


def draw(room: Room, people: list[Player]) -> None:
    """Record a draw. The stored outcome is changed, since playing to a draw would take too long."""
    win_against(room, people[0])
    game = table_of(room)
    Game.objects.filter(pk=game.pk).update(outcome=(game.outcome or {}) | {"winner": None})


def again(room: Room, people: list[Player]) -> None:
    for player in people:
        rooms.ask_rematch(room.code, player, NOON)


def series(room: Room) -> tuple[dict[str, int], int] | None:
    shown = build_room_view(room.code, None).series
    return None if shown is None else (dict(shown.sides), shown.draws)


@pytest.mark.parametrize("count", [2, 3])
def test_the_starting_seat_changes_from_game_to_game(open_table, people, count: int) -> None:
    room, sitting = open_table(seats=count), people[:count]
    began = [beginner(room)]
    order = [name for seat in build_room_view(room.code, None).seats for name in seat.names]
    for _ in range(count):
        for loser in sitting[1:]:
            win_against(room, loser)
        again(room, sitting)
        began.append(beginner(room))
        assert get_first_seat(table_of(room)) == build_room_view(room.code, None).to_move == 0
        assert build_room_view(room.code, None).draw is None, "there is no draw for the start"
    first = order.index(began[0])
    assert began == [order[(first + turn) % count] for turn in range(count + 1)]


def test_a_game_without_a_draw_can_be_dealt_and_verified_again(open_table, people) -> None:
    room = open_table()
    win_against(room, people[0])
    again(room, people[:2])
    game = table_of(room)
    assert restore_initial_state(game).to_move == 0
    win_against(room, people[1])
    assert verify_draws(table_of(room)).is_fair


def test_the_series_counts_wins_by_player_on_any_seat(open_table, people) -> None:
    room, both = open_table(), people[:2]
    assert series(room) is None
    win_against(room, people[1])
    assert series(room) == ({"Amber": 1, "Cobalt": 0}, 0)
    again(room, both)
    assert series(room) == ({"Amber": 1, "Cobalt": 0}, 0)
    win_against(room, people[0])
    again(room, both)
    draw(room, both)
    assert series(room) == ({"Amber": 1, "Cobalt": 1}, 1)
    again(room, both)
    win_against(room, people[1])
    assert series(room) == ({"Amber": 2, "Cobalt": 1}, 1)


def test_a_guest_who_logs_in_keeps_the_games_won_before(open_table, people) -> None:
    room = open_table()
    win_against(room, people[1])
    again(room, people[:2])
    assert series(room) == ({"Amber": 1, "Cobalt": 0}, 0)
    member = people[3]
    member.user = User.objects.create_user("Rust")
    member.save()
    merge_guest(people[0], member, NOON)
    assert series(room) == ({"Rust": 1, "Cobalt": 0}, 0)


def test_spectators_options_and_seats_stay(open_table, people) -> None:
    room = open_table(challenge="double")
    win_against(room, people[0])
    before = build_room_view(room.code, people[3])
    again(room, people[:2])
    after = build_room_view(room.code, people[3])
    assert (after.code, after.summary, after.seat) == (before.code, before.summary, None)
    assert after.game_id != before.game_id


def test_a_computer_is_a_side_too(open_table, people) -> None:
    room = open_table(seats=2, started=False)
    seats.leave_seat(room.code, people[1], NOON)
    seats.seat_computer(room.code, people[0], 1, 1, NOON)
    rooms.start_game(room.code, people[0], NOON)
    win_against(room, people[0])
    again(room, people[:1])
    shown = series(room)
    assert shown is not None
    assert sorted(shown[0].values()) == [0, 1]


def test_a_view_of_a_long_series_reads_it_once(open_table, people) -> None:
    room, both = open_table(), people[:2]
    for _ in range(3):
        win_against(room, people[1])
        again(room, both)
    build_room_view(room.code, None)
    with CaptureQueriesContext(connection) as asked:
        build_room_view(room.code, None)
    earlier = [one["sql"] for one in asked.captured_queries if '."number" < ' in one["sql"]]
    assert not earlier
