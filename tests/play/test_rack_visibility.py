"""Racks shown to spectators: hidden until the room's policy allows them, then exactly as late as it
says, and hidden again when a player withdraws consent. Opponents never see them."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from games.play.live.fragments import render_bundle
from games.play.models import Room
from games.play.perspective import build_room_views
from games.play.services import invitations, rack_visibility, rooms, turns
from games.play.services.room_settings import RoomSettings
from games.play.services.seats import take_seat
from games.players.models import Player
from games.rules.plays.acts import Exchange, Resign
from games.rules.positions.variants import get_variant
from lexicon.models import Lexicon
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest
from tests.live.play_finder import find_plays
from tests.play.conftest import NOON, table_of, views_of
from tests.play.test_secrecy import faces, leaks, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_room(lexicon: Lexicon, people: list[Player], settings) -> Callable[..., Room]:
    """``open_room("3", seats=3, mates={0: someone})``: a dealt room with this rack policy."""

    def open_(
        policy: str,
        *,
        seats: int = 2,
        mates: Mapping[int, Player] | None = None,
        **chosen: Any,
    ) -> Room:
        # A known draw: five tiles of a rack that turn up together are then no coincidence.
        settings.TEST_SEED = "racks for those who watch"
        settings.BAG_SEED_TIMEOUT = 0
        options = get_variant("scrabble").options(challenge="single")
        room_settings = RoomSettings(
            "scrabble", "en", lexicon, seats, options, racks=policy, **chosen
        )
        room = rooms.open_room(people[0], room_settings, NOON)
        for number in range(1, seats):
            take_seat(room.code, people[number], number, NOON)
        for number, mate in (mates or {}).items():
            take_seat(room.code, mate, number, NOON)
        rooms.start_game(room.code, people[0], NOON)
        return room

    return open_


def take_turn(room: Room, people: list[Player], *, exchange: bool = False) -> None:
    state = state_of(room)
    mover = state.to_move or 0
    rack = state.seats[mover].rack
    act = Exchange(rack[:3]) if exchange else find_plays(state, mover, least=2)[0]
    turns.apply_player_act(
        room.code, people[mover].pk, act, turn=state.turn_number, key="", now=NOON
    )


def seen_racks(room: Room) -> dict[str, set[int]]:
    """Return for each perspective the seats whose current racks its bundle shows. Any five tiles of
    a rack together count as shown, in any order."""
    state = state_of(room)
    return {
        name: {n for n, seat in enumerate(state.seats) if leaks(render_bundle(view), seat.rack)}
        for name, view in views_of(build_room_views(room.code)).items()
    }


def expect_only_own(room: Room) -> None:
    for name, seen in seen_racks(room).items():
        assert seen == ({int(name[-1])} if name[-1].isdigit() else set()), name


def test_racks_stay_hidden_by_default(open_room, people) -> None:
    room = open_room("hidden", seats=3)
    for _ in range(3):
        take_turn(room, people)
        expect_only_own(room)


@pytest.mark.parametrize("turns_late", [1, 3])
def test_a_rack_is_shown_after_exactly_the_chosen_number_of_turns(
    open_room, people, turns_late: int
) -> None:
    room = open_room(str(turns_late), seats=3)
    states = [state_of(room)]
    for turn in range(6):
        take_turn(room, people, exchange=turn == 2)
        states.append(state_of(room))
        now = len(states) - 1
        watched = build_room_views(room.code).view_of("")
        if now < turns_late:
            assert all(seat.rack is None for seat in watched.seats)
            expect_only_own(room)
            continue
        then = states[now - turns_late]
        shown = [[tile.face for tile in seat.rack or ()] for seat in watched.seats]
        assert shown == [faces(seat.rack) for seat in then.seats]
        for name, view in views_of(build_room_views(room.code)).items():
            if view.seat is not None:
                assert all(seat.rack is None for seat in view.seats), name


def test_fresh_tiles_are_not_shown_before_their_time(open_room, people) -> None:
    """Spectators see exchanged tiles no sooner than anything else on the rack."""
    room = open_room("2")
    mover = state_of(room).to_move or 0
    take_turn(room, people, exchange=True)
    fresh = state_of(room).seats[mover].rack
    for turn in range(2):
        assert not leaks(render_bundle(build_room_views(room.code).view_of("")), fresh), turn
        take_turn(room, people)
    bundle = render_bundle(build_room_views(room.code).view_of(""))
    assert leaks(bundle, fresh)


def test_open_racks_need_every_players_consent_and_close_at_once(open_room, people) -> None:
    room = open_room("open", seats=3)
    take_turn(room, people)
    for player in people[:2]:
        rack_visibility.agree_to_show_rack(room.code, player, agreed=True)
        expect_only_own(room)
    rack_visibility.agree_to_show_rack(room.code, people[2], agreed=True)
    seen = seen_racks(room)
    assert seen.pop("watch") == {0, 1, 2}
    assert seen == {name: {int(name[-1])} if name[-1].isdigit() else set() for name in seen}
    take_turn(room, people)
    assert seen_racks(room)["watch"] == {0, 1, 2}
    rack_visibility.agree_to_show_rack(room.code, people[1], agreed=False)
    expect_only_own(room)
    take_turn(room, people)
    expect_only_own(room)


def test_every_team_member_must_agree(open_room, people) -> None:
    room = open_room("open", teams=True, mates={0: people[2]})
    take_turn(room, people)
    for player in people[:2]:
        rack_visibility.agree_to_show_rack(room.code, player, agreed=True)
    expect_only_own(room)
    view = build_room_views(room.code).view_of(str(people[2].pk))
    assert view.racks.awaited == (people[2].nickname,)
    assert (view.racks.may_agree, view.racks.may_revoke) == (True, True)
    rack_visibility.agree_to_show_rack(room.code, people[2], agreed=True)
    assert seen_racks(room)["watch"] == {0, 1}


def test_no_one_can_join_a_team_after_its_rivals_tiles_were_shown(open_room, people) -> None:
    room = open_room("1", teams=True, late_members=True)
    take_turn(room, people)
    with pytest.raises(Conflict):
        take_seat(room.code, people[3], 0, NOON)
    with pytest.raises(Conflict, match=r"racks\.seen"):
        invitations.invite_player(room.code, people[0], people[3].nickname, NOON)


@pytest.mark.parametrize("policy", ["1", "open"])
def test_racks_stay_hidden_while_a_team_member_may_still_come(
    noon, lexicon, people, policy: str
) -> None:
    options = get_variant("scrabble").options(challenge="single")
    room_settings = RoomSettings("scrabble", "en", lexicon, 2, options, racks=policy, teams=True)
    room = rooms.open_room(people[0], room_settings, NOON)
    take_seat(room.code, people[1], 1, NOON)
    invitations.invite_player(room.code, people[0], people[2].nickname, NOON, 0)
    rooms.start_game(room.code, people[0], NOON)
    if policy == "open":
        for player in people[:2]:
            rack_visibility.agree_to_show_rack(room.code, player, agreed=True)
    take_turn(room, people)
    seen = seen_racks(room)
    assert (seen["watch"], seen["invited0"]) == (set(), set())
    invitations.decline_invitation(room.code, people[2], NOON)
    assert any(seat.rack for seat in build_room_views(room.code).view_of("").seats)


def test_racks_stay_hidden_while_a_seat_is_open(lexicon, people) -> None:
    options = get_variant("qwibble").options()
    room_settings = RoomSettings("qwibble", "qwibble-en", lexicon, 2, options, racks="1")
    room = rooms.open_room(people[0], room_settings, NOON)
    rack = state_of(room).seats[0].rack
    turns.apply_player_act(room.code, people[0].pk, Exchange(rack[:1]), turn=0, key="", now=NOON)
    expect_only_own(room)
    take_seat(room.code, people[1], 1, NOON)
    assert any(seat.rack for seat in build_room_views(room.code).view_of("").seats)


def test_racks_can_only_become_more_hidden_during_a_game(open_room, people) -> None:
    room = open_room("3")
    host = people[0]
    with pytest.raises(Conflict):
        rack_visibility.choose_rack_policy(room.code, host, "2", NOON)
    with pytest.raises(Forbidden):
        rack_visibility.choose_rack_policy(room.code, people[1], "hidden", NOON)
    with pytest.raises(InvalidRequest):
        rack_visibility.choose_rack_policy(room.code, host, "21", NOON)
    for _ in range(5):
        take_turn(room, people)
    assert all(seat.rack for seat in build_room_views(room.code).view_of("").seats)
    rack_visibility.choose_rack_policy(room.code, host, "hidden", NOON)
    expect_only_own(room)
    with pytest.raises(Conflict):
        rack_visibility.choose_rack_policy(room.code, host, "20", NOON)
    rack_visibility.choose_rack_policy(room.code, host, "open", NOON)
    expect_only_own(room)


def test_a_new_choice_needs_every_players_consent_again(open_room, people) -> None:
    room = open_room("open")
    for player in people[:2]:
        rack_visibility.agree_to_show_rack(room.code, player, agreed=True)
    rack_visibility.choose_rack_policy(room.code, people[0], "hidden", NOON)
    with pytest.raises(Conflict, match=r"racks\.not_asked"):
        rack_visibility.agree_to_show_rack(room.code, people[1], agreed=True)
    rack_visibility.choose_rack_policy(room.code, people[0], "open", NOON)
    expect_only_own(room)


def test_consent_also_counts_for_the_next_game(open_room, people) -> None:
    room = open_room("open")
    for player in people[:2]:
        rack_visibility.agree_to_show_rack(room.code, player, agreed=True)
    state = state_of(room)
    turns.apply_player_act(
        room.code, people[0].pk, Resign(), turn=state.turn_number, key="", now=NOON
    )
    for player in people[:2]:
        rooms.ask_rematch(room.code, player, NOON)
    assert table_of(room).number == 2
    assert seen_racks(room)["watch"] == {0, 1}


def test_racks_of_rated_games_stay_hidden(open_room) -> None:
    with pytest.raises(InvalidRequest, match=r"racks\.rated"):
        open_room("1", rated=True)


def test_only_host_and_players_may_use_the_commands(noon, open_room, people, client_of) -> None:
    room = open_room("open")
    path = f"/r/{room.code}/"
    htmx = {"HX-Request": "true"}
    assert client_of(people[2]).post(f"{path}racks", {"on": "1"}, headers=htmx).status_code == 403
    answer = client_of(people[1]).post(f"{path}racks", {"on": "1"}, headers=htmx)
    assert b"Hide my rack again" in answer.content
    chosen = {"racks": "hidden"}
    assert client_of(people[1]).post(f"{path}host/racks", chosen, headers=htmx).status_code == 403
    answer = client_of(people[0]).post(f"{path}host/racks", chosen, headers=htmx)
    assert answer.status_code == 200
    assert Room.objects.get(pk=room.pk).racks == "hidden"
