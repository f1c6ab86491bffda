"""Teams: several players share a seat. Joining, leaving, coming back, names, invitations."""

import pytest

from games.play.models import Invitation, Room
from games.play.perspective import build_room_view
from games.play.services import hosting, invitations, rooms, seats, teams, turns
from games.play.services.room_settings import RoomSettings
from games.players.models import Player
from games.rules.plays.acts import Resign
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest
from tests.play.conftest import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def seat_seen_by(room: Room, player: Player | None, number: int = 0):
    return build_room_view(room.code, player).seats[number]


def refusal(kind, act, *args) -> str:
    with pytest.raises(kind) as refused:
        act(*args)
    return refused.value.code


def test_a_seat_takes_at_most_four_members(hall, people) -> None:
    for player in people[1:]:
        assert seat_seen_by(hall, player).open_to_me
        seats.take_seat(hall.code, player, 0, NOON)
    fifth = Player.objects.create(nickname="Umber")
    assert [seat.open_to_me for seat in build_room_view(hall.code, fifth).seats] == [False, True]
    assert refusal(Conflict, seats.take_seat, hall.code, fifth, 0, NOON) == "seat.taken"
    pressed = (hall.code, fifth.pk, "", 0, NOON)
    assert refusal(Conflict, seats.sit_as_visitor, *pressed) == "seat.taken", "a seat is a team"
    assert seat_seen_by(hall, None).name == "Amber & Cobalt & Jade & Rust"


def test_a_room_without_teams_takes_one_player_per_seat(open_table, people) -> None:
    room = open_table(seats=3, started=False)
    seats.leave_seat(room.code, people[2], NOON)
    assert not seat_seen_by(room, people[3], 1).open_to_me
    assert refusal(Conflict, seats.take_seat, room.code, people[3], 1, NOON) == "seat.taken"
    seats.sit_as_visitor(room.code, people[3].pk, "", 1, NOON)
    assert [seat_seen_by(room, None, number).name for number in (1, 2)] == ["Cobalt", "Rust"]
    assert refusal(Conflict, teams.name_team, room.code, people[0], "North") == "team.none"
    assert refusal(Conflict, teams.leave_team, room.code, people[0], NOON) == "team.none"


def test_qwibble_has_no_teams(lexicon, people) -> None:
    options = get_variant("qwibble").options()
    room_settings = RoomSettings("qwibble", "qwibble-en", lexicon, 2, options, teams=True)
    assert not rooms.open_room(people[0], room_settings, NOON).has_teams


def test_a_player_can_change_teams_before_the_start(hall, people) -> None:
    seats.take_seat(hall.code, people[1], 0, NOON)
    teams.name_team(hall.code, people[1], "North")
    assert "sit" in build_room_view(hall.code, people[0]).actions
    seats.take_seat(hall.code, people[0], 1, NOON)
    assert [seat_seen_by(hall, None, n).name for n in (0, 1)] == ["North", "Amber"]
    assert seat_seen_by(hall, None, 1).host
    seats.take_seat(hall.code, people[1], 1, NOON)
    assert [seat_seen_by(hall, None, n).name for n in (0, 1)] == ["", "Amber & Cobalt"]


def test_a_single_team_cannot_start(hall, people) -> None:
    seats.take_seat(hall.code, people[1], 0, NOON)
    assert refusal(Conflict, rooms.start_game, hall.code, people[0], NOON) == "room.too_few"


def test_a_team_is_named_after_its_members_or_by_itself(match, people) -> None:
    assert seat_seen_by(match, None).name == "Amber & Cobalt"
    assert "name_team" in build_room_view(match.code, people[1]).actions
    assert "name_team" not in build_room_view(match.code, None).actions
    teams.name_team(match.code, people[1], "North ")
    named = seat_seen_by(match, None)
    assert (named.name, [one.name for one in named.members]) == ("North", ["Amber", "Cobalt"])
    for like in ("Amber", "nOrth", "Host"):
        assert refusal(InvalidRequest, teams.name_team, match.code, people[2], like)
    assert refusal(InvalidRequest, teams.name_team, match.code, people[2], "Computer")
    teams.name_team(match.code, people[0], "")
    assert seat_seen_by(match, None).name == "Amber & Cobalt"


def test_no_player_can_have_the_name_of_a_team(hall, people) -> None:
    teams.name_team(hall.code, people[0], "Cobalt")
    assert (
        refusal(InvalidRequest, seats.take_seat, hall.code, people[1], 1, NOON)
        == "nickname.at_table"
    )


def test_a_member_leaves_and_returns(match, people) -> None:
    assert build_room_view(match.code, people[1]).rack
    teams.leave_team(match.code, people[1], NOON)
    gone = build_room_view(match.code, people[1])
    assert (gone.seat, gone.rack) == (None, None)
    assert [seat.open_to_me for seat in gone.seats] == [True, False]
    assert gone.seats[0].departed == ("Cobalt",)
    assert not gone.invitation
    assert refusal(Conflict, seats.take_seat, match.code, people[1], 1, NOON) == "team.left"
    assert refusal(Forbidden, turns.prepare_turn, match.code, str(people[1].pk)) == "seat.not_yours"
    seats.take_seat(match.code, people[1], 0, NOON)
    assert build_room_view(match.code, people[1]).rack
    assert not Invitation.objects.exists()


def test_a_member_who_left_cannot_join_the_opponents(match, people) -> None:
    teams.set_late_members(match.code, people[0], to_all=True, now=NOON)
    teams.leave_team(match.code, people[1], NOON)
    assert refusal(Conflict, seats.take_seat, match.code, people[1], 1, NOON) == "team.left"
    invite = (match.code, people[2], "Cobalt", NOON, 1)
    assert refusal(Conflict, invitations.invite_player, *invite) == "player.left"


def test_the_last_member_of_a_team_cannot_leave_it(match, people) -> None:
    assert "leave" in build_room_view(match.code, people[0]).actions
    teams.leave_team(match.code, people[0], NOON)
    assert "leave" not in build_room_view(match.code, people[1]).actions
    assert refusal(Conflict, teams.leave_team, match.code, people[1], NOON) == "team.last"
    match.refresh_from_db()
    assert match.host == people[1], "the host has left"


def test_the_place_of_a_member_who_left_is_kept(match, people) -> None:
    teams.set_late_members(match.code, people[0], to_all=True, now=NOON)
    for name in ("Umber", "Violet"):
        seats.take_seat(match.code, Player.objects.create(nickname=name), 0, NOON)
    teams.leave_team(match.code, people[1], NOON)
    late = Player.objects.create(nickname="Ochre")
    assert refusal(Conflict, seats.take_seat, match.code, late, 0, NOON) == "seat.taken"
    seats.take_seat(match.code, people[1], 0, NOON)


def test_during_a_game_the_host_decides_who_joins(match, people) -> None:
    late = Player.objects.create(nickname="Umber")
    assert not seat_seen_by(match, late).open_to_me
    assert refusal(Conflict, seats.take_seat, match.code, late, 0, NOON) == "team.closed"
    assert "open_doors" in build_room_view(match.code, people[0]).actions
    assert "open_doors" not in build_room_view(match.code, people[2]).actions
    with pytest.raises(Forbidden):
        teams.set_late_members(match.code, people[2], to_all=True, now=NOON)
    teams.set_late_members(match.code, people[0], to_all=True, now=NOON)
    assert seat_seen_by(match, late, 1).open_to_me
    seats.take_seat(match.code, late, 1, NOON)
    assert build_room_view(match.code, late).seat == 1


def test_the_host_invites_into_a_running_team(match, people) -> None:
    guest = Player.objects.create(nickname="Umber")
    refused = (match.code, people[2], "Umber", NOON, 1)
    assert refusal(Forbidden, invitations.invite_player, *refused) == "room.host_only"
    invitations.invite_player(match.code, people[0], "Umber", NOON, 1)
    assert guest.notices.filter(kind="invitation").count() == 0, "before the first move"
    view = build_room_view(match.code, guest)
    assert [seat.open_to_me for seat in view.seats] == [False, True]
    assert {"sit", "decline"} <= view.actions
    assert view.invitation
    seats.take_seat(match.code, guest, 1, NOON)
    assert build_room_view(match.code, guest).rack


def test_an_invitation_into_a_team_stays_after_the_start(hall, people) -> None:
    seats.take_seat(hall.code, people[1], 1, NOON)
    invitations.invite_player(hall.code, people[1], "Jade", NOON)
    assert seat_seen_by(hall, None, 1).invited == ("Jade",)
    rooms.start_game(hall.code, people[0], NOON)
    seats.take_seat(hall.code, people[2], 1, NOON)
    assert seat_seen_by(hall, None, 1).name == "Cobalt & Jade"


def test_an_invitation_into_a_team_is_declined_or_taken_back(hall, people) -> None:
    seats.take_seat(hall.code, people[1], 1, NOON)
    for name in ("Jade", "Rust"):
        invitations.invite_player(hall.code, people[1], name, NOON)
    invitations.decline_invitation(hall.code, people[2], NOON)
    assert seat_seen_by(hall, None, 1).invited == ("Rust",)
    ids = seat_seen_by(hall, None, 1).invitations
    invitations.withdraw_invitations(hall.code, people[0], ids, NOON)
    assert seat_seen_by(hall, None, 1).invited == ()
    with pytest.raises(Conflict):
        invitations.withdraw_invitations(hall.code, people[0], ids, NOON)


def test_a_resigned_team_takes_no_new_members(lexicon, people) -> None:
    options = get_variant("scrabble").options()
    room_settings = RoomSettings(
        "scrabble", "en", lexicon, 3, options, teams=True, late_members=True
    )
    room = rooms.open_room(people[0], room_settings, NOON)
    for number in (1, 2):
        seats.take_seat(room.code, people[number], number, NOON)
    rooms.start_game(room.code, people[0], NOON)
    turns.apply_player_act(room.code, people[1].pk, Resign(), turn=0, key="", now=NOON)
    assert [seat.open_to_me for seat in build_room_view(room.code, people[3]).seats] == [
        True,
        False,
        True,
    ]


def test_a_computer_takes_its_own_seat(hall, people) -> None:
    seats.seat_computer(hall.code, people[0], 1, 2, NOON)
    assert refusal(Conflict, seats.take_seat, hall.code, people[1], 1, NOON) == "seat.taken"
    with pytest.raises(Conflict):
        seats.seat_computer(hall.code, people[0], 0, 2, NOON)


def test_a_readmitted_player_cannot_join_another_team(match, people) -> None:
    teams.set_late_members(match.code, people[0], to_all=True, now=NOON)
    teams.leave_team(match.code, people[1], NOON)
    hosting.remove_visitor(match.code, people[0], people[1].pk, NOON)
    assert refusal(Forbidden, seats.take_seat, match.code, people[1], 0, NOON) == "room.removed"
    hosting.readmit_visitor(match.code, people[0], people[1].pk, NOON)
    assert refusal(Conflict, seats.take_seat, match.code, people[1], 1, NOON) == "team.left"
    seats.take_seat(match.code, people[1], 0, NOON)
