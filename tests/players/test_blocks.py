"""Who keeps away from whom: no new game, no invitation, no following, no news, and nobody told."""

import pytest
from django.utils import timezone

from games.common.refusals import Conflict, Unsuitable
from games.people.models import Follow
from games.people.services.following import follow
from games.play.models import Room
from games.play.services import invitations, rooms, seats
from games.play.services.rooms import RoomWishes, ask_rematch, open_room
from games.players.models import Block, Player
from games.players.services import blocks
from games.rules.variants import get_variant
from tests.play.conftest import (
    NOON,
    _no_graphs_of_other_tests,
    client_of,
    lexicon,
    open_table,
    people,
    table_of,
)

__all__ = ["_no_graphs_of_other_tests", "client_of", "lexicon", "open_table", "people"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(lexicon, people) -> Room:
    """Amber's, with two free seats."""
    rules = get_variant("scrabble")
    wishes = RoomWishes("scrabble", rules.tile_set, lexicon, 3, rules.options())
    return open_room(people[0], wishes, NOON)


@pytest.mark.parametrize("first", [0, 1])
def test_whoever_is_kept_apart_from_the_host_does_not_sit_down(
    waiting, people, client_of, first
) -> None:
    """Whichever of the two has blocked the other; the sentence names nobody."""
    one, other = people[first], people[1 - first]
    blocks.block(one, other, NOON)
    answer = client_of(people[1]).post(f"/r/{waiting.code}/sit", {"seat": "1"})
    assert answer.status_code == 409
    assert "would rather not play" in answer.content.decode()
    assert "Amber would" not in answer.content.decode()
    blocks.unblock(one, other)
    assert client_of(people[1]).post(f"/r/{waiting.code}/sit", {"seat": "1"}).status_code == 200


def test_nor_from_somebody_else_at_the_table(waiting, people) -> None:
    seats.sit(waiting.code, people[1], 1, NOON)
    blocks.block(people[1], people[2], NOON)
    with pytest.raises(Conflict, match=r"people\.apart"):
        seats.sit(waiting.code, people[2], 2, NOON)
    seats.sit(waiting.code, people[3], 2, NOON)


def test_no_game_begins_with_two_who_are_kept_apart(waiting, people) -> None:
    seats.sit(waiting.code, people[1], 1, NOON)
    blocks.block(people[1], people[0], NOON)
    with pytest.raises(Conflict, match=r"people\.apart"):
        rooms.start(waiting.code, people[0], NOON)


def test_a_game_that_goes_on_is_finished_and_the_last(open_table, people, client_of) -> None:
    room = open_table()
    blocks.block(people[0], people[1], NOON)
    game = table_of(room)
    mover = next(one for one in people[:2] if one.pk in _mover(game))
    sent = {"game": game.pk, "turn": game.turn_number, "key": "k"}
    assert client_of(mover).post(f"/r/{room.code}/pass", sent).status_code == 200
    sent = {"game": game.pk, "turn": game.turn_number + 1, "key": "l"}
    assert client_of(people[0]).post(f"/r/{room.code}/resign", sent).status_code == 200
    with pytest.raises(Conflict, match=r"people\.apart"):
        ask_rematch(room.code, people[1], NOON)


def _mover(game) -> set[object]:
    return set(
        game.holders.filter(seat__number=game.state["to_move"]).values_list("player", flat=1)
    )


def test_nobody_is_invited_by_whom_they_have_blocked(waiting, people) -> None:
    blocks.block(people[1], people[0], NOON)
    with pytest.raises(Conflict, match=r"player\.not_now"):
        invitations.invite(waiting.code, people[0], "Cobalt", NOON)
    assert not people[1].notices.exists()


def test_nobody_hears_of_whom_they_have_blocked(open_table, people, client_of) -> None:
    room = open_table(seats=3)
    game = table_of(room)
    for player in people[:2]:
        turn = table_of(room).turn_number
        sent = {"game": game.pk, "turn": turn, "key": f"{player}"}
        assert client_of(player).post(f"/r/{room.code}/resign", sent).status_code == 200
    ask_rematch(room.code, people[0], NOON)
    told = {one.nickname for one in people if one.notices.filter(kind="rematch").exists()}
    assert told == {"Cobalt", "Jade"}


def test_following_ends_and_does_not_begin_again(people, django_user_model) -> None:
    one, other = people[:2]
    for player in (one, other):
        player.user = django_user_model.objects.create(username=player.nickname)
        player.save()
    follow(one, other.pk, timezone.now())
    blocks.block(other, one, NOON)
    assert not Follow.objects.exists()
    with pytest.raises(Conflict, match=r"follow\.not_now"):
        follow(one, other.pk, timezone.now())


def test_the_settings_list_whom_one_has_blocked(people, client_of) -> None:
    amber = client_of(people[0])
    assert amber.post(f"/people/{people[1].pk}/block").status_code == 302
    page = amber.get("/settings/").content.decode()
    assert "People you keep away from" in page
    assert "Cobalt" in page
    assert "keep away" not in client_of(people[1]).get("/settings/").content.decode()
    assert amber.post(f"/people/{people[1].pk}/unblock").status_code == 302
    assert not Block.objects.exists()
    assert amber.post(f"/people/{people[0].pk}/block").status_code == 422
    assert amber.post("/people/00000000-0000-0000-0000-000000000000/block").status_code == 404


def test_blocking_twice_is_blocking(people) -> None:
    for _ in range(2):
        blocks.block(people[0], people[1], NOON)
    assert blocks.are_apart(people[1].pk, people[0].pk)
    assert blocks.apart_from(people[0].pk) == {people[1].pk}
    assert not blocks.are_apart(people[0].pk, people[2].pk)
    with pytest.raises(Unsuitable):
        blocks.block(people[0], people[0], NOON)


def test_a_guest_who_blocks_keeps_it_as_a_member(people, django_user_model) -> None:
    from games.accounts.services.joining import merge

    member = Player.objects.create(
        nickname="Member", user=django_user_model.objects.create(username="m")
    )
    blocks.block(people[0], people[1], NOON)
    merge(people[0], member, NOON)
    assert blocks.are_apart(member.pk, people[1].pk)
