"""Blocks between players: no new games, invitations, follows or notices, and no hint about who
blocked whom.
"""

import pytest
from django.utils import timezone

from games.people.models import Follow
from games.people.services.follows import follow_member
from games.play.models import Room
from games.play.services import invitations, rooms, seats
from games.play.services.room_settings import RoomSettings
from games.play.services.rooms import ask_rematch, open_room
from games.players.models import Block, Player
from games.players.services import blocks
from games.players.terms.badges import create_badge
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import Conflict, InvalidRequest
from tests.play.conftest import (
    NOON,
    _no_graphs_of_other_tests,
    client_of,
    lexicon,
    noon,
    open_table,
    people,
    table_of,
)

__all__ = ["_no_graphs_of_other_tests", "client_of", "lexicon", "noon", "open_table", "people"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(lexicon, people) -> Room:
    """Return a room of Amber's with two free seats."""
    rules = get_variant("scrabble")
    room_settings = RoomSettings("scrabble", rules.tile_set, lexicon, 3, rules.options())
    return open_room(people[0], room_settings, NOON)


@pytest.mark.parametrize("first", [0, 1])
def test_players_blocked_by_or_blocking_the_host_cannot_take_a_seat(
    waiting, people, client_of, first
) -> None:
    """In either direction of the block. The message does not name the other player."""
    one, other = people[first], people[1 - first]
    blocks.block_player(one, other, NOON)
    answer = client_of(people[1]).post(f"/r/{waiting.code}/sit", {"seat": "1"})
    assert answer.status_code == 409
    assert "would rather not play" in answer.content.decode()
    assert "Amber would" not in answer.content.decode()
    blocks.unblock_player(one, other)
    assert client_of(people[1]).post(f"/r/{waiting.code}/sit", {"seat": "1"}).status_code == 200


def test_a_block_between_seated_players_prevents_taking_a_seat(waiting, people) -> None:
    seats.take_seat(waiting.code, people[1], 1, NOON)
    blocks.block_player(people[1], people[2], NOON)
    with pytest.raises(Conflict, match=r"people\.apart"):
        seats.take_seat(waiting.code, people[2], 2, NOON)
    seats.take_seat(waiting.code, people[3], 2, NOON)


def test_no_game_starts_between_blocked_players(waiting, people) -> None:
    seats.take_seat(waiting.code, people[1], 1, NOON)
    blocks.block_player(people[1], people[0], NOON)
    with pytest.raises(Conflict, match=r"people\.apart"):
        rooms.start_game(waiting.code, people[0], NOON)


def test_a_running_game_can_be_finished_but_not_repeated(open_table, people, client_of) -> None:
    room = open_table()
    blocks.block_player(people[0], people[1], NOON)
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


def test_a_blocked_player_cannot_invite(waiting, people) -> None:
    blocks.block_player(people[1], people[0], NOON)
    with pytest.raises(Conflict, match=r"player\.not_now"):
        invitations.invite_player(waiting.code, people[0], "Cobalt", NOON)
    assert not people[1].notices.exists()


def test_a_blocked_player_cannot_send_notifications(open_table, people, client_of) -> None:
    room = open_table(seats=3)
    game = table_of(room)
    for player in people[:2]:
        turn = table_of(room).turn_number
        sent = {"game": game.pk, "turn": turn, "key": f"{player}"}
        assert client_of(player).post(f"/r/{room.code}/resign", sent).status_code == 200
    ask_rematch(room.code, people[0], NOON)
    notified = {one.nickname for one in people if one.notices.filter(kind="rematch").exists()}
    assert notified == {"Cobalt", "Jade"}


def test_a_block_ends_following_for_good(people, django_user_model) -> None:
    one, other = people[:2]
    for player in (one, other):
        player.user = django_user_model.objects.create(username=player.nickname)
        player.save()
    follow_member(one, other.pk, timezone.now())
    blocks.block_player(other, one, NOON)
    assert not Follow.objects.exists()
    with pytest.raises(Conflict, match=r"follow\.not_now"):
        follow_member(one, other.pk, timezone.now())


def test_the_settings_list_blocked_players(people, client_of) -> None:
    amber = client_of(people[0])
    assert amber.post(f"/people/{people[1].pk}/block").status_code == 302
    page = amber.get("/settings/").content.decode()
    assert "Blocked and muted players" in page
    assert "Cobalt" in page
    assert "Blocked and muted" not in client_of(people[1]).get("/settings/").content.decode()
    assert amber.post(f"/people/{people[1].pk}/unblock").status_code == 302
    assert not Block.objects.exists()
    assert amber.post(f"/people/{people[0].pk}/block").status_code == 422
    assert amber.post("/people/00000000-0000-0000-0000-000000000000/block").status_code == 404


def test_unblocking_one_keeps_the_others_blocked(people) -> None:
    blocks.block_player(people[0], people[1], NOON)
    blocks.block_player(people[0], people[2], NOON)
    blocks.block_player(people[1], people[0], NOON)
    blocks.unblock_player(people[0], people[1])
    left = set(Block.objects.values_list("player", "other"))
    assert left == {(people[0].pk, people[2].pk), (people[1].pk, people[0].pk)}


def test_blocking_twice_has_the_effect_of_once(people) -> None:
    for _ in range(2):
        blocks.block_player(people[0], people[1], NOON)
    assert blocks.is_block_between(people[1].pk, people[0].pk)
    assert blocks.list_blocked_players(people[0].pk) == {people[1].pk}
    assert not blocks.is_block_between(people[0].pk, people[2].pk)
    with pytest.raises(InvalidRequest):
        blocks.block_player(people[0], people[0], NOON)


def test_a_guests_blocks_stay_after_signing_up(people, django_user_model) -> None:
    from games.accounts.services.account_merging import merge_guest

    member = Player.objects.create(
        nickname="Member", user=django_user_model.objects.create(username="m")
    )
    blocks.block_player(people[0], people[1], NOON)
    merge_guest(people[0], member, NOON)
    assert blocks.is_block_between(member.pk, people[1].pk)


@pytest.mark.usefixtures("noon")
@pytest.mark.parametrize("first", [0, 1])
def test_no_seat_is_offered_that_would_be_refused(waiting, people, client_of, first) -> None:
    """The page tells neither of the two who has blocked the other.

    All others may still sit down.
    """
    cobalt, jade = client_of(people[1]), client_of(people[2])
    room = f"/r/{waiting.code}/"
    assert "Sit down" in cobalt.get(room).content.decode()
    blocks.block_player(people[first], people[1 - first], NOON)
    page = cobalt.get(room).content.decode()
    assert "Sit down" not in page
    assert "You can watch this game." in page
    assert "Sit down" in jade.get(room).content.decode()
    blocks.unblock_player(people[first], people[1 - first])
    assert "Sit down" in cobalt.get(room).content.decode()


@pytest.mark.usefixtures("noon")
def test_an_invited_player_with_a_block_can_only_decline(waiting, people, client_of) -> None:
    invitations.invite_player(waiting.code, people[0], "Cobalt", NOON)
    blocks.block_player(people[1], people[0], NOON)
    page = client_of(people[1]).get(f"/r/{waiting.code}/").content.decode()
    assert "Sit down" not in page
    assert "Decline invitation" in page


@pytest.mark.usefixtures("noon")
def test_no_start_or_rematch_is_offered_between_blocked_players(
    waiting, open_table, people, client_of
) -> None:
    seats.take_seat(waiting.code, people[1], 1, NOON)
    amber = client_of(people[0])
    assert "Start game" in amber.get(f"/r/{waiting.code}/").content.decode()
    blocks.block_player(people[1], people[0], NOON)
    page = amber.get(f"/r/{waiting.code}/").content.decode()
    assert "Start game" not in page
    assert "go ahead: someone here would rather not play" in page

    blocks.unblock_player(people[1], people[0])
    over = open_table()
    blocks.block_player(people[1], people[0], NOON)
    game = table_of(over)
    sent = {"game": game.pk, "turn": game.turn_number, "key": "k"}
    assert amber.post(f"/r/{over.code}/resign", sent).status_code == 200
    assert "Rematch" not in amber.get(f"/r/{over.code}/").content.decode()


@pytest.mark.usefixtures("noon")
@pytest.mark.parametrize("first", [0, 2])
def test_only_the_host_sees_who_cannot_be_seated(waiting, people, client_of, first) -> None:
    """Cobalt has a seat and Jade watches; either Amber or Jade has blocked the other."""
    room = f"/r/{waiting.code}/"
    seats.take_seat(waiting.code, people[1], 1, NOON)
    jade, rust = (create_badge(str(one.pk), waiting.code) for one in people[2:])
    blocks.block_player(people[first], people[2 - first], NOON)
    page = client_of(people[0]).get(room).content.decode()
    assert f'data-unseatable="{jade}"' in page
    assert rust not in page
    for other in (*people[1:], None):
        assert jade not in client_of(other).get(room).content.decode()
    answer = client_of(people[0]).post(f"{room}host/seat", {"who": jade})
    assert answer.status_code == 409
    blocks.unblock_player(people[first], people[2 - first])
    page = client_of(people[0]).get(room).content.decode()
    assert "data-unseatable" not in page
    assert client_of(people[0]).post(f"{room}host/seat", {"who": jade}).status_code == 200


@pytest.mark.usefixtures("noon")
def test_the_host_sees_no_blocks_once_the_seats_are_taken(open_table, people, client_of) -> None:
    room = open_table()
    blocks.block_player(people[0], people[2], NOON)
    page = client_of(people[0]).get(f"/r/{room.code}/").content.decode()
    assert create_badge(str(people[2].pk), room.code) not in page


@pytest.mark.parametrize("first", [0, 1])
def test_a_profile_offers_no_action_that_would_be_refused(
    people, client_of, django_user_model, first
) -> None:
    for player in people[:2]:
        player.user = django_user_model.objects.create(username=player.nickname)
        player.save_base()
    amber, page = client_of(people[0]), "/players/Cobalt/"
    for offered in ("Invite to play", ">Follow<", ">Block<"):
        assert offered in "".join(amber.get(page).content.decode().split("\n")), offered
    blocks.block_player(people[first], people[1 - first], NOON)
    text = amber.get(page).content.decode()
    assert "Invite to play" not in text
    assert ">Follow<" not in text
    assert ("Unblock" in text) == (first == 0), "the blocked player is not informed"
