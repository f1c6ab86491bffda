"""Nobody reads a channel that is not theirs, by whatever address, before, in and after a game."""

import pytest

from games.chat.models import Message
from games.play.models import Holder, Room, Seat
from games.play.services import turns
from games.play.services.rooms import RoomWishes, ask_rematch, open_room
from games.players.models import Player
from games.rules.moves import Resign
from games.rules.variants import get_variant
from tests.chat.conftest import Voice, texts_in
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


def resign(room: Room, player: Player) -> None:
    game = table_of(room)
    turns.act(room.code, player.pk, Resign(), turn=game.turn_number, key="", now=NOON)


def all_that_reaches(one: Voice) -> set[str]:
    """Everything somebody can get at: the newest, what is older, and each message by its number."""
    older = one.client.get(one.path, {"before": 10**9}).content.decode()
    found = {*one.read(), *texts_in(older)}
    for message in Message.objects.all():
        about = one.client.get(f"{one.path}/{message.pk}/")
        told = about.content.decode()
        assert about.status_code in (200, 404)
        found |= {message.text} if message.text in told else set()
    answer = one.say("", "players")
    return found | set(texts_in(answer.content.decode()))


@pytest.fixture
def room(open_table) -> Room:
    return open_table(seats=3)


def test_players_and_watchers_are_apart_while_a_game_goes_on(room, people, voice) -> None:
    amber, rival = voice(room, people[0]), voice(room, people[1])
    known, stranger = voice(room, people[3]), voice(room)
    assert amber.say("of players", "players").status_code == 200
    assert known.say("of watchers", "watchers").status_code == 200
    assert all_that_reaches(amber) == all_that_reaches(rival) == {"of players"}
    assert all_that_reaches(known) == all_that_reaches(stranger) == {"of watchers"}
    assert (amber.places(), stranger.places()) == (["players"], ["watchers"])


@pytest.mark.parametrize(
    ("who", "channel"), [(0, "watchers"), (0, "room"), (3, "players"), (3, "room"), (0, "team")]
)
def test_nobody_writes_where_they_do_not_belong(room, people, voice, who, channel) -> None:
    answer = voice(room, people[who]).say("psst", channel)
    assert answer.status_code == 409
    assert not Message.objects.exists()


def test_after_the_end_the_room_is_one_and_secrets_stay(room, people, voice) -> None:
    amber, watcher = voice(room, people[0]), voice(room, people[3])
    amber.say("of players", "players")
    watcher.say("of watchers", "watchers")
    for player in people[:2]:
        resign(room, player)
    assert amber.places() == watcher.places() == ["room"]
    watcher.say("well fought", "room")
    assert all_that_reaches(amber) == {"of players", "well fought"}
    assert all_that_reaches(watcher) == {"of watchers", "well fought"}


def test_what_was_meant_for_the_players_reaches_them_alone_after_the_end(
    room, people, voice
) -> None:
    """The last line of a game may come a moment too late."""
    amber, cobalt, watcher = voice(room, people[0]), voice(room, people[1]), voice(room)
    for player in people[:2]:
        resign(room, player)
    assert amber.say("late", "players").status_code == 200
    assert watcher.say("late, too", "watchers").status_code == 200
    assert cobalt.read() == ["late"]
    assert watcher.read() == ["late, too"]


def test_who_has_left_the_game_still_reads_no_watcher(room, people, voice) -> None:
    resign(room, people[2])
    left, watcher = voice(room, people[2]), voice(room)
    watcher.say("of watchers", "watchers")
    assert all_that_reaches(left) == set()
    assert left.places() == ["players"]


def test_a_watcher_who_sits_down_leaves_the_watchers(lexicon, people, voice) -> None:
    rules = get_variant("qwibble")
    wishes = RoomWishes("qwibble", rules.tile_set, lexicon, 2, rules.options())
    room = open_room(people[0], wishes, NOON)
    late, watcher = voice(room, people[1]), voice(room, people[2])
    watcher.say("the best play is H8", "watchers")
    assert late.read() == ["the best play is H8"]
    assert late.client.post(f"/r/{room.code}/sit", {"seat": "1"}).status_code == 200
    assert all_that_reaches(late) == set()
    watcher.say("and now H9", "watchers")
    assert all_that_reaches(late) == set()


def test_what_was_watched_before_is_closed_to_the_players_of_the_next_game(
    open_table, people, voice
) -> None:
    room = open_table()
    voice(room, people[2]).say("of watchers", "watchers")
    voice(room, people[0]).say("of players", "players")
    resign(room, people[0])
    for player in people[:2]:
        ask_rematch(room.code, player, NOON)
    assert all_that_reaches(voice(room, people[0])) == {"of players"}
    assert all_that_reaches(voice(room, people[2])) == {"of watchers"}


def test_a_team_talks_by_itself(room, people, voice) -> None:
    game = table_of(room)
    mate = people[3]
    Holder.objects.create(seat=Seat.objects.get(game=game, number=0), game=game, player=mate)
    amber, rival, stranger = voice(room, people[0]), voice(room, people[1]), voice(room)
    assert amber.places() == ["players", "team"]
    assert rival.places() == ["players"]
    assert amber.say("we have a Q", "team").status_code == 200
    assert rival.say("psst", "team").status_code == 409
    assert all_that_reaches(voice(room, mate)) == {"we have a Q"}
    assert all_that_reaches(rival) == all_that_reaches(stranger) == set()
    amber.post("open", open="0")
    assert amber.say("we have a Z", "team").status_code == 200
    assert amber.say("we have a Z", "players").status_code == 403
    Holder.objects.filter(player=mate).delete()
    assert all_that_reaches(voice(room, mate)) == set()


def test_no_cache_keeps_what_somebody_reads(room, people, voice) -> None:
    amber = voice(room, people[0])
    for answer in (amber.say("x", "players"), amber.client.get(amber.path)):
        assert answer["Cache-Control"] == "no-store, private"
