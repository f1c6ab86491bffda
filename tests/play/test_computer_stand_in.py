"""A computer takes over for an absent player until the player is back."""

import pytest

from games.play.perspective import build_room_view
from games.play.services import absence, rooms, turns
from games.play.services.presence import record_presence
from games.play.services.turns import apply_seat_act
from games.rules.plays.acts import Pass, Resign
from scrabble_site.shared.refusals import Conflict
from tests.play.conftest import table_of
from tests.play.test_absence import at as at
from tests.play.test_absence import deserted as deserted
from tests.play.test_absence import stay as stay

pytestmark = pytest.mark.django_db


def test_a_computer_stands_in_until_the_owner_returns(deserted, people, client_of) -> None:
    room, mover, (other,), now = deserted(seats=2)
    absence.cast_vote(room.code, people[other], mover, "computer", now)
    seat = build_room_view(room.code, None).seats[mover]
    assert people[mover].nickname in seat.name
    assert seat.computer
    game = table_of(room)
    assert game.computer_at is not None
    assert people[mover].notices.get().kind == "stood_in"
    apply_seat_act(room.code, mover, Pass(), game_id=game.pk, turn=0, now=now, by_computer=True)
    assert record_presence({room.code: {str(people[mover].pk): True}}, now) == [room.code]
    view = build_room_view(room.code, people[mover])
    assert (view.seats[mover].name, view.seats[mover].computer) == (people[mover].nickname, None)
    assert view.rack is not None
    assert "It took 1 turn. You have your seat back." in view.while_away
    assert not build_room_view(room.code, people[other]).while_away
    turns.apply_player_act(room.code, people[other].pk, Pass(), turn=1, key="", now=now)
    assert table_of(room).computer_at is None
    turns.apply_player_act(room.code, people[mover].pk, Pass(), turn=2, key="", now=now)
    assert not build_room_view(room.code, people[mover]).while_away, "their own turn ends the story"


def test_a_computed_move_is_dropped_when_the_owner_returns(deserted, people) -> None:
    room, mover, (other,), now = deserted(seats=2)
    absence.cast_vote(room.code, people[other], mover, "computer", now)
    game = table_of(room)
    record_presence({room.code: {str(people[mover].pk): True}}, now)
    with pytest.raises(Conflict):
        apply_seat_act(room.code, mover, Pass(), game_id=game.pk, turn=0, now=now, by_computer=True)
    assert table_of(room).turn_number == 0
    assert table_of(room).computer_at is None


def test_a_player_who_acts_counts_as_present(deserted, people) -> None:
    room, mover, (other,), now = deserted(seats=2)
    absence.cast_vote(room.code, people[other], mover, "computer", now)
    turns.apply_player_act(room.code, people[mover].pk, Pass(), turn=0, key="", now=now)
    assert build_room_view(room.code, None).seats[mover].computer is None
    assert table_of(room).moves.get().player == people[mover]


def test_a_seat_is_not_given_back_to_a_page_in_the_background(deserted, people) -> None:
    room, mover, (other,), now = deserted(seats=2)
    absence.cast_vote(room.code, people[other], mover, "computer", now)
    record_presence({room.code: {str(people[mover].pk): False}}, now)
    assert build_room_view(room.code, None).seats[mover].computer


def test_a_rematch_is_played_by_the_people_themselves(deserted, people) -> None:
    room, mover, (other,), now = deserted(seats=2)
    absence.cast_vote(room.code, people[other], mover, "computer", now)
    turns.apply_player_act(room.code, people[other].pk, Resign(), turn=0, key="", now=now)
    rooms.ask_rematch(room.code, people[other], now)
    assert table_of(room).number == 1, "the absent one is asked, too"
    rooms.ask_rematch(room.code, people[mover], now)
    assert table_of(room).number == 2
    assert not table_of(room).seats.exclude(computer_level=None).exists()


def test_a_stand_in_allows_no_hints(deserted, people) -> None:
    room, mover, (other,), now = deserted(seats=2)
    absence.cast_vote(room.code, people[other], mover, "computer", now)
    assert "hint" not in build_room_view(room.code, people[other]).actions
