"""Teams during a game: which member moves, who is notified, simultaneous moves, and rematches."""

from datetime import timedelta

import pytest

from games.lobby.perspective import build_lobby
from games.play.models import Game, Room
from games.play.perspective import build_room_view
from games.play.services import referee, rooms, seats, teams, turns
from games.play.services.naming import rename_player
from games.play.services.table_members import list_seat_members
from games.players.models import Notification, Player, Sanction
from games.players.services.sanctions import impose_sanction
from games.rules.plays.acts import Pass, Resign
from games.rules.time.clock import TimeControl
from scrabble_site.shared.refusals import Conflict, Forbidden
from tests.play.conftest import NOON, table_of
from tests.play.test_teams import refusal, seat_seen_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def test_a_rematch_keeps_teams_and_their_names(match, people) -> None:
    teams.name_team(match.code, people[0], "North")
    turns.apply_player_act(match.code, people[1].pk, Resign(), turn=0, key="", now=NOON)
    assert list_seat_members(table_of(match)) == [people[:2], people[2:]]
    assert refusal(Conflict, teams.leave_team, match.code, people[0], NOON) == "game.over"
    rooms.ask_rematch(match.code, people[1], NOON)
    rooms.ask_rematch(match.code, people[3], NOON)
    game = table_of(match)
    assert (game.number, game.status) == (2, Game.Status.PLAYING)
    sides = list_seat_members(game)
    assert people[:2] in sides
    assert people[2:] in sides
    assert seat_seen_by(match, None, sides.index(people[:2])).name == "North"


def test_a_rematch_begins_without_suspended_members(match, people) -> None:
    amber, cobalt, jade, rust = people
    turns.apply_player_act(match.code, amber.pk, Resign(), turn=0, key="", now=NOON)
    impose_sanction(cobalt, Sanction.Kind.SUSPENSION, "", NOON, until=NOON + timedelta(days=1))
    rooms.ask_rematch(match.code, jade, NOON)
    rooms.ask_rematch(match.code, amber, NOON)
    assert sorted(list_seat_members(table_of(match)), key=len) == [[amber], [jade, rust]]
    turns.apply_player_act(match.code, amber.pk, Resign(), turn=0, key="", now=NOON)
    rooms.ask_rematch(match.code, amber, NOON)
    impose_sanction(amber, Sanction.Kind.SUSPENSION, "", NOON, until=NOON + timedelta(days=1))
    assert rooms.ask_rematch(match.code, jade, NOON).number == 2, "one side has no members left"


def test_any_member_takes_the_turn(match, people) -> None:
    mover = build_room_view(match.code, None).to_move or 0
    for member in (people[2 * mover + 1], people[2 * (1 - mover)]):
        turn = table_of(match).turn_number
        turns.apply_player_act(match.code, member.pk, Pass(), turn=turn, key="", now=NOON)
    moves = table_of(match).moves.all()
    assert [move.player for move in moves] == [people[2 * mover + 1], people[2 * (1 - mover)]]


def pass_turn(room: Room, player: Player) -> None:
    turn = table_of(room).turn_number
    turns.apply_player_act(room.code, player.pk, Pass(), turn=turn, key="", now=NOON)


def test_the_team_member_who_moved_is_named_everywhere(match, people) -> None:
    first = 2 * (build_room_view(match.code, None).to_move or 0)
    ada, bo = people[first], people[first + 1]
    pass_turn(match, bo)
    view = build_room_view(match.code, None)
    assert view.say.startswith(f"{bo.nickname} passed. ")
    assert (view.moves[0].name, view.moves[0].team) == (bo.nickname, f"{ada} & {bo}")
    teams.name_team(match.code, ada, "North")
    assert build_room_view(match.code, None).say.startswith(f"North ({bo.nickname}) passed. ")
    teams.leave_team(match.code, bo, NOON)
    pass_turn(match, people[2 - first])
    assert [move.name for move in build_room_view(match.code, None).moves] == [
        bo.nickname,
        people[2 - first].nickname,
    ]


def test_renaming_a_member_renames_them_in_their_moves(match, people) -> None:
    mover = people[2 * (build_room_view(match.code, None).to_move or 0)]
    pass_turn(match, mover)
    rename_player(mover, "Umber")
    assert build_room_view(match.code, None).moves[0].name == "Umber"


def test_results_name_the_team(match, people) -> None:
    turns.apply_player_act(match.code, people[1].pk, Resign(), turn=0, key="", now=NOON)
    said = build_room_view(match.code, None).say
    assert said.startswith("Cobalt resigned. Jade & Rust won 0–0.")


def test_a_move_overtaken_by_a_team_mate_is_explained(match, people) -> None:
    first = 2 * (build_room_view(match.code, None).to_move or 0)
    pass_turn(match, people[first])
    late = (match.code, people[first + 1].pk, Pass())
    with pytest.raises(Conflict) as refused:
        turns.apply_player_act(*late, turn=0, key="k", now=NOON)
    assert (refused.value.code, refused.value.data) == (
        "team.played",
        {"name": people[first].nickname},
    )
    with pytest.raises(Conflict) as refused:
        turns.apply_player_act(match.code, people[2 - first].pk, Pass(), turn=0, key="k", now=NOON)
    assert refused.value.code == "game.moved_on"


def test_only_the_host_of_a_team_is_offered_host_actions(hall, people) -> None:
    for player, number in zip(people[1:3], (0, 1), strict=True):
        seats.take_seat(hall.code, player, number, NOON)
    host, mate = build_room_view(hall.code, people[0]), build_room_view(hall.code, people[1])
    assert {"start", "host"} <= host.actions
    assert not {"start", "host", "entitle", "seat_computer"} & mate.actions
    assert host.say == "Everyone's here – you can start."
    assert mate.say == "Waiting for Amber to start."
    assert refusal(Forbidden, rooms.start_game, hall.code, people[1], NOON) == "room.host_only"
    rooms.start_game(hall.code, people[0], NOON)
    assert build_room_view(hall.code, people[0]).rack == build_room_view(hall.code, people[1]).rack


def test_a_record_names_the_team_member_who_moved(match, people, client_of) -> None:
    teams.name_team(match.code, people[0], "North")
    mover = people[2 * (build_room_view(match.code, None).to_move or 0) + 1]
    pass_turn(match, mover)
    turns.apply_player_act(match.code, people[0].pk, Resign(), turn=1, key="", now=NOON)
    page = client_of(None).get(f"/games/{table_of(match).pk}/").content.decode()
    assert f">{mover.nickname}</bdi>" in page
    assert '<bdi title="North">Amber</bdi>' in page
    gcg = client_of(None).get(f"/games/{table_of(match).pk}/gcg").content.decode()
    assert "North" in gcg


def test_all_members_of_a_team_are_notified(match, people) -> None:
    turns.apply_player_act(match.code, people[0].pk, Resign(), turn=0, key="", now=NOON)
    rooms.ask_rematch(match.code, people[2], NOON)
    notified = Notification.objects.filter(kind="rematch").values_list(
        "player__nickname", flat=True
    )
    assert sorted(notified) == ["Amber", "Cobalt", "Rust"]


def test_my_games_lists_a_team_game_for_every_member(match, people, client_of) -> None:
    mover = build_room_view(match.code, None).to_move or 0
    for number, player in enumerate(people):
        entry = build_lobby(player, NOON)["mine"][0]
        assert entry.my_turn == (number // 2 == mover)
    teams.leave_team(match.code, people[1], NOON)
    left = build_lobby(people[1], NOON)["mine"]
    assert [(entry.code, entry.invited) for entry in left] == [(match.code, False)], "the way back"
    turns.apply_player_act(match.code, people[0].pk, Resign(), turn=0, key="", now=NOON)
    assert not build_lobby(people[1], NOON)["mine"]


def test_turns_and_reminders_of_days_go_to_every_member(open_table, people) -> None:
    room = open_table(teams=True, started=False, clock=TimeControl.read("7d"))
    for player, number in ((people[2], 0), (people[3], 1)):
        seats.take_seat(room.code, player, number, NOON)
    rooms.start_game(room.code, people[0], NOON)
    sides = [{"Amber", "Jade"}, {"Cobalt", "Rust"}]
    mover = build_room_view(room.code, None).to_move or 0
    pass_turn(room, people[mover])
    assert list_notified("turn") == sides[1 - mover]
    later = NOON + timedelta(days=4)
    assert not referee.referee_game(room.code, table_of(room).pk, later)
    assert list_notified("reminder") == sides[1 - mover]


def list_notified(kind: str) -> set[str]:
    return set(Notification.objects.filter(kind=kind).values_list("player__nickname", flat=True))
