"""The host's powers: who may use them, what they do, and what the affected players see."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from games.live.state_cache import state_cache
from games.play.live.topics import CLOSE_FORBIDDEN, get_close_code, get_room_state
from games.play.models import Room, SeatMember
from games.play.perspective import build_room_view
from games.play.services import hosting, invitations, rooms, seats
from games.play.terms.seating import AWAY_AFTER
from games.players.models import Player
from games.players.terms.badges import create_badge
from scrabble_site.shared.refusals import Forbidden
from tests.play.conftest import NOON, member_at, table_of

pytestmark = pytest.mark.django_db

FOR_EVER = "2199-01-01T00:00Z"
"""A ``seen_at`` in the far future, so that the player never counts as away."""

Post = Callable[..., int]


@pytest.fixture
def post(client_of) -> Post:
    """``post(player, room, "lock", on=1)``:
    post a host's command and return the status of the answer."""

    def send(player: Player | None, room: Room, command: str, **fields: object) -> int:
        client: Client = client_of(player)
        return client.post(f"/r/{room.code}/host/{command}", fields).status_code

    return send


def names_at(room: Room) -> list[str]:
    return [seat.name for seat in build_room_view(room.code, None).seats if seat.taken]


def is_host(room: Room, player: Player) -> bool:
    return Room.objects.filter(pk=room.pk, host=player).exists()


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("lock", {"on": "1"}),
        ("unseat", {"seat": "1", "who": "{member}"}),
        ("seat", {"who": "{spectator}"}),
        ("hand-over", {"seat": "1", "who": "{member}"}),
        ("take-over", {}),
        ("remove", {"who": "{spectator}"}),
        ("readmit", {"who": "{spectator}"}),
    ],
)
def test_only_the_host_can_use_host_actions(
    open_table, people, post: Post, command: str, fields
) -> None:
    room = open_table(seats=3, started=False)
    seats.leave_seat(room.code, people[2], NOON)
    badge = create_badge(str(people[3].pk), room.code)
    words = {"spectator": badge, "member": member_at(room, 1)}
    fields = {name: value.format(**words) for name, value in fields.items()}
    before = Room.objects.filter(pk=room.pk).values().get()
    SeatMember.objects.update(seen_at=FOR_EVER)  # so that no one stands in for the host
    for player in (None, people[3], people[1]):
        assert post(player, room, command, **fields) == 403
        seen = build_room_view(room.code, player)
        assert "host" not in seen.actions
        assert not seen.removed
    assert Room.objects.filter(pk=room.pk).values().get() == before
    assert "host" in build_room_view(room.code, people[0]).actions
    assert post(people[0], room, command, **fields) == (409 if command == "take-over" else 200)


def test_a_locked_room_admits_only_players_chosen_by_the_host(
    open_table, people, client_of, post: Post
) -> None:
    room = open_table(seats=3, started=False)
    seats.leave_seat(room.code, people[2], NOON)
    assert post(people[0], room, "lock", on="1") == 200
    assert Room.objects.get().stage == Room.Stage.GATHERING
    watched = build_room_view(room.code, people[2])
    assert "sit" not in watched.actions
    assert "locked" in watched.say
    refused = client_of(people[2]).post(f"/r/{room.code}/sit", {"seat": "2"})
    assert refused.status_code == 409
    assert "The room is locked" in refused.content.decode()
    invitations.invite_player(room.code, people[0], "Jade", NOON)
    seats.take_seat(room.code, people[2], 2, NOON)
    seats.leave_seat(room.code, people[2], NOON)
    assert post(people[0], room, "lock") == 200
    seats.take_seat(room.code, people[3], 2, NOON)


def test_the_host_seats_a_spectator_and_frees_a_seat_before_the_start(
    open_table, people, post: Post
) -> None:
    room = open_table(seats=3, started=False)
    cobalt, amber = member_at(room, 1), member_at(room, 0)
    assert post(people[0], room, "unseat", seat=1, who=cobalt) == 200
    assert names_at(room) == ["Amber", "Jade"]
    assert post(people[0], room, "unseat", seat=0, who=amber) == 409, "the host's own seat"
    assert post(people[0], room, "unseat", seat=1, who=cobalt) == 409, "the seat is empty"
    assert post(people[0], room, "unseat", seat=7, who=cobalt) == 404
    badge = create_badge(str(people[3].pk), room.code)
    for status in (200, 409):
        assert post(people[0], room, "seat", who=badge) == status
    assert names_at(room) == ["Amber", "Rust", "Jade"]
    rooms.start_game(room.code, people[0], NOON)
    assert post(people[0], room, "unseat", seat=1, who=member_at(room, 1)) == 409
    assert post(people[0], room, "seat", who=create_badge(str(people[1].pk), room.code)) == 409


def test_the_host_removes_or_promotes_a_team_member(hall, people, client_of, post: Post) -> None:
    amber, cobalt, jade, rust = people
    for player, number in ((cobalt, 0), (jade, 1), (rust, 1)):
        seats.take_seat(hall.code, player, number, NOON)
    page = client_of(amber).get(f"/r/{hall.code}/").content.decode()
    offered = set(re.findall('aria-label="Remove from seat: (.*?)"', page))
    assert offered == {"Cobalt", "Jade", "Rust"}
    one, other = (hall.games.get().holders.get(player=player).pk for player in (cobalt, rust))
    assert post(amber, hall, "unseat", seat=0, who=one) == 200
    assert names_at(hall) == ["Amber", "Jade & Rust"]
    for gone, status in ((one, 409), (10**16, 422), ("Jade", 422), ("", 422)):
        assert post(amber, hall, "unseat", seat=1, who=gone) == status
    assert post(amber, hall, "hand-over", seat=1, who=other) == 200
    assert is_host(hall, rust)


def test_a_spectator_joins_the_smallest_team(hall, people, post: Post) -> None:
    amber, *spectators = people
    for spectator, sitting in zip(
        spectators,
        (["Amber", "Cobalt"], ["Amber & Jade", "Cobalt"], ["Amber & Jade", "Cobalt & Rust"]),
        strict=True,
    ):
        assert build_room_view(hall.code, amber).free_seat
        badge = create_badge(str(spectator.pk), hall.code)
        for status in (200, 409):
            assert post(amber, hall, "seat", who=badge) == status
        assert names_at(hall) == sitting


def test_an_unnamed_spectator_is_seated_as_a_guest(open_table, people, post: Post) -> None:
    room = open_table(seats=2, started=False)
    seats.leave_seat(room.code, people[1], NOON)
    visitor = Player(nickname="not yet in the database")
    assert post(people[0], room, "seat", who=create_badge(str(visitor.pk), room.code)) == 200
    assert Player.objects.get(pk=visitor.pk).nickname.startswith("Guest ")


def test_the_host_role_is_handed_over_and_passes_on_when_the_host_leaves(
    open_table, people, post: Post
) -> None:
    room = open_table(seats=3, started=False)
    assert post(people[0], room, "hand-over", seat=2, who=member_at(room, 2)) == 200
    assert is_host(room, people[2])
    SeatMember.objects.update(seen_at=FOR_EVER)
    assert post(people[0], room, "hand-over", seat=0, who=member_at(room, 0)) == 403
    seats.leave_seat(room.code, people[2], NOON)
    assert is_host(room, people[0]), "who has waited longest"


def test_the_longest_waiting_player_may_take_over_from_an_absent_host(
    open_table, people, post: Post
) -> None:
    room = open_table(seats=3)
    late = NOON + AWAY_AFTER * 2
    SeatMember.objects.exclude(player=people[0]).update(seen_at=late)
    for player in people[2:]:
        with pytest.raises(Forbidden):
            hosting.take_over_hosting(room.code, player, late)
    hosting.take_over_hosting(room.code, people[1], late)
    assert is_host(room, people[1])


def test_a_removed_visitor_cannot_return_until_readmitted(
    open_table, people, client_of, post: Post
) -> None:
    room = open_table(seats=3, started=False)
    seats.leave_seat(room.code, people[2], NOON)
    gone, path = client_of(people[2]), f"/r/{room.code}/"
    badge = create_badge(str(people[2].pk), room.code)
    assert post(people[0], room, "remove", who=badge) == 200
    page = gone.get(path)
    assert page.status_code == 403
    assert "The host removed you from this room" in page.content.decode()
    bundle = gone.get(f"{path}bundle")
    assert bundle.status_code == 403
    assert "_state" not in bundle.content.decode()
    assert 'id="_removed_notice"' in bundle.content.decode()
    for address in ("earlier", "moves/1/", "chat"):
        assert gone.get(path + address).status_code == 403
    for command in ("sit", "name", "decline", "chat/send"):
        assert gone.post(path + command, {"seat": "2", "name": "Jade"}).status_code == 403
    assert client_of(people[3]).get(path).status_code == 200
    assert [name for name, _badge in build_room_view(room.code, people[0]).removed] == ["Jade"]
    assert build_room_view(room.code, people[3]).removed == ()
    assert post(people[0], room, "readmit", who=badge) == 200
    assert gone.get(path).status_code == 200


def test_an_invitation_readmits_a_removed_visitor(open_table, people, post: Post) -> None:
    room = open_table(seats=2, started=False)
    seats.leave_seat(room.code, people[1], NOON)
    assert post(people[0], room, "remove", who=create_badge(str(people[1].pk), room.code)) == 200
    invitations.invite_player(room.code, people[0], "Cobalt", NOON)
    seats.take_seat(room.code, people[1], 1, NOON)


def test_players_and_forged_badges_cannot_be_removed(open_table, people, post: Post) -> None:
    room = open_table()
    for player in people[:2]:
        badge = create_badge(str(player.pk), room.code)
        assert post(people[0], room, "remove", who=badge) == 409
    elsewhere = create_badge(str(people[2].pk), "elsewhere")
    for forged in (elsewhere, str(people[2].pk), "", "0" * 64):
        assert post(people[0], room, "remove", who=forged) == 404
    assert Room.objects.get().removed == []


def test_sockets_of_a_removed_visitor_are_closed(open_table, people) -> None:
    room = open_table()
    state_cache.forget()
    stamp = get_room_state(room.code).stamp
    hosting.remove_visitor(room.code, people[0], people[2].pk, NOON)
    shown = get_room_state(room.code)
    assert shown.stamp == stamp + 1
    assert "_removed_notice" in shown.text_for(str(people[2].pk))
    assert "_tiles" not in shown.text_for(str(people[2].pk))
    assert get_close_code(shown.state, str(people[2].pk)) == CLOSE_FORBIDDEN
    for other in ("", str(people[0].pk), str(people[3].pk)):
        assert get_close_code(shown.state, other) == 0
        assert "_tiles" in shown.text_for(other)


def test_every_host_action_is_shown_at_once(open_table, people, post: Post) -> None:
    """Every change gives the room a new stamp; open pages would not learn of it otherwise."""
    room = open_table(seats=3, started=False)
    badge = create_badge(str(people[3].pk), room.code)
    for command, fields in (
        ("lock", {"on": "1"}),
        ("unseat", {"seat": 1, "who": member_at(room, 1)}),
        ("remove", {"who": badge}),
        ("readmit", {"who": badge}),
        ("seat", {"who": badge}),
        ("hand-over", {"seat": 2, "who": member_at(room, 2)}),
    ):
        stamp = Room.objects.get().stamp
        assert post(people[0], room, command, **fields) == 200
        assert Room.objects.get().stamp == stamp + 1
    assert table_of(room).status == "waiting"
