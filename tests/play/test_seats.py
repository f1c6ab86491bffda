"""Seats: whom they are kept for, absent hosts, double clicks and latecomers."""

from datetime import timedelta

import pytest

from games.play.models import Game, Invitation, Room, SeatMember
from games.play.perspective import build_room_view
from games.play.services import hosting, invitations, rooms, seats, turns
from games.play.services.room_settings import RoomSettings
from games.play.terms.seating import AWAY_AFTER, INVITATION_LIFETIME
from games.players.models import Notification, Player
from games.players.services.notifications import describe_notification
from games.rules.plays.acts import Resign
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import Conflict, Forbidden
from tests.play.conftest import NOON, outcome_of, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def four_seats(lexicon, people) -> Room:
    """A waiting room for four in which only Amber has a seat."""
    options = get_variant("scrabble").options()
    return rooms.open_room(people[0], RoomSettings("scrabble", "en", lexicon, 4, options), NOON)


@pytest.fixture(autouse=True)
def _at_noon(monkeypatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def open_to(view) -> list[int]:
    return [seat.number for seat in view.seats if seat.open_to_me]


def test_as_many_seats_are_kept_as_are_invited(four_seats, people) -> None:
    invitations.invite_player(four_seats.code, people[0], "Cobalt", NOON)
    stranger, guest = (
        build_room_view(four_seats.code, people[2]),
        build_room_view(four_seats.code, people[1]),
    )
    assert (open_to(stranger), open_to(guest)) == ([1, 2], [1, 2, 3])
    assert stranger.seats[3].reserved_for == "Cobalt"
    assert "sit" in stranger.actions
    with pytest.raises(Conflict) as refused:
        seats.take_seat(four_seats.code, people[2], 3, NOON)
    assert refused.value.code == "seat.kept"
    seats.take_seat(four_seats.code, people[2], 1, NOON)
    seats.take_seat(four_seats.code, people[1], 3, NOON)
    assert open_to(build_room_view(four_seats.code, people[3])) == [2]
    assert not Invitation.objects.exists()


def test_page_and_server_agree_when_every_seat_is_kept(four_seats, people) -> None:
    for name in ("Cobalt", "Jade"):
        invitations.invite_player(four_seats.code, people[0], name, NOON)
    seats.seat_computer(four_seats.code, people[0], 1, 2, NOON)
    view = build_room_view(four_seats.code, people[3])
    assert "sit" not in view.actions
    assert view.say == "The open seats are reserved for invited players."
    for number in (2, 3):
        with pytest.raises(Conflict):
            seats.take_seat(four_seats.code, people[3], number, NOON)
    with pytest.raises(Conflict) as refused:
        invitations.invite_player(four_seats.code, people[0], "Rust", NOON)
    assert refused.value.code == "room.kept"


def test_an_invitation_keeps_its_seat_for_a_week(four_seats, people, monkeypatch) -> None:
    for name in ("Cobalt", "Jade", "Rust"):
        invitations.invite_player(four_seats.code, people[0], name, NOON)
    late = NOON + INVITATION_LIFETIME + timedelta(seconds=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: late)
    view = build_room_view(four_seats.code, None)
    assert open_to(view) == [1, 2, 3]
    seats.take_seat(four_seats.code, people[2], 3, late)


def test_declining_before_the_start_frees_the_seat_and_sends_a_notification(
    four_seats, people
) -> None:
    invitations.invite_player(four_seats.code, people[0], "Cobalt", NOON)
    assert "decline" in build_room_view(four_seats.code, people[1]).actions
    invitations.decline_invitation(four_seats.code, people[1], NOON)
    assert open_to(build_room_view(four_seats.code, None)) == [1, 2, 3]
    assert describe_notification(people[0].notices.get(kind="declined"), NOON).startswith(
        "Cobalt declined your invitation"
    )
    with pytest.raises(Forbidden):
        invitations.decline_invitation(four_seats.code, people[1], NOON)
    assert not Notification.objects.filter(kind="invitation", read_at=None).exists()


def test_the_host_takes_an_invitation_back(four_seats, people) -> None:
    invitations.invite_player(four_seats.code, people[0], "Cobalt", NOON)
    ids = build_room_view(four_seats.code, None).seats[3].invitations
    with pytest.raises(Forbidden):
        invitations.withdraw_invitations(four_seats.code, people[1], ids, NOON)
    invitations.withdraw_invitations(four_seats.code, people[0], ids, NOON)
    assert open_to(build_room_view(four_seats.code, None)) == [1, 2, 3]
    with pytest.raises(Conflict):
        invitations.withdraw_invitations(four_seats.code, people[0], ids, NOON)


def test_an_invited_player_who_sits_gets_the_seats_own_bundle(
    four_seats, people, client_of
) -> None:
    """A leftover row of an invitation makes no difference."""
    invitations.invite_player(four_seats.code, people[0], "Cobalt", NOON)
    seats.take_seat(four_seats.code, people[1], 3, NOON)
    Invitation.objects.create(game=table_of(four_seats), player=people[1], created_at=NOON)
    assert build_room_view(four_seats.code, people[1]).seat == 3
    bundle = client_of(people[1]).get(f"/r/{four_seats.code}/bundle").content.decode()
    assert '"seat":3' in bundle


def test_the_same_click_twice_takes_one_seat(four_seats, people) -> None:
    for _click in range(2):
        seats.take_seat(four_seats.code, people[1], 2, NOON)
    assert SeatMember.objects.filter(player=people[1]).count() == 1
    with pytest.raises(Conflict):
        seats.take_seat(four_seats.code, people[1], 3, NOON)


def seat_of(room: Room, player: Player) -> int | None:
    return build_room_view(room.code, player).seat


def press(client_of, room: Room, player: Player, number: int) -> int:
    """Press "Sit down" on a page. Returns the status of the answer."""
    return client_of(player).post(f"/r/{room.code}/sit", {"seat": number}).status_code


def test_a_player_a_moment_late_for_a_seat_gets_the_next_open_one(
    four_seats, people, client_of
) -> None:
    answers = [press(client_of, four_seats, player, 3) for player in people[1:]]
    assert answers == [200, 200, 200]
    assert [seat_of(four_seats, player) for player in people] == [0, 3, 1, 2]
    late = Player.objects.create(nickname="Umber")
    assert press(client_of, four_seats, late, 3) == 409
    assert seat_of(four_seats, late) is None


def test_a_reserved_seat_is_not_replaced_by_another(four_seats, people, client_of) -> None:
    invitations.invite_player(four_seats.code, people[0], "Cobalt", NOON)
    assert press(client_of, four_seats, people[2], 3) == 409
    assert press(client_of, four_seats, people[2], 2) == 200
    assert press(client_of, four_seats, people[3], 2) == 200, "not the one kept for Cobalt"
    assert [seat_of(four_seats, player) for player in people[2:]] == [2, 1]
    assert press(client_of, four_seats, people[1], 2) == 200, "Cobalt gets the seat kept for her"
    assert seat_of(four_seats, people[1]) == 3


def test_a_locked_room_gives_no_other_seat(four_seats, people, client_of) -> None:
    seats.take_seat(four_seats.code, people[1], 1, NOON)
    hosting.set_locked(four_seats.code, people[0], locked=True, now=NOON)
    assert press(client_of, four_seats, people[2], 1) == 409


def test_the_first_player_in_an_abandoned_room_becomes_its_host(four_seats, people) -> None:
    seats.leave_seat(four_seats.code, people[0], NOON)
    seats.take_seat(four_seats.code, people[1], 1, NOON)
    seats.take_seat(four_seats.code, people[2], 2, NOON)
    assert "start" in build_room_view(four_seats.code, people[1]).actions
    rooms.start_game(four_seats.code, people[1], NOON)
    assert table_of(four_seats).status == Game.Status.PLAYING


def test_the_longest_waiting_player_can_start_while_the_host_is_away(four_seats, people) -> None:
    for number, player in enumerate(people[1:3], 1):
        seats.take_seat(four_seats.code, player, number, NOON)
    for player in people[1:3]:
        assert "start" not in build_room_view(four_seats.code, player).actions
        with pytest.raises(Forbidden):
            rooms.start_game(four_seats.code, player, NOON)
    SeatMember.objects.filter(player=people[0]).update(seen_at=NOON - AWAY_AFTER * 2)
    assert "start" in build_room_view(four_seats.code, people[1]).actions
    assert "start" not in build_room_view(four_seats.code, people[2]).actions
    with pytest.raises(Forbidden):
        rooms.start_game(four_seats.code, people[2], NOON)
    rooms.start_game(four_seats.code, people[1], NOON)
    assert "has started: Scrabble, no clock, " in describe_notification(
        people[0].notices.get(kind="started"), NOON
    )


def test_resigning_without_an_opponent_annuls_the_game(lexicon, people) -> None:
    variant = get_variant("qwibble")
    room_settings = RoomSettings("qwibble", "qwibble-en", lexicon, 2, variant.options())
    room = rooms.open_room(people[0], room_settings, NOON)
    invitations.invite_player(room.code, people[0], "Cobalt", NOON)
    turns.apply_player_act(room.code, people[0].pk, Resign(), turn=0, key="", now=NOON)
    outcome = outcome_of(room)
    assert (outcome.reason, outcome.winner) == ("annulled", None)
    assert "Open seat" not in outcome.sentence
    assert not people[1].notices.exists()
    assert not Invitation.objects.exists()
