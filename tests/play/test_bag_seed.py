"""The verifiable bag: its secret, what players' pages contribute, and when the game is dealt."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.play import store
from games.play.models import Game, GameSecret, Room
from games.play.perspective import build_room_view
from games.play.services import dealing, referee, rooms, seats, turns
from games.play.services.room_settings import RoomSettings
from games.play.store.replay import get_first_seat
from games.players.models import Player
from games.rules.equipment.fair_shuffle import SeedScheme, hash_secret, mix_seed
from games.rules.plays.acts import Pass, Resign
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db

# After the timeout that the fixture below sets: the game is dealt without further contributions.
LATER = NOON + timedelta(seconds=4)


@pytest.fixture(autouse=True)
def _patience(settings) -> None:
    settings.BAG_SEED_TIMEOUT = 3


def bytes_of(player: Player) -> str:
    return player.nickname.encode().ljust(16, b".").hex()


def give(room: Room, *players: Player, now=NOON) -> list[bool]:
    """Contribute to the bag of the newest game from these players' pages."""
    game = table_of(room)
    return [dealing.contribute(room.code, one, game.pk, bytes_of(one), now) for one in players]


def finish(room: Room, player: Player) -> Game:
    turn = table_of(room).turn_number
    turns.apply_player_act(room.code, player.pk, Resign(), turn=turn, key="", now=NOON)
    return table_of(room)


def test_the_hash_is_published_before_any_contribution(open_table) -> None:
    room = open_table(started=False)
    game = table_of(room)
    assert build_room_view(room.code, None).seed_hash == game.seed_hash
    assert game.seed_hash == hash_secret(store.read_secret(game))


def test_the_game_is_dealt_at_once_when_all_have_contributed(open_table, people) -> None:
    room = open_table(started=False)
    assert "contribute" in build_room_view(room.code, people[0]).actions
    assert give(room, *people[:2]) == [False, False]
    assert "contribute" not in build_room_view(room.code, people[0]).actions
    rooms.start_game(room.code, people[0], NOON)
    game = table_of(room)
    assert game.status == Game.Status.PLAYING
    assert game.contributions == [bytes_of(people[0]), bytes_of(people[1])]
    parts = [bytes.fromhex(one) for one in game.contributions]
    assert store.read_seed(game) == mix_seed(store.read_secret(game), parts)
    assert build_room_view(room.code, None).contributions == (
        ("Amber", bytes_of(people[0])),
        ("Cobalt", bytes_of(people[1])),
    )


def test_the_start_waits_for_missing_contributions(open_table, people) -> None:
    room = open_table()
    assert table_of(room).status == Game.Status.STARTING
    view = build_room_view(room.code, people[0])
    assert view.phase == "starting"
    assert view.rack is None
    assert "contribute" in view.actions
    assert not view.actions & {"play", "stand", "start", "resign"}
    stamp = view.stamp
    assert give(room, people[1], people[0]) == [False, True]
    view = build_room_view(room.code, people[0])
    assert view.phase == "playing"
    assert view.stamp > stamp
    assert view.rack is not None
    assert len(view.rack) == 7


def test_the_referee_deals_without_contributions(open_table, people) -> None:
    room = open_table()
    game = table_of(room)
    assert (room.code, game.pk) not in referee.find_due_games(NOON + timedelta(seconds=2))
    assert (room.code, game.pk) in referee.find_due_games(LATER)
    assert referee.referee_game(room.code, game.pk, LATER)
    dealt = table_of(room)
    assert dealt.status == Game.Status.PLAYING
    assert dealt.contributions == ["", ""]
    assert not list(referee.find_due_games(LATER + timedelta(days=26)))
    assert not referee.referee_game(room.code, game.pk, LATER)


def test_a_request_after_the_timeout_deals_the_game(open_table, people) -> None:
    room = open_table()
    assert give(room, people[0]) == [False]
    assert give(room, people[0], now=LATER) == [True]
    assert table_of(room).contributions == [bytes_of(people[0]), ""]


def test_late_and_repeated_contributions_change_nothing(open_table, people) -> None:
    room = open_table()
    give(room, people[0])
    give(room, people[0], now=LATER)
    seed = store.read_seed(table_of(room))
    with pytest.raises(Conflict) as refused:
        give(room, people[1])
    assert refused.value.code == "game.started"
    assert give(room, people[0]) == [False]
    assert store.read_seed(table_of(room)) == seed


def test_the_first_bytes_of_a_player_count(open_table, people, client_of) -> None:
    room = open_table(started=False)
    give(room, people[0])
    fields = {"game": str(table_of(room).pk), "added": bytes_of(people[0])}
    address = f"/r/{room.code}/contribute"
    assert client_of(people[0]).post(address, fields).status_code == 204, "the same again"
    other_device = client_of(people[0]).post(address, fields | {"added": "00" * 16})
    assert other_device.status_code == 409, "its page must not expect these bytes in the seed"
    give(room, people[1])
    rooms.start_game(room.code, people[0], NOON)
    assert table_of(room).contributions[0] == bytes_of(people[0])


def test_another_device_that_asks_for_an_overdue_deal_gets_it(open_table, people) -> None:
    room = open_table(started=False)
    give(room, people[0])
    rooms.start_game(room.code, people[0], NOON)
    due = table_of(room).due_at
    assert due is not None
    with pytest.raises(Conflict):
        dealing.contribute(room.code, people[0], table_of(room).pk, "00" * 16, due)
    game = table_of(room)
    assert (game.status, game.contributions[0]) == (Game.Status.PLAYING, bytes_of(people[0]))


@pytest.mark.parametrize("added", ["", "00", "zz" * 16, "AA" * 16, "00" * 17, "٠" * 32])
def test_only_sixteen_bytes_are_accepted(open_table, people, added: str) -> None:
    room = open_table(started=False)
    with pytest.raises(InvalidRequest):
        dealing.contribute(room.code, people[0], table_of(room).pk, added, NOON)


def test_only_players_of_the_game_contribute(open_table, people, client_of) -> None:
    room = open_table(started=False)
    with pytest.raises(Forbidden):
        give(room, people[3])
    fields = {"game": str(table_of(room).pk), "added": "00" * 16}
    assert client_of(None).post(f"/r/{room.code}/contribute", fields).status_code == 403
    assert client_of(people[3]).post(f"/r/{room.code}/contribute", fields).status_code == 403


def test_pages_contribute_by_post_and_the_last_gets_the_deal(open_table, people, client_of) -> None:
    room = open_table()
    Game.objects.update(due_at=timezone.now() + timedelta(hours=1))
    url = f"/r/{room.code}/contribute"
    game = {"game": str(table_of(room).pk)}
    assert client_of(people[0]).post(url, game | {"added": "11" * 16}).status_code == 204
    assert client_of(people[1]).post(url, {"game": "1", "added": "11" * 16}).status_code == 422
    answer = client_of(people[1]).post(url, game | {"added": "22" * 16})
    assert answer.status_code == 200
    assert '"phase":"playing"' in answer.content.decode()
    assert 'id="_start_draw"' in answer.content.decode()


def test_the_draw_is_shown_as_it_happens(open_table, people) -> None:
    room = open_table()
    give(room, people[0], people[1])
    view = build_room_view(room.code, people[0])
    assert view.draw is not None
    for name, face in view.draw.rounds[0]:
        tile = "a blank" if face == "?" else face
        assert f"{name} drew {tile}" in view.say
    assert f"First to move: {view.draw.first}." in view.say


def test_a_rematch_has_its_own_bag(open_table, people) -> None:
    room = open_table(started=False)
    give(room, *people[:2])
    rooms.start_game(room.code, people[0], NOON)
    first = finish(room, people[0])
    for player in people[:2]:
        rooms.ask_rematch(room.code, player, NOON)
    second = table_of(room)
    assert second.status == Game.Status.STARTING
    assert build_room_view(room.code, None).seed_hash == second.seed_hash != first.seed_hash
    with pytest.raises(Conflict):
        dealing.contribute(room.code, people[0], first.pk, bytes_of(people[0]), NOON)
    assert give(room, *people[:2]) == [False, True]
    seated = people[:2] if get_first_seat(first) else people[1::-1]
    assert table_of(room).contributions == [bytes_of(player) for player in seated]


def test_qwibble_waits_only_for_its_starter(open_table, people, lexicon) -> None:
    room_settings = RoomSettings(
        "qwibble", "qwibble-en", lexicon, 2, get_variant("qwibble").options()
    )
    room = rooms.open_room(people[0], room_settings, NOON)
    assert table_of(room).status == Game.Status.STARTING
    assert give(room, people[0]) == [True]
    assert table_of(room).contributions == [bytes_of(people[0]), ""]
    seats.take_seat(room.code, people[1], 1, NOON)
    with pytest.raises(Conflict):
        give(room, people[1])


def test_computers_do_not_contribute(open_table, people) -> None:
    room = open_table(seats=3, started=False)
    seats.leave_seat(room.code, people[1], NOON)
    seats.seat_computer(room.code, people[0], 1, 3, NOON)
    rooms.start_game(room.code, people[0], NOON)
    assert give(room, people[0], people[2]) == [False, True]
    assert table_of(room).contributions == [bytes_of(people[0]), "", bytes_of(people[2])]


def test_no_one_can_act_while_the_bag_is_shuffled(open_table, people) -> None:
    room = open_table()
    for attempt in (
        lambda: turns.apply_player_act(room.code, people[0].pk, Pass(), turn=0, key="", now=NOON),
        lambda: rooms.start_game(room.code, people[0], NOON),
        lambda: seats.leave_seat(room.code, people[0], NOON),
        lambda: rooms.ask_rematch(room.code, people[0], NOON),
    ):
        with pytest.raises(Conflict):
            attempt()


def test_a_game_prepared_by_an_earlier_version_gets_its_secret_at_the_start(
    open_table, people
) -> None:
    room = open_table(started=False)
    GameSecret.objects.filter(game=table_of(room)).delete()
    Game.objects.filter(pk=table_of(room).pk).update(seed_hash="", scheme=SeedScheme.SECRET_ALONE)
    assert "contribute" not in build_room_view(room.code, people[0]).actions
    rooms.start_game(room.code, people[0], NOON)
    assert build_room_view(room.code, None).seed_hash
    assert give(room, *people[:2]) == [False, True]


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_last_contributions_deal_once(open_table, people) -> None:
    room = open_table(seats=4)

    def add(player: Player) -> bool:
        try:
            return give(room, player)[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(add, people))
    assert sorted(answers) == [False, False, False, True]
    game = table_of(room)
    assert game.status == Game.Status.PLAYING
    assert game.contributions == [bytes_of(one) for one in people]
