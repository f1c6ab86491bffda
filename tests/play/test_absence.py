"""A player leaves on their turn in an untimed game, and the other players vote on what to do."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.health.models import LoopHeartbeat
from games.play import store
from games.play.jobs import referee as loop
from games.play.models import Game, Room, SeatMember
from games.play.perspective import build_room_view
from games.play.services import absence, outages, referee, turns
from games.play.services.presence import record_presence
from games.players.services.notifications import describe_notifications
from games.rules.plays.acts import Pass
from games.rules.time.clock import TimeControl
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest
from tests.play.conftest import NOON, outcome_of, table_of

pytestmark = pytest.mark.django_db


def minutes(n: float) -> timedelta:
    return timedelta(minutes=n)


@pytest.fixture
def at(monkeypatch):
    """``at(now)``: run the referee once at that instant."""

    def attend_all(now) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)
        for code, game_id in referee.find_due_games(now):
            loop.referee_due_game(code, game_id)

    return attend_all


@pytest.fixture
def stay(people):
    """``stay(room, [0], begin, end)``:
    keep only these people present in the room from begin to end."""

    def keep(room: Room, numbers, begin, end) -> None:
        here = {str(people[number].pk): True for number in numbers}
        now = begin
        while now <= end:
            record_presence({room.code: here}, now)
            now += timedelta(seconds=60)  # the longest gap that still counts as present

    return keep


@pytest.fixture
def deserted(open_table, people, at, stay):
    """``deserted(seats=3)``: a room whose player to move left ten minutes ago.

    Returns the room, that player's seat, the other seats and the current instant.
    """

    def leave(**chosen):
        room = open_table(**chosen)
        mover = build_room_view(room.code, None).to_move
        others = [n for n in range(chosen.get("seats", 2)) if n != mover]
        record_presence({room.code: {str(people[mover].pk): True}}, NOON)
        stay(room, others, NOON, NOON + minutes(10))
        at(NOON + minutes(9.9))
        assert table_of(room).absent_seat is None
        stamp = Room.objects.get(pk=room.pk).stamp
        at(NOON + minutes(10))
        assert table_of(room).absent_seat == mover
        assert Room.objects.get(pk=room.pk).stamp > stamp
        return room, mover, others, NOON + minutes(10)

    return leave


@pytest.fixture
def long_gone(deserted, at, stay):
    """Like ``deserted``, but the player left an hour ago."""

    def leave(**chosen):
        room, mover, others, now = deserted(**chosen)
        stay(room, others, now, NOON + minutes(60))
        at(NOON + minutes(60))
        return room, mover, others, NOON + minutes(60)

    return leave


def choices_of(room: Room, player) -> list[str]:
    view = build_room_view(room.code, player)
    assert view.absence is not None
    assert "vote_absence" in view.actions
    return [one.choice for one in view.absence.choices]


def test_present_players_see_their_choices(deserted, people) -> None:
    room, mover, (other,), _now = deserted(seats=2)
    assert choices_of(room, people[other]) == ["wait", "computer"]
    for outsider in (people[mover], people[3], None):
        view = build_room_view(room.code, outsider)
        assert view.absence is None
        assert "vote_absence" not in view.actions


def test_no_seat_is_lost_within_an_hour(deserted, people, at, stay) -> None:
    room, mover, others, now = deserted(seats=2)
    (other,) = others
    with pytest.raises(Conflict, match="too_soon"):
        absence.cast_vote(room.code, people[other], mover, "without", now)
    stay(room, others, now, NOON + minutes(60))
    at(NOON + minutes(59.9))
    assert choices_of(room, people[other]) == ["wait", "computer"]
    stamp = Room.objects.get(pk=room.pk).stamp
    at(NOON + minutes(60))
    assert Room.objects.get(pk=room.pk).stamp > stamp, "the pages hear of it"
    assert choices_of(room, people[other]) == ["wait", "computer", "without"]


def test_after_waiting_the_question_returns_in_ten_minutes(deserted, people, at, stay) -> None:
    room, mover, others, now = deserted(seats=2)
    absence.cast_vote(room.code, people[others[0]], mover, "wait", now)
    assert table_of(room).absent_seat is None
    stay(room, others, now, now + minutes(10))
    at(now + minutes(9.9))
    assert table_of(room).absent_seat is None
    at(now + minutes(10))
    assert table_of(room).absent_seat == mover
    stay(room, others, now + minutes(10), NOON + minutes(60))
    at(NOON + minutes(60))
    assert "without" in choices_of(room, people[others[0]]), "the hour counts from the beginning"


def test_an_opponent_can_end_the_game_as_won_and_the_absent_player_learns_why(
    long_gone, people, client_of
) -> None:
    room, mover, (other,), now = long_gone(seats=2)
    view = build_room_view(room.code, people[other])
    assert view.absence is not None
    assert view.absence.final == "won"
    absence.cast_vote(room.code, people[other], mover, "without", now)
    assert outcome_of(room).winner == other
    (text,) = describe_notifications(people[mover].notices.filter(kind="ended"), now)
    assert "stayed away too long and dropped out" in text
    assert "more than an hour" in build_room_view(room.code, people[mover]).while_away
    page = client_of(people[mover]).get(f"/r/{room.code}/").content.decode()
    assert "the other players continued without you" in page
    assert "You're watching" not in page


def test_a_game_of_three_continues_without_the_absent_player(long_gone, people) -> None:
    room, mover, (one, two), now = long_gone(seats=3)
    absence.cast_vote(room.code, people[one], mover, "without", now)
    assert build_room_view(room.code, None).seats[mover].in_play
    view = build_room_view(room.code, people[two])
    assert view.absence is not None
    assert view.absence.final == "out"
    assert {c.choice: c.names for c in view.absence.choices}["without"] == (people[one].nickname,)
    absence.cast_vote(room.code, people[two], mover, "without", now)
    view = build_room_view(room.code, None)
    assert view.phase == "playing"
    assert not view.seats[mover].in_play
    assert view.to_move != mover
    assert table_of(room).absent_seat is None
    assert people[mover].notices.get().kind == "out"


def test_votes_must_agree_and_can_be_withdrawn(deserted, people) -> None:
    room, mover, (one, two), now = deserted(seats=3)
    absence.cast_vote(room.code, people[one], mover, "computer", now)
    absence.cast_vote(room.code, people[two], mover, "wait", now)
    assert table_of(room).absent_seat == mover
    stamp = Room.objects.get(pk=room.pk).stamp
    absence.cast_vote(room.code, people[one], mover, "", now)
    assert Room.objects.get(pk=room.pk).stamp > stamp
    view = build_room_view(room.code, people[two])
    assert view.absence is not None
    assert view.absence.awaited == (people[one].nickname,)
    assert [c.seats for c in view.absence.choices] == [(two,), ()]
    absence.cast_vote(room.code, people[two], mover, "computer", now)
    assert table_of(room).absent_seat == mover
    absence.cast_vote(room.code, people[one], mover, "computer", now)
    assert build_room_view(room.code, None).seats[mover].computer


def test_other_absent_players_have_no_vote(deserted, people, stay, at) -> None:
    room, mover, (one, two), now = deserted(seats=3)
    absence.cast_vote(room.code, people[one], mover, "computer", now)
    assert not build_room_view(room.code, None).seats[mover].computer
    stay(room, [one], now, now + minutes(2))
    at(now + minutes(2))
    assert build_room_view(room.code, None).seats[mover].computer, (
        "all who are still here have chosen it"
    )
    assert not build_room_view(room.code, None).seats[two].computer


def test_a_player_who_returns_in_time_keeps_the_seat(deserted, people) -> None:
    room, mover, (other,), now = deserted(seats=2)
    assert record_presence({room.code: {str(people[mover].pk): True}}, now) == [room.code]
    assert table_of(room).absent_seat is None
    for choice in absence.CHOICES:
        with pytest.raises(Conflict):
            absence.cast_vote(room.code, people[other], mover, choice, now)


def test_the_absent_player_and_strangers_have_no_vote(long_gone, people) -> None:
    room, mover, (other,), now = long_gone(seats=2)
    with pytest.raises(Conflict):
        absence.cast_vote(room.code, people[mover], mover, "without", now)
    with pytest.raises(Forbidden):
        absence.cast_vote(room.code, people[3], mover, "without", now)
    with pytest.raises(Conflict):
        absence.cast_vote(room.code, people[other], other, "without", now)
    with pytest.raises(InvalidRequest):
        absence.cast_vote(room.code, people[other], mover, "win", now)


def test_no_question_is_asked_when_everyone_is_away(open_table, people, at) -> None:
    """Both players have left: the game is kept and continues when one of them returns."""
    room = open_table()
    record_presence({room.code: {}}, NOON + minutes(2))
    at(NOON + minutes(60))
    game = table_of(room)
    assert game.running
    mover = store.load_state(game).to_move or 0
    record_presence({room.code: {str(people[mover].pk): True}}, NOON + minutes(61))
    turns.apply_player_act(
        room.code, people[mover].pk, Pass(), turn=0, key="", now=NOON + minutes(61)
    )
    assert table_of(room).turn_number == 1


def test_an_outage_does_not_make_players_absent(open_table, people, at, stay) -> None:
    room = open_table()
    other = 1 - (build_room_view(room.code, None).to_move or 0)
    stay(room, [0, 1], NOON, NOON + minutes(5))
    outages.report_alive(NOON + minutes(5))
    back = NOON + minutes(15)
    outages.report_alive(back)
    # A heartbeat that is not renewed would look like a second outage.
    LoopHeartbeat.objects.all().delete()
    stay(room, [other], back, back + minutes(11))
    at(back + minutes(9.9))
    assert table_of(room).absent_seat is None
    at(back + minutes(10))
    assert table_of(room).absent_seat == 1 - other


def test_games_with_a_clock_ask_no_question(open_table, people, at, stay) -> None:
    room = open_table(clock=TimeControl.read("25+0"))
    other = 1 - (build_room_view(room.code, None).to_move or 0)
    stay(room, [other], NOON, NOON + minutes(20))
    at(NOON + minutes(20))
    assert table_of(room).absent_seat is None


def test_no_computer_takes_over_in_an_earlier_rated_game(deserted, people) -> None:
    room, mover, (other,), now = deserted(seats=2)
    Game.objects.update(rated=True)
    Room.objects.update(stamp=1000)
    assert choices_of(room, people[other]) == ["wait"]
    with pytest.raises(Conflict):
        absence.cast_vote(room.code, people[other], mover, "computer", now)


def test_the_page_offers_the_choices_and_applies_them(
    deserted, people, client_of, monkeypatch
) -> None:
    room, mover, (one, two), now = deserted(seats=3)
    monkeypatch.setattr(timezone, "now", lambda: now)
    client = client_of(people[one])
    page = client.get(f"/r/{room.code}/bundle").content.decode()
    assert f"/r/{room.code}/absence" in page
    assert "No sign of" in page
    assert "for more than 10 minutes" in page
    assert "Everyone here must agree." in page
    sent = {"seat": mover, "choice": "computer"}
    assert client.post(f"/r/{room.code}/absence", {**sent, "choice": "x"}).status_code == 422
    assert client.post(f"/r/{room.code}/absence", {**sent, "choice": "without"}).status_code == 409
    assert client_of(people[3]).post(f"/r/{room.code}/absence", sent).status_code == 403
    answer = client.post(f"/r/{room.code}/absence", sent)
    assert answer.status_code == 200
    assert 'aria-pressed="true"' in answer.content.decode()
    second = client_of(people[two])
    assert people[one].nickname in second.get(f"/r/{room.code}/bundle").content.decode()
    answer = second.post(f"/r/{room.code}/absence", sent)
    assert f"for {people[mover].nickname}" in answer.content.decode()
    assert SeatMember.objects.filter(player=people[mover], game__room=room).exists()
