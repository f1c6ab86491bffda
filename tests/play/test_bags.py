"""The bag can be checked: its secret, what pages add, the moment of the deal, the check."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.common.refusals import Conflict, Forbidden, Unsuitable
from games.play import store
from games.play.history import first_seat
from games.play.models import Game, GameSecret, Room
from games.play.perspective import look
from games.play.services import dealing, referee, rooms, seats, turns
from games.players.models import Player
from games.rules.bag import Scheme, hash_secret, mix_seed
from games.rules.moves import Pass, Resign
from games.rules.variants import get_variant
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(seconds=4)


@pytest.fixture(autouse=True)
def _patience(settings) -> None:
    settings.BAG_PATIENCE = 3


def bytes_of(player: Player) -> str:
    return player.nickname.encode().ljust(16, b".").hex()


def give(room: Room, *players: Player, now=NOON) -> list[bool]:
    """Let these players' pages add to the bag of the game on the table."""
    game = table_of(room)
    return [dealing.contribute(room.code, one, game.pk, bytes_of(one), now) for one in players]


def finish(room: Room, player: Player) -> Game:
    turn = table_of(room).turn_number
    turns.act(room.code, player.pk, Resign(), turn=turn, key="", now=NOON)
    return table_of(room)


def test_the_hash_is_there_before_anybody_adds_anything(open_table) -> None:
    room = open_table(started=False)
    game = table_of(room)
    assert look(room.code, None).seed_hash == game.seed_hash
    assert game.seed_hash == hash_secret(store.secret_of(game))


def test_all_have_added_and_the_start_deals_at_once(open_table, people) -> None:
    room = open_table(started=False)
    assert "contribute" in look(room.code, people[0]).can
    assert give(room, *people[:2]) == [False, False]
    assert "contribute" not in look(room.code, people[0]).can
    rooms.start(room.code, people[0], NOON)
    game = table_of(room)
    assert game.status == Game.Status.PLAYING
    assert game.contributions == [bytes_of(people[0]), bytes_of(people[1])]
    told = [bytes.fromhex(one) for one in game.contributions]
    assert store.seed_of(game) == mix_seed(store.secret_of(game), told)
    assert look(room.code, None).contributions == (
        ("Amber", bytes_of(people[0])),
        ("Cobalt", bytes_of(people[1])),
    )


def test_the_start_waits_for_what_is_missing(open_table, people) -> None:
    room = open_table()
    assert table_of(room).status == Game.Status.STARTING
    view = look(room.code, people[0])
    assert view.phase == "starting"
    assert view.rack is None
    assert "contribute" in view.can
    assert not view.can & {"play", "stand", "start", "resign"}
    stamp = view.stamp
    assert give(room, people[1], people[0]) == [False, True]
    view = look(room.code, people[0])
    assert view.phase == "playing"
    assert view.stamp > stamp
    assert view.rack is not None
    assert len(view.rack) == 7


def test_the_referee_deals_when_nobody_adds_anything(open_table, people) -> None:
    room = open_table()
    game = table_of(room)
    assert (room.code, game.pk) not in referee.due_games(NOON + timedelta(seconds=2))
    assert (room.code, game.pk) in referee.due_games(LATER)
    assert referee.attend(room.code, game.pk, LATER)
    dealt = table_of(room)
    assert dealt.status == Game.Status.PLAYING
    assert dealt.contributions == ["", ""]
    assert not list(referee.due_games(LATER + timedelta(days=26)))
    assert not referee.attend(room.code, game.pk, LATER)


def test_whoever_asks_after_the_wait_has_it_dealt(open_table, people) -> None:
    room = open_table()
    assert give(room, people[0]) == [False]
    assert give(room, people[0], now=LATER) == [True]
    assert table_of(room).contributions == [bytes_of(people[0]), ""]


def test_what_comes_too_late_or_again_changes_nothing(open_table, people) -> None:
    room = open_table()
    give(room, people[0])
    give(room, people[0], now=LATER)
    seed = store.seed_of(table_of(room))
    with pytest.raises(Conflict) as refused:
        give(room, people[1])
    assert refused.value.code == "game.started"
    assert give(room, people[0]) == [False]
    assert store.seed_of(table_of(room)) == seed


def test_the_first_bytes_of_a_player_count(open_table, people) -> None:
    room = open_table(started=False)
    give(room, people[0])
    dealing.contribute(room.code, people[0], table_of(room).pk, "00" * 16, NOON)
    give(room, people[1])
    rooms.start(room.code, people[0], NOON)
    assert table_of(room).contributions[0] == bytes_of(people[0])


@pytest.mark.parametrize("added", ["", "00", "zz" * 16, "AA" * 16, "00" * 17, "٠" * 32])
def test_only_sixteen_bytes_are_taken(open_table, people, added: str) -> None:
    room = open_table(started=False)
    with pytest.raises(Unsuitable):
        dealing.contribute(room.code, people[0], table_of(room).pk, added, NOON)


def test_only_those_at_the_table_add_to_its_bag(open_table, people, client_of) -> None:
    room = open_table(started=False)
    with pytest.raises(Forbidden):
        give(room, people[3])
    fields = {"game": str(table_of(room).pk), "added": "00" * 16}
    assert client_of(None).post(f"/r/{room.code}/contribute", fields).status_code == 403
    assert client_of(people[3]).post(f"/r/{room.code}/contribute", fields).status_code == 403


def test_a_page_adds_by_post_and_the_last_one_is_answered_with_the_deal(
    open_table, people, client_of
) -> None:
    room = open_table()
    Game.objects.update(due_at=timezone.now() + timedelta(hours=1))
    url = f"/r/{room.code}/contribute"
    game = {"game": str(table_of(room).pk)}
    assert client_of(people[0]).post(url, game | {"added": "11" * 16}).status_code == 204
    assert client_of(people[1]).post(url, {"game": "1", "added": "11" * 16}).status_code == 422
    answer = client_of(people[1]).post(url, game | {"added": "22" * 16})
    assert answer.status_code == 200
    assert '"phase":"playing"' in answer.content.decode()
    assert 'id="_draw"' in answer.content.decode()


def test_the_draw_is_shown_as_it_happens(open_table, people) -> None:
    room = open_table()
    give(room, people[0], people[1])
    view = look(room.code, people[0])
    assert view.draw is not None
    for name, face in view.draw.rounds[0]:
        tile = "a blank" if face == "?" else face
        assert f"{name} drew {tile}" in view.say
    assert f"{view.draw.first} goes first." in view.say


def test_a_rematch_has_a_bag_of_its_own(open_table, people) -> None:
    room = open_table(started=False)
    give(room, *people[:2])
    rooms.start(room.code, people[0], NOON)
    first = finish(room, people[0])
    for player in people[:2]:
        rooms.ask_rematch(room.code, player, NOON)
    second = table_of(room)
    assert second.status == Game.Status.STARTING
    assert look(room.code, None).seed_hash == second.seed_hash != first.seed_hash
    with pytest.raises(Conflict):
        dealing.contribute(room.code, people[0], first.pk, bytes_of(people[0]), NOON)
    assert give(room, *people[:2]) == [False, True]
    seated = people[:2] if first_seat(first) else people[1::-1]
    assert table_of(room).contributions == [bytes_of(player) for player in seated]


def test_qwibble_waits_for_its_starter_alone(open_table, people, lexicon) -> None:
    wishes = rooms.RoomWishes("qwibble", "qwibble-en", lexicon, 2, get_variant("qwibble").options())
    room = rooms.open_room(people[0], wishes, NOON)
    assert table_of(room).status == Game.Status.STARTING
    assert give(room, people[0]) == [True]
    assert table_of(room).contributions == [bytes_of(people[0]), ""]
    seats.sit(room.code, people[1], 1, NOON)
    with pytest.raises(Conflict):
        give(room, people[1])


def test_a_computer_adds_nothing_and_is_not_waited_for(open_table, people) -> None:
    room = open_table(seats=3, started=False)
    seats.stand(room.code, people[1], NOON)
    seats.seat_computer(room.code, people[0], 1, 3, NOON)
    rooms.start(room.code, people[0], NOON)
    assert give(room, people[0], people[2]) == [False, True]
    assert table_of(room).contributions == [bytes_of(people[0]), "", bytes_of(people[2])]


def test_nobody_acts_while_the_bag_is_shuffled(open_table, people) -> None:
    room = open_table()
    for attempt in (
        lambda: turns.act(room.code, people[0].pk, Pass(), turn=0, key="", now=NOON),
        lambda: rooms.start(room.code, people[0], NOON),
        lambda: seats.stand(room.code, people[0], NOON),
        lambda: rooms.ask_rematch(room.code, people[0], NOON),
    ):
        with pytest.raises(Conflict):
            attempt()


def test_a_table_laid_by_an_earlier_version_gets_its_secret_at_the_start(
    open_table, people
) -> None:
    room = open_table(started=False)
    GameSecret.objects.filter(game=table_of(room)).delete()
    Game.objects.filter(pk=table_of(room).pk).update(seed_hash="", scheme=Scheme.SECRET_ALONE)
    assert "contribute" not in look(room.code, people[0]).can
    rooms.start(room.code, people[0], NOON)
    assert look(room.code, None).seed_hash
    assert give(room, *people[:2]) == [False, True]


@pytest.mark.django_db(transaction=True)
def test_the_last_two_at_once_lead_to_one_deal(open_table, people) -> None:
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
