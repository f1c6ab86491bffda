"""Chairs: kept for whom, hosts that come and go, two clicks, latecomers."""

from datetime import timedelta

import pytest

from games.common.refusals import Conflict, Forbidden
from games.play.chairs import AWAY_AFTER, INVITED_FOR
from games.play.models import Game, Holder, Invitation, Room
from games.play.perspective import look
from games.play.services import invitations, rooms, seats, turns
from games.play.services.rooms import RoomWishes
from games.players.models import Notice
from games.rules.moves import Resign
from games.rules.variants import get_variant
from tests.play.conftest import NOON, outcome_of, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def four_seats(lexicon, people) -> Room:
    """A waiting room for four in which Amber alone sits."""
    options = get_variant("scrabble").options()
    return rooms.open_room(people[0], RoomWishes("scrabble", "en", lexicon, 4, options), NOON)


@pytest.fixture(autouse=True)
def _at_noon(monkeypatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def open_to(view) -> list[int]:
    return [seat.number for seat in view.seats if seat.open_to_me]


def test_as_many_seats_are_kept_as_are_invited(four_seats, people) -> None:
    invitations.invite(four_seats.code, people[0], "Cobalt", NOON)
    stranger, guest = look(four_seats.code, people[2]), look(four_seats.code, people[1])
    assert (open_to(stranger), open_to(guest)) == ([1, 2], [1, 2, 3])
    assert stranger.seats[3].kept_for == "Cobalt"
    assert "sit" in stranger.can
    with pytest.raises(Conflict) as refused:
        seats.sit(four_seats.code, people[2], 3, NOON)
    assert refused.value.code == "seat.kept"
    seats.sit(four_seats.code, people[2], 1, NOON)
    seats.sit(four_seats.code, people[1], 3, NOON)
    assert open_to(look(four_seats.code, people[3])) == [2]
    assert not Invitation.objects.exists()


def test_page_and_server_agree_when_every_seat_is_kept(four_seats, people) -> None:
    for name in ("Cobalt", "Jade"):
        invitations.invite(four_seats.code, people[0], name, NOON)
    seats.seat_computer(four_seats.code, people[0], 1, 2, NOON)
    view = look(four_seats.code, people[3])
    assert "sit" not in view.can
    assert view.say == "The free seats are kept for those who are invited."
    for number in (2, 3):
        with pytest.raises(Conflict):
            seats.sit(four_seats.code, people[3], number, NOON)
    with pytest.raises(Conflict) as refused:
        invitations.invite(four_seats.code, people[0], "Rust", NOON)
    assert refused.value.code == "room.kept"


def test_an_invitation_keeps_its_seat_for_a_week(four_seats, people, monkeypatch) -> None:
    for name in ("Cobalt", "Jade", "Rust"):
        invitations.invite(four_seats.code, people[0], name, NOON)
    late = NOON + INVITED_FOR + timedelta(seconds=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: late)
    view = look(four_seats.code, None)
    assert open_to(view) == [1, 2, 3]
    seats.sit(four_seats.code, people[2], 3, late)


def test_declining_before_the_start_frees_the_seat_and_is_told(four_seats, people) -> None:
    invitations.invite(four_seats.code, people[0], "Cobalt", NOON)
    assert "decline" in look(four_seats.code, people[1]).can
    invitations.decline(four_seats.code, people[1], NOON)
    assert open_to(look(four_seats.code, None)) == [1, 2, 3]
    assert people[0].notices.get(kind="declined").text == "Cobalt has declined your invitation."
    with pytest.raises(Forbidden):
        invitations.decline(four_seats.code, people[1], NOON)
    assert not Notice.objects.filter(kind="invitation", read_at=None).exists()


def test_the_host_takes_an_invitation_back(four_seats, people) -> None:
    invitations.invite(four_seats.code, people[0], "Cobalt", NOON)
    with pytest.raises(Forbidden):
        invitations.withdraw(four_seats.code, people[1], 3, NOON)
    invitations.withdraw(four_seats.code, people[0], 3, NOON)
    assert open_to(look(four_seats.code, None)) == [1, 2, 3]
    with pytest.raises(Conflict):
        invitations.withdraw(four_seats.code, people[0], 3, NOON)


def test_an_invited_player_who_sits_gets_the_seats_own_bundle(
    four_seats, people, client_of
) -> None:
    """Whatever row of an invitation is left over."""
    invitations.invite(four_seats.code, people[0], "Cobalt", NOON)
    seats.sit(four_seats.code, people[1], 3, NOON)
    Invitation.objects.create(game=table_of(four_seats), player=people[1], created_at=NOON)
    assert look(four_seats.code, people[1]).seat == 3
    bundle = client_of(people[1]).get(f"/r/{four_seats.code}/bundle").content.decode()
    assert '"seat":3' in bundle


def test_the_same_click_twice_takes_one_seat(four_seats, people) -> None:
    for _click in range(2):
        seats.sit(four_seats.code, people[1], 2, NOON)
    assert Holder.objects.filter(player=people[1]).count() == 1
    with pytest.raises(Conflict):
        seats.sit(four_seats.code, people[1], 3, NOON)


def test_whoever_sits_down_in_an_abandoned_room_is_its_host(four_seats, people) -> None:
    seats.stand(four_seats.code, people[0], NOON)
    seats.sit(four_seats.code, people[1], 1, NOON)
    seats.sit(four_seats.code, people[2], 2, NOON)
    assert "start" in look(four_seats.code, people[1]).can
    rooms.start(four_seats.code, people[1], NOON)
    assert table_of(four_seats).status == Game.Status.PLAYING


def test_who_has_waited_longest_starts_while_the_host_is_away(four_seats, people) -> None:
    for number, player in enumerate(people[1:3], 1):
        seats.sit(four_seats.code, player, number, NOON)
    for player in people[1:3]:
        assert "start" not in look(four_seats.code, player).can
        with pytest.raises(Forbidden):
            rooms.start(four_seats.code, player, NOON)
    Holder.objects.filter(player=people[0]).update(seen_at=NOON - AWAY_AFTER * 2)
    assert "start" in look(four_seats.code, people[1]).can
    assert "start" not in look(four_seats.code, people[2]).can
    with pytest.raises(Forbidden):
        rooms.start(four_seats.code, people[2], NOON)
    rooms.start(four_seats.code, people[1], NOON)
    assert people[0].notices.get(kind="started").text == "The game at Amber's table has begun."


def test_resigning_alone_annuls_and_invites_nobody(lexicon, people) -> None:
    variant = get_variant("qwibble")
    wishes = RoomWishes("qwibble", "qwibble-en", lexicon, 2, variant.options())
    room = rooms.open_room(people[0], wishes, NOON)
    invitations.invite(room.code, people[0], "Cobalt", NOON)
    turns.act(room.code, people[0].pk, Resign(), turn=0, key="", now=NOON)
    outcome = outcome_of(room)
    assert (outcome.reason, outcome.winner) == ("annulled", None)
    assert "Free seat" not in outcome.sentence
    assert not people[1].notices.exists()
    assert not Invitation.objects.exists()
