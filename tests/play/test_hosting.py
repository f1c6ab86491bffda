"""The host's powers: who may use them, what they do, and what those see whom they concern."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from games.common.refusals import Forbidden
from games.live.gallery import gallery
from games.play.chairs import AWAY_AFTER
from games.play.models import Holder, Room
from games.play.perspective import look
from games.play.services import hosting, invitations, rooms, seats
from games.play.topics import CLOSE_REMOVED, bars, show_room
from games.players.badges import badge_of
from games.players.models import Player
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db

FOR_EVER = "2199-01-01T00:00Z"
"""When those were last seen who never seem away."""

Post = Callable[..., int]


@pytest.fixture
def post(client_of) -> Post:
    """``post(player, room, "lock", on=1)``: the status of the answer."""

    def send(player: Player | None, room: Room, deed: str, **fields: object) -> int:
        client: Client = client_of(player)
        return client.post(f"/r/{room.code}/host/{deed}", fields).status_code

    return send


def names_at(room: Room) -> list[str]:
    return [seat.name for seat in look(room.code, None).seats if seat.taken]


def is_host(room: Room, player: Player) -> bool:
    return Room.objects.filter(pk=room.pk, host=player).exists()


@pytest.mark.parametrize(
    ("deed", "fields"),
    [
        ("lock", {"on": "1"}),
        ("unseat", {"seat": "1"}),
        ("seat", {"who": "{watcher}"}),
        ("hand-on", {"seat": "1"}),
        ("take-over", {}),
        ("remove", {"who": "{watcher}"}),
        ("readmit", {"who": "{watcher}"}),
    ],
)
def test_nobody_but_the_host_may(open_table, people, post: Post, deed: str, fields) -> None:
    room = open_table(seats=3, started=False)
    seats.stand(room.code, people[2], NOON)
    badge = badge_of(str(people[3].pk), room.code)
    fields = {name: value.format(watcher=badge) for name, value in fields.items()}
    before = Room.objects.filter(pk=room.pk).values().get()
    Holder.objects.update(seen_at=FOR_EVER)  # so that nobody stands in for anybody
    for player in (None, people[3], people[1]):
        assert post(player, room, deed, **fields) == 403
        seen = look(room.code, player)
        assert "host" not in seen.can
        assert not seen.removed
    assert Room.objects.filter(pk=room.pk).values().get() == before
    assert "host" in look(room.code, people[0]).can
    assert post(people[0], room, deed, **fields) == (409 if deed == "take-over" else 200)


def test_a_locked_room_takes_nobody_new_but_whom_the_host_wants(
    open_table, people, client_of, post: Post
) -> None:
    room = open_table(seats=3, started=False)
    seats.stand(room.code, people[2], NOON)
    assert post(people[0], room, "lock", on="1") == 200
    assert Room.objects.get().stage == Room.Stage.GATHERING
    watched = look(room.code, people[2])
    assert "sit" not in watched.can
    assert "locked" in watched.say
    refused = client_of(people[2]).post(f"/r/{room.code}/sit", {"seat": "2"})
    assert refused.status_code == 409
    assert "The room is locked" in refused.content.decode()
    invitations.invite(room.code, people[0], "Jade", NOON)
    seats.sit(room.code, people[2], 2, NOON)
    seats.stand(room.code, people[2], NOON)
    assert post(people[0], room, "lock") == 200
    seats.sit(room.code, people[3], 2, NOON)


def test_the_host_seats_a_watcher_and_frees_a_seat_before_the_start(
    open_table, people, post: Post
) -> None:
    room = open_table(seats=3, started=False)
    assert post(people[0], room, "unseat", seat=1) == 200
    assert names_at(room) == ["Amber", "Jade"]
    assert post(people[0], room, "unseat", seat=0) == 409, "one's own"
    assert post(people[0], room, "unseat", seat=1) == 422, "nobody sits there"
    assert post(people[0], room, "unseat", seat=7) == 404
    badge = badge_of(str(people[3].pk), room.code)
    for status in (200, 409):
        assert post(people[0], room, "seat", who=badge) == status
    assert names_at(room) == ["Amber", "Rust", "Jade"]
    rooms.start(room.code, people[0], NOON)
    assert post(people[0], room, "unseat", seat=1) == 409
    assert post(people[0], room, "seat", who=badge_of(str(people[1].pk), room.code)) == 409


def test_of_a_team_the_host_takes_one_off_or_makes_one_the_host(
    hall, people, client_of, post: Post
) -> None:
    amber, cobalt, jade, rust = people
    for player, number in ((cobalt, 0), (jade, 1), (rust, 1)):
        seats.sit(hall.code, player, number, NOON)
    page = client_of(amber).get(f"/r/{hall.code}/").content.decode()
    offered = set(re.findall('aria-label="Take off the seat: (.*?)"', page))
    assert offered == {"Cobalt", "Jade", "Rust"}
    one, other = (hall.games.get().holders.get(player=player).pk for player in (cobalt, rust))
    assert post(amber, hall, "unseat", seat=0, who=one) == 200
    assert names_at(hall) == ["Amber", "Jade & Rust"]
    for gone in (one, 10**16, "Jade"):
        assert post(amber, hall, "unseat", seat=1, who=gone) == 422
    assert post(amber, hall, "hand-on", seat=1, who=other) == 200
    assert is_host(hall, rust)


def test_a_watcher_is_seated_where_fewest_sit(hall, people, post: Post) -> None:
    amber, *watchers = people
    for watcher, sitting in zip(
        watchers,
        (["Amber", "Cobalt"], ["Amber & Jade", "Cobalt"], ["Amber & Jade", "Cobalt & Rust"]),
        strict=True,
    ):
        assert look(hall.code, amber).free_seat
        badge = badge_of(str(watcher.pk), hall.code)
        for status in (200, 409):
            assert post(amber, hall, "seat", who=badge) == status
        assert names_at(hall) == sitting


def test_a_watcher_without_a_name_is_seated_as_a_guest(open_table, people, post: Post) -> None:
    room = open_table(seats=2, started=False)
    seats.stand(room.code, people[1], NOON)
    visitor = Player(nickname="not yet in the database")
    assert post(people[0], room, "seat", who=badge_of(str(visitor.pk), room.code)) == 200
    assert Player.objects.get(pk=visitor.pk).nickname.startswith("Guest ")


def test_the_role_is_handed_on_and_passes_on_when_the_host_goes(
    open_table, people, post: Post
) -> None:
    room = open_table(seats=3, started=False)
    assert post(people[0], room, "hand-on", seat=2) == 200
    assert is_host(room, people[2])
    Holder.objects.update(seen_at=FOR_EVER)
    assert post(people[0], room, "hand-on", seat=0) == 403
    seats.stand(room.code, people[2], NOON)
    assert is_host(room, people[0]), "who has waited longest"


def test_who_has_waited_longest_may_take_over_from_a_host_who_stays_away(
    open_table, people, post: Post
) -> None:
    room = open_table(seats=3)
    late = NOON + AWAY_AFTER * 2
    Holder.objects.exclude(player=people[0]).update(seen_at=late)
    for player in people[2:]:
        with pytest.raises(Forbidden):
            hosting.take_over(room.code, player, late)
    hosting.take_over(room.code, people[1], late)
    assert is_host(room, people[1])


def test_who_is_sent_away_cannot_come_back_until_let_in_again(
    open_table, people, client_of, post: Post
) -> None:
    room = open_table(seats=3, started=False)
    seats.stand(room.code, people[2], NOON)
    gone, path = client_of(people[2]), f"/r/{room.code}/"
    badge = badge_of(str(people[2].pk), room.code)
    assert post(people[0], room, "remove", who=badge) == 200
    page = gone.get(path)
    assert page.status_code == 403
    assert "This room is closed to you" in page.content.decode()
    bundle = gone.get(f"{path}bundle")
    assert bundle.status_code == 403
    assert "_state" not in bundle.content.decode()
    assert 'id="_goodbye"' in bundle.content.decode()
    for address in ("earlier", "moves/1/", "chat"):
        assert gone.get(path + address).status_code == 403
    for deed in ("sit", "name", "decline", "chat/say"):
        assert gone.post(path + deed, {"seat": "2", "name": "Jade"}).status_code == 403
    assert client_of(people[3]).get(path).status_code == 200
    assert [name for name, _badge in look(room.code, people[0]).removed] == ["Jade"]
    assert look(room.code, people[3]).removed == ()
    assert post(people[0], room, "readmit", who=badge) == 200
    assert gone.get(path).status_code == 200


def test_an_invitation_lets_in_again(open_table, people, post: Post) -> None:
    room = open_table(seats=2, started=False)
    seats.stand(room.code, people[1], NOON)
    assert post(people[0], room, "remove", who=badge_of(str(people[1].pk), room.code)) == 200
    invitations.invite(room.code, people[0], "Cobalt", NOON)
    seats.sit(room.code, people[1], 1, NOON)


def test_nobody_at_the_table_is_sent_away_nor_anybody_by_a_forged_badge(
    open_table, people, post: Post
) -> None:
    room = open_table()
    for player in people[:2]:
        badge = badge_of(str(player.pk), room.code)
        assert post(people[0], room, "remove", who=badge) == 409
    elsewhere = badge_of(str(people[2].pk), "elsewhere")
    for forged in (elsewhere, str(people[2].pk), "", "0" * 64):
        assert post(people[0], room, "remove", who=forged) == 404
    assert Room.objects.get().removed == []


def test_open_pages_of_who_is_sent_away_are_told_goodbye_and_closed(open_table, people) -> None:
    room = open_table()
    gallery.forget()
    stamp = show_room(room.code).stamp
    hosting.remove(room.code, people[0], people[2].pk, NOON)
    shown = show_room(room.code)
    assert shown.stamp == stamp + 1
    assert "_goodbye" in shown.text_for(str(people[2].pk))
    assert "_tiles" not in shown.text_for(str(people[2].pk))
    assert bars(shown.picture, str(people[2].pk)) == CLOSE_REMOVED
    for other in ("", str(people[0].pk), str(people[3].pk)):
        assert bars(shown.picture, other) == 0
        assert "_tiles" in shown.text_for(other)


def test_every_power_shows_at_once(open_table, people, post: Post) -> None:
    """What changes in a room changes its stamp, or open pages would not learn of it."""
    room = open_table(seats=3, started=False)
    badge = badge_of(str(people[3].pk), room.code)
    for deed, fields in (
        ("lock", {"on": "1"}),
        ("unseat", {"seat": 1}),
        ("remove", {"who": badge}),
        ("readmit", {"who": badge}),
        ("seat", {"who": badge}),
        ("hand-on", {"seat": 2}),
    ):
        stamp = Room.objects.get().stamp
        assert post(people[0], room, deed, **fields) == 200
        assert Room.objects.get().stamp == stamp + 1
    assert table_of(room).status == "waiting"
