"""Opening rooms, taking seats, starting games and rematches, and the record afterwards."""

from datetime import timedelta

import pytest
from django.urls import reverse

from games.play import store
from games.play.models import Game, Room
from games.play.perspective import build_ended_game_view, build_room_view
from games.play.perspective.running_games import list_visitor_games
from games.play.services import referee, rooms, seats, turns
from games.play.store.replay import get_first_seat, state_at
from games.play.store.snapshots import build_snapshot
from games.records.perspective.gcg_export import export_gcg
from games.rules.plays.acts import Resign
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


def test_one_player_takes_the_last_seat(open_table, people) -> None:
    room = open_table(seats=2, started=False)
    with pytest.raises(Conflict) as refused:
        seats.take_seat(room.code, people[2], 1, NOON)
    assert refused.value.code == "seat.taken"


def test_one_person_has_one_seat(open_table, people) -> None:
    room = open_table(seats=3, started=False)
    with pytest.raises(Conflict):
        seats.take_seat(room.code, people[0], 2, NOON)


def test_only_the_host_starts(open_table, people) -> None:
    room = open_table(started=False)
    with pytest.raises(Forbidden):
        rooms.start_game(room.code, people[1], NOON)


def test_a_game_needs_two_players(open_table, people) -> None:
    room = open_table(started=False)
    seats.leave_seat(room.code, people[1], NOON)
    with pytest.raises(Conflict):
        rooms.start_game(room.code, people[0], NOON)


def test_a_game_may_start_without_its_empty_seats(open_table, people) -> None:
    room = open_table(seats=4, started=False)
    seats.leave_seat(room.code, people[1], NOON)
    rooms.start_game(room.code, people[0], NOON)
    view = build_room_view(room.code, None)
    assert [seat.name for seat in view.seats] == ["Amber", "Jade", "Rust"]


def test_a_leaving_host_passes_the_host_role_on(open_table, people) -> None:
    room = open_table(started=False)
    seats.leave_seat(room.code, people[0], NOON)
    room.refresh_from_db()
    assert room.host == people[1]


def test_the_dictionary_is_pinned_at_the_start(open_table, people, lexicon) -> None:
    room = open_table()
    assert table_of(room).revision == lexicon.current_revision


def test_an_unknown_level_is_refused(open_table, people) -> None:
    room = open_table(started=False)
    with pytest.raises(InvalidRequest):
        seats.seat_computer(room.code, people[0], 1, 10, NOON)


def finish(room: Room, people) -> Game:
    game = table_of(room)
    turns.apply_player_act(
        room.code, people[1].pk, Resign(), turn=game.turn_number, key="", now=NOON
    )
    return table_of(room)


def test_a_rematch_needs_everyone(open_table, people) -> None:
    room = open_table()
    began = get_first_seat(finish(room, people))
    rooms.ask_rematch(room.code, people[0], NOON)
    assert table_of(room).status == Game.Status.OVER
    assert "rematch" not in build_room_view(room.code, people[0]).actions
    rooms.ask_rematch(room.code, people[1], NOON)
    game = table_of(room)
    assert (game.number, game.status) == (2, Game.Status.PLAYING)
    assert build_room_view(room.code, people[began]).seat == 1, "who began sits last"


def test_the_record_stays_after_a_rematch(open_table, people) -> None:
    room = open_table()
    first = finish(room, people)
    for player in people[:2]:
        rooms.ask_rematch(room.code, player, NOON)
    view = build_ended_game_view(build_snapshot(room, Game.objects.get(pk=first.pk)))
    assert view.outcome is not None
    assert view.outcome.winner == 0
    assert "#player1 Amber Amber" in export_gcg(first)


def test_only_the_record_may_be_framed_and_only_by_this_site(open_table, people, client_of) -> None:
    """The admin shows the record in a frame next to a word dispute."""
    room = open_table()
    game = finish(room, people)
    record = client_of(None).get(reverse("games:record", args=[game.pk]))
    assert record["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in record["Content-Security-Policy"]
    page = client_of(people[0]).get(f"/r/{room.code}/")
    assert page["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]


def test_earlier_states_can_be_reconstructed(open_table, people) -> None:
    room = open_table()
    before = store.load_state(table_of(room))
    finish(room, people)
    assert state_at(table_of(room), 0) == before


def test_dictionaries_are_closed_to_players_in_a_game(open_table, people, rf) -> None:
    room = open_table()

    def closed(player) -> bool:
        request = rf.get("/dictionaries/")
        request.session = {"player": str(player.pk)}
        return bool(list_visitor_games(request))

    assert closed(people[0])
    assert not closed(people[3])
    finish(room, people)
    assert not closed(people[0])


def test_an_ordinary_game_has_nothing_due_for_weeks(open_table, people) -> None:
    open_table()
    assert not list(referee.find_due_games(NOON + timedelta(days=26)))
