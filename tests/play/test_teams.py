"""Teams: several players share a seat. Joining, leaving, coming back, names, invitations."""

import pytest

from games.common.refusals import Conflict, Forbidden, Unsuitable
from games.play.models import Invitation, Room
from games.play.perspective import look
from games.play.services import hosting, invitations, rooms, seats, teams, turns
from games.play.services.rooms import RoomWishes
from games.players.models import Player
from games.rules.moves import Resign
from games.rules.variants import get_variant
from tests.play.conftest import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def told_of(room: Room, player: Player | None, number: int = 0):
    return look(room.code, player).seats[number]


def refusal(kind, deed, *args) -> str:
    with pytest.raises(kind) as refused:
        deed(*args)
    return refused.value.code


def test_a_seat_takes_four_and_then_no_more(hall, people) -> None:
    for player in people[1:]:
        assert told_of(hall, player).open_to_me
        seats.sit(hall.code, player, 0, NOON)
    fifth = Player.objects.create(nickname="Umber")
    assert [seat.open_to_me for seat in look(hall.code, fifth).seats] == [False, True]
    assert refusal(Conflict, seats.sit, hall.code, fifth, 0, NOON) == "seat.taken"
    assert told_of(hall, None).name == "Amber & Cobalt & Jade & Rust"


def test_a_room_without_teams_takes_one_a_seat(open_table, people) -> None:
    room = open_table(seats=3, started=False)
    seats.stand(room.code, people[2], NOON)
    assert not told_of(room, people[3], 1).open_to_me
    assert refusal(Conflict, seats.sit, room.code, people[3], 1, NOON) == "seat.taken"
    assert refusal(Conflict, teams.name_team, room.code, people[0], "North") == "team.none"
    assert refusal(Conflict, teams.leave, room.code, people[0], NOON) == "team.none"


def test_qwibble_has_no_teams(lexicon, people) -> None:
    options = get_variant("qwibble").options()
    wishes = RoomWishes("qwibble", "qwibble-en", lexicon, 2, options, teams=True)
    assert not rooms.open_room(people[0], wishes, NOON).has_teams


def test_before_the_start_one_goes_over_to_another_team(hall, people) -> None:
    seats.sit(hall.code, people[1], 0, NOON)
    teams.name_team(hall.code, people[1], "North")
    assert "sit" in look(hall.code, people[0]).can
    seats.sit(hall.code, people[0], 1, NOON)
    assert [told_of(hall, None, n).name for n in (0, 1)] == ["North", "Amber"]
    assert told_of(hall, None, 1).host
    seats.sit(hall.code, people[1], 1, NOON)
    assert [told_of(hall, None, n).name for n in (0, 1)] == ["", "Amber & Cobalt"]


def test_one_team_alone_does_not_start(hall, people) -> None:
    seats.sit(hall.code, people[1], 0, NOON)
    assert refusal(Conflict, rooms.start, hall.code, people[0], NOON) == "room.too_few"


def test_a_team_has_its_members_names_or_one_of_its_own(match, people) -> None:
    assert told_of(match, None).name == "Amber & Cobalt"
    assert "name_team" in look(match.code, people[1]).can
    assert "name_team" not in look(match.code, None).can
    teams.name_team(match.code, people[1], "North ")
    named = told_of(match, None)
    assert (named.name, [one.name for one in named.members]) == ("North", ["Amber", "Cobalt"])
    for like in ("Amber", "nOrth", "Host"):
        assert refusal(Unsuitable, teams.name_team, match.code, people[2], like)
    assert refusal(Unsuitable, teams.name_team, match.code, people[2], "Computer")
    teams.name_team(match.code, people[0], "")
    assert told_of(match, None).name == "Amber & Cobalt"


def test_nobody_sits_down_under_the_name_of_a_team(hall, people) -> None:
    teams.name_team(hall.code, people[0], "Cobalt")
    assert refusal(Unsuitable, seats.sit, hall.code, people[1], 1, NOON) == "nickname.at_table"


def test_a_member_leaves_and_comes_back(match, people) -> None:
    assert look(match.code, people[1]).rack
    teams.leave(match.code, people[1], NOON)
    gone = look(match.code, people[1])
    assert (gone.seat, gone.rack) == (None, None)
    assert [seat.open_to_me for seat in gone.seats] == [True, False]
    assert gone.seats[0].gone == ("Cobalt",)
    assert not gone.invitation
    assert refusal(Conflict, seats.sit, match.code, people[1], 1, NOON) == "team.left"
    assert refusal(Forbidden, turns.prepare, match.code, str(people[1].pk)) == "seat.not_yours"
    seats.sit(match.code, people[1], 0, NOON)
    assert look(match.code, people[1]).rack
    assert not Invitation.objects.exists()


def test_who_left_may_not_join_the_others_even_where_all_may(match, people) -> None:
    teams.open_doors(match.code, people[0], to_all=True, now=NOON)
    teams.leave(match.code, people[1], NOON)
    assert refusal(Conflict, seats.sit, match.code, people[1], 1, NOON) == "team.left"
    invite = (match.code, people[2], "Cobalt", NOON, 1)
    assert refusal(Conflict, invitations.invite, *invite) == "player.left"


def test_the_last_of_a_team_cannot_leave_it(match, people) -> None:
    assert "leave" in look(match.code, people[0]).can
    teams.leave(match.code, people[0], NOON)
    assert "leave" not in look(match.code, people[1]).can
    assert refusal(Conflict, teams.leave, match.code, people[1], NOON) == "team.last"
    match.refresh_from_db()
    assert match.host == people[1], "the host has left"


def test_the_place_of_who_left_is_kept(match, people) -> None:
    teams.open_doors(match.code, people[0], to_all=True, now=NOON)
    for name in ("Umber", "Violet"):
        seats.sit(match.code, Player.objects.create(nickname=name), 0, NOON)
    teams.leave(match.code, people[1], NOON)
    late = Player.objects.create(nickname="Ochre")
    assert refusal(Conflict, seats.sit, match.code, late, 0, NOON) == "seat.taken"
    seats.sit(match.code, people[1], 0, NOON)


def test_while_a_game_goes_on_the_host_says_who_joins(match, people) -> None:
    late = Player.objects.create(nickname="Umber")
    assert not told_of(match, late).open_to_me
    assert refusal(Conflict, seats.sit, match.code, late, 0, NOON) == "team.closed"
    assert "open_doors" in look(match.code, people[0]).can
    assert "open_doors" not in look(match.code, people[2]).can
    with pytest.raises(Forbidden):
        teams.open_doors(match.code, people[2], to_all=True, now=NOON)
    teams.open_doors(match.code, people[0], to_all=True, now=NOON)
    assert told_of(match, late, 1).open_to_me
    seats.sit(match.code, late, 1, NOON)
    assert look(match.code, late).seat == 1


def test_the_host_invites_into_a_running_team(match, people) -> None:
    guest = Player.objects.create(nickname="Umber")
    refused = (match.code, people[2], "Umber", NOON, 1)
    assert refusal(Forbidden, invitations.invite, *refused) == "room.host_only"
    invitations.invite(match.code, people[0], "Umber", NOON, 1)
    assert guest.notices.filter(kind="invitation").count() == 0, "before the first move"
    view = look(match.code, guest)
    assert [seat.open_to_me for seat in view.seats] == [False, True]
    assert {"sit", "decline"} <= view.can
    assert view.invitation
    seats.sit(match.code, guest, 1, NOON)
    assert look(match.code, guest).rack


def test_an_invitation_into_a_team_outlives_the_start(hall, people) -> None:
    seats.sit(hall.code, people[1], 1, NOON)
    invitations.invite(hall.code, people[1], "Jade", NOON)
    assert told_of(hall, None, 1).invited == ("Jade",)
    rooms.start(hall.code, people[0], NOON)
    seats.sit(hall.code, people[2], 1, NOON)
    assert told_of(hall, None, 1).name == "Cobalt & Jade"


def test_an_invitation_into_a_team_is_declined_or_taken_back(hall, people) -> None:
    seats.sit(hall.code, people[1], 1, NOON)
    for name in ("Jade", "Rust"):
        invitations.invite(hall.code, people[1], name, NOON)
    invitations.decline(hall.code, people[2], NOON)
    assert told_of(hall, None, 1).invited == ("Rust",)
    invitations.withdraw(hall.code, people[0], 1, NOON)
    assert told_of(hall, None, 1).invited == ()
    with pytest.raises(Conflict):
        invitations.withdraw(hall.code, people[0], 1, NOON)


def test_a_resigned_team_takes_nobody(lexicon, people) -> None:
    options = get_variant("scrabble").options()
    wishes = RoomWishes("scrabble", "en", lexicon, 3, options, teams=True, late_members=True)
    room = rooms.open_room(people[0], wishes, NOON)
    for number in (1, 2):
        seats.sit(room.code, people[number], number, NOON)
    rooms.start(room.code, people[0], NOON)
    turns.act(room.code, people[1].pk, Resign(), turn=0, key="", now=NOON)
    assert [seat.open_to_me for seat in look(room.code, people[3]).seats] == [True, False, True]


def test_a_computer_takes_a_seat_of_its_own(hall, people) -> None:
    seats.seat_computer(hall.code, people[0], 1, 2, NOON)
    assert refusal(Conflict, seats.sit, hall.code, people[1], 1, NOON) == "seat.taken"
    with pytest.raises(Conflict):
        seats.seat_computer(hall.code, people[0], 0, 2, NOON)


def test_who_was_sent_away_and_let_in_again_still_joins_no_other_team(match, people) -> None:
    teams.open_doors(match.code, people[0], to_all=True, now=NOON)
    teams.leave(match.code, people[1], NOON)
    hosting.remove(match.code, people[0], people[1].pk, NOON)
    assert refusal(Forbidden, seats.sit, match.code, people[1], 0, NOON) == "room.removed"
    hosting.readmit(match.code, people[0], people[1].pk, NOON)
    assert refusal(Conflict, seats.sit, match.code, people[1], 1, NOON) == "team.left"
    seats.sit(match.code, people[1], 0, NOON)
