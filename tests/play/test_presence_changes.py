"""Players come and go: when presence is recorded, which changes update the room, and how they
affect the vote on an absent player."""

from datetime import timedelta

import pytest

from games.play import store
from games.play.models import Game, Room, SeatMember
from games.play.perspective import build_room_view
from games.play.services import absence, rooms, turns
from games.play.services.presence import WRITE_INTERVAL, record_presence
from games.play.terms.seating import AWAY_AFTER
from games.rules.plays.acts import Pass, Resign
from games.rules.time.clock import TimeControl
from scrabble_site.shared.refusals import Forbidden
from tests.play.conftest import NOON, table_of
from tests.play.test_absence import at as at
from tests.play.test_absence import deserted as deserted
from tests.play.test_absence import long_gone as long_gone
from tests.play.test_absence import minutes
from tests.play.test_absence import stay as stay

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def come(room: Room, now, *people, shown: bool = True) -> list[str]:
    return record_presence({room.code: {str(one.pk): shown for one in people}}, now)


def is_gone(room: Room, player) -> bool:
    return SeatMember.objects.get(game=table_of(room), player=player).away


def stamp_of(room: Room) -> int:
    return Room.objects.get(pk=room.pk).stamp


@pytest.mark.parametrize("behind", [False, True])
def test_a_player_is_away_after_a_minute_and_no_sooner(open_table, people, behind) -> None:
    """A page in the background does not count as presence."""
    room, (amber, cobalt) = open_table(), people[:2]
    looks = {str(amber.pk): True} | ({str(cobalt.pk): False} if behind else {})
    record_presence({room.code: looks}, NOON + AWAY_AFTER)
    assert not is_gone(room, cobalt)
    record_presence({room.code: looks}, NOON + AWAY_AFTER + SECOND)
    assert is_gone(room, cobalt)
    come(room, NOON + AWAY_AFTER + 2 * SECOND, amber, cobalt)
    assert not is_gone(room, cobalt)


def test_a_returning_host_updates_the_room_after_an_unrecorded_absence(open_table, people) -> None:
    room, (amber, cobalt) = open_table(), people[:2]
    stamp = stamp_of(room)
    assert come(room, NOON + AWAY_AFTER, amber, cobalt) == []
    assert come(room, NOON + 2 * AWAY_AFTER + SECOND, amber) == [room.code]
    assert stamp_of(room) == stamp + 1


def test_while_the_host_is_away_everyones_presence_updates_the_room(open_table, people) -> None:
    """A stand-in acts as host then, and who that is depends on who is present."""
    room, (amber, cobalt, jade) = open_table(seats=3), people[:3]
    assert come(room, NOON + 2 * AWAY_AFTER, amber, jade) == [room.code]
    assert come(room, NOON + 3 * AWAY_AFTER, amber, jade, cobalt) == []
    assert come(room, NOON + 5 * AWAY_AFTER, jade) == [room.code], "the host has gone"
    assert come(room, NOON + 6 * AWAY_AFTER, jade, cobalt) == [room.code]
    assert come(room, NOON + 8 * AWAY_AFTER, jade) == [room.code]
    assert come(room, NOON + 8 * AWAY_AFTER + SECOND, jade) == []


def test_only_the_newest_game_of_a_room_records_absences(open_table, people) -> None:
    room, (amber, cobalt) = open_table(), people[:2]
    first = table_of(room)
    turns.apply_player_act(room.code, amber.pk, Resign(), turn=0, key="", now=NOON)
    for player in (amber, cobalt):
        rooms.ask_rematch(room.code, player, NOON)
    second = table_of(room)
    assert second.number == 2
    later = NOON + 2 * AWAY_AFTER
    come(room, later, amber)
    seen = dict(second.holders.values_list("player__nickname", "seen_at"))
    assert seen["Amber"] == later
    assert second.holders.get(player=cobalt).away
    assert set(first.holders.values_list("away", flat=True)) == {False}
    assert later not in first.holders.values_list("seen_at", flat=True)


def test_a_timed_game_keeps_its_schedule_when_a_player_leaves(open_table, people) -> None:
    room = open_table(clock=TimeControl.read("25+0"))
    due = table_of(room).due_at
    come(room, NOON + 2 * AWAY_AFTER, people[0])
    assert table_of(room).due_at == due


def test_time_away_before_the_own_turn_does_not_count(open_table, people, at, stay) -> None:
    room = open_table()
    first = build_room_view(room.code, None).to_move or 0
    stay(room, [first], NOON, NOON + minutes(8))
    turns.apply_player_act(
        room.code, people[first].pk, Pass(), turn=0, key="", now=NOON + minutes(8)
    )
    stay(room, [first], NOON + minutes(8), NOON + minutes(18))
    at(NOON + minutes(17.9))
    assert table_of(room).absent_seat is None
    at(NOON + minutes(18))
    assert table_of(room).absent_seat == 1 - first


def test_a_room_is_updated_when_a_voter_leaves(deserted, people) -> None:
    """The others no longer wait for this vote. The host, who stays, is not the reason."""
    room, _mover, (one, two), now = deserted(seats=3)
    Room.objects.update(host=people[one])
    stamp = stamp_of(room)
    gone = now + AWAY_AFTER + WRITE_INTERVAL
    assert come(room, gone, people[one]) == [room.code]
    assert stamp_of(room) == stamp + 1
    view = build_room_view(room.code, people[one])
    assert view.absence is not None
    assert view.absence.awaited == ()
    assert come(room, gone + WRITE_INTERVAL, people[one], people[two]) == [room.code]
    view = build_room_view(room.code, people[one])
    assert view.absence is not None
    assert view.absence.awaited == (people[two].nickname,)


def test_the_question_disappears_when_the_player_returns(deserted, people) -> None:
    room, mover, (one, _two), now = deserted(seats=3)
    Room.objects.update(host=people[one])
    absence.cast_vote(room.code, people[one], mover, "computer", now)
    stamp = stamp_of(room)
    assert come(room, now, people[mover]) == [room.code]
    assert (table_of(room).absent_seat, table_of(room).absence) == (None, None)
    assert stamp_of(room) == stamp + 1


@pytest.mark.parametrize("status", [Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE])
def test_a_seat_is_given_back_to_a_player_other_than_the_host(deserted, people, status) -> None:
    room, mover, (other,), now = deserted(seats=2)
    Room.objects.update(host=people[other])
    absence.cast_vote(room.code, people[other], mover, "computer", now)
    assert table_of(room).moved_at == now, "the player to move has the full time"
    Game.objects.update(status=status)
    stamp = stamp_of(room)
    assert come(room, now, people[mover]) == [room.code]
    assert stamp_of(room) == stamp + 1
    seat = table_of(room).seats.get(number=mover)
    assert (seat.computer_level, seat.played_for) == (None, "")
    assert table_of(room).computer_at is None


def test_an_ended_game_keeps_its_players(deserted, people) -> None:
    room, mover, (other,), now = deserted(seats=2)
    Room.objects.update(host=people[other])
    absence.cast_vote(room.code, people[other], mover, "computer", now)
    turns.apply_player_act(room.code, people[other].pk, Resign(), turn=0, key="", now=now)
    assert come(room, now, people[mover]) == []
    assert table_of(room).seats.get(number=mover).computer_level is not None


@pytest.mark.parametrize("choice", ["wait", "computer"])
def test_pages_show_the_decision(deserted, people, choice) -> None:
    room, mover, (other,), now = deserted(seats=2)
    stamp = stamp_of(room)
    absence.cast_vote(room.code, people[other], mover, choice, now)
    assert stamp_of(room) > stamp
    assert build_room_view(room.code, people[other]).absence is None


def test_a_voter_counts_as_present(deserted, people) -> None:
    """For example a program, which has no page open."""
    room, mover, (other,), now = deserted(seats=2)
    SeatMember.objects.update(away=True)
    absence.cast_vote(room.code, people[other], mover, "computer", now)
    assert build_room_view(room.code, None).seats[mover].computer


def test_a_player_who_resigned_has_no_vote(open_table, people, at, stay):
    room = open_table(seats=4)
    mover = build_room_view(room.code, None).to_move or 0
    left, *others = [number for number in range(4) if number != mover]
    turns.apply_player_act(room.code, people[left].pk, Resign(), turn=0, key="", now=NOON)
    mover = store.load_state(table_of(room)).to_move or 0
    others = [number for number in range(4) if number not in (mover, left)]
    stay(room, [left, *others], NOON, NOON + minutes(10))
    at(NOON + minutes(10))
    assert table_of(room).absent_seat == mover
    now = NOON + minutes(10)
    with pytest.raises(Forbidden, match=r"turn\.left"):
        absence.cast_vote(room.code, people[left], mover, "computer", now)
    assert build_room_view(room.code, people[left]).absence is None
    for number in others:
        absence.cast_vote(room.code, people[number], mover, "computer", now)
    assert build_room_view(room.code, None).seats[mover].computer


def test_the_hour_keeps_votes_and_notifies_once(deserted, people, at, stay) -> None:
    room, mover, others, now = deserted(seats=3)
    one, two = others
    absence.cast_vote(room.code, people[one], mover, "wait", now)
    stay(room, others, now, NOON + minutes(60))
    at(NOON + minutes(60))
    view = build_room_view(room.code, people[two])
    assert view.absence is not None
    assert view.absence.long
    assert [choice.seats for choice in view.absence.choices] == [(one,), (), ()]
    stamp = stamp_of(room)
    at(NOON + minutes(61))
    assert stamp_of(room) == stamp


def test_the_loser_of_a_game_of_two_gets_only_the_result(long_gone, people) -> None:
    room, mover, (other,), now = long_gone(seats=2)
    absence.cast_vote(room.code, people[other], mover, "without", now)
    assert [notice.kind for notice in people[mover].notices.all()] == ["ended"]
