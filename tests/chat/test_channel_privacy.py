"""No address reveals another channel's messages before, during or after a game."""

import pytest

from games.chat.models import Message
from games.play.models import Room, Seat, SeatMember
from games.play.services import turns
from games.play.services.room_settings import RoomSettings
from games.play.services.rooms import ask_rematch, open_room
from games.play.services.seats import take_seat
from games.players.models import Player
from games.rules.plays.acts import Resign
from games.rules.positions.variants import get_variant
from tests.chat.conftest import ChatClient, texts_in
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


def resign(room: Room, player: Player) -> None:
    game = table_of(room)
    turns.apply_player_act(room.code, player.pk, Resign(), turn=game.turn_number, key="", now=NOON)


def everything_readable(one: ChatClient) -> set[str]:
    """Return everything one reader can get: newest and older messages, and each by number."""
    older = one.client.get(one.path, {"before": 10**9}).content.decode()
    found = {*one.read(), *texts_in(older)}
    for message in Message.objects.all():
        about = one.client.get(f"{one.path}/{message.pk}/")
        page = about.content.decode()
        assert about.status_code in (200, 404)
        found |= {message.text} if message.text in page else set()
    answer = one.say("", "players")
    return found | set(texts_in(answer.content.decode()))


@pytest.fixture
def room(open_table) -> Room:
    return open_table(seats=3)


def test_players_and_spectators_have_separate_channels_during_a_game(room, people, voice) -> None:
    amber, rival = voice(room, people[0]), voice(room, people[1])
    known, stranger = voice(room, people[3]), voice(room)
    assert amber.say("of players", "players").status_code == 200
    assert known.say("of watchers", "watchers").status_code == 200
    assert everything_readable(amber) == everything_readable(rival) == {"of players"}
    assert everything_readable(known) == everything_readable(stranger) == {"of watchers"}
    assert (amber.places(), stranger.places()) == (["players"], ["watchers"])


@pytest.mark.parametrize(
    ("who", "channel"), [(0, "watchers"), (0, "room"), (3, "players"), (3, "room"), (0, "team")]
)
def test_players_cannot_write_to_other_channels(room, people, voice, who, channel) -> None:
    answer = voice(room, people[who]).say("psst", channel)
    assert answer.status_code == 409
    assert not Message.objects.exists()


def test_after_the_game_channels_merge_and_earlier_messages_stay_private(
    room, people, voice
) -> None:
    amber, spectator = voice(room, people[0]), voice(room, people[3])
    amber.say("of players", "players")
    spectator.say("of watchers", "watchers")
    for player in people[:2]:
        resign(room, player)
    assert amber.places() == spectator.places() == ["room"]
    spectator.say("well fought", "room")
    assert everything_readable(amber) == {"of players", "well fought"}
    assert everything_readable(spectator) == {"of watchers", "well fought"}


def test_a_late_message_to_the_players_reaches_only_them(room, people, voice) -> None:
    """A message to the players may be sent just before the game ends and arrive after it."""
    amber, cobalt, spectator = voice(room, people[0]), voice(room, people[1]), voice(room)
    for player in people[:2]:
        resign(room, player)
    assert amber.say("late", "players").status_code == 200
    assert spectator.say("late, too", "watchers").status_code == 200
    assert cobalt.read() == ["late"]
    assert spectator.read() == ["late, too"]


def test_a_player_who_left_the_game_cannot_read_spectators(room, people, voice) -> None:
    resign(room, people[2])
    left, spectator = voice(room, people[2]), voice(room)
    spectator.say("of watchers", "watchers")
    assert everything_readable(left) == set()
    assert left.places() == ["players"]


def test_a_spectator_who_takes_a_seat_can_no_longer_read_spectators(lexicon, people, voice) -> None:
    rules = get_variant("qwibble")
    room_settings = RoomSettings("qwibble", rules.tile_set, lexicon, 2, rules.options())
    room = open_room(people[0], room_settings, NOON)
    late, spectator = voice(room, people[1]), voice(room, people[2])
    spectator.say("the best play is H8", "watchers")
    assert late.read() == ["the best play is H8"]
    assert late.client.post(f"/r/{room.code}/sit", {"seat": "1"}).status_code == 200
    assert everything_readable(late) == set()
    spectator.say("and now H9", "watchers")
    assert everything_readable(late) == set()


def test_spectators_messages_are_closed_to_players_of_the_next_game(
    open_table, people, voice
) -> None:
    room = open_table()
    voice(room, people[2]).say("of watchers", "watchers")
    voice(room, people[0]).say("of players", "players")
    resign(room, people[0])
    for player in people[:2]:
        ask_rematch(room.code, player, NOON)
    assert everything_readable(voice(room, people[0])) == {"of players"}
    assert everything_readable(voice(room, people[2])) == {"of watchers"}


def test_team_chat_is_private(room, people, voice) -> None:
    game = table_of(room)
    mate = people[3]
    SeatMember.objects.create(seat=Seat.objects.get(game=game, number=0), game=game, player=mate)
    amber, rival, stranger = voice(room, people[0]), voice(room, people[1]), voice(room)
    assert amber.places() == ["players", "team"]
    assert rival.places() == ["players"]
    assert amber.say("we have a Q", "team").status_code == 200
    assert rival.say("psst", "team").status_code == 409
    assert everything_readable(voice(room, mate)) == {"we have a Q"}
    assert everything_readable(rival) == everything_readable(stranger) == set()
    amber.post("open", open="0")
    assert amber.say("we have a Z", "team").status_code == 200
    assert amber.say("we have a Z", "players").status_code == 403
    SeatMember.objects.filter(player=mate).delete()
    assert everything_readable(voice(room, mate)) == set()


def test_chat_responses_are_not_cached(room, people, voice) -> None:
    amber = voice(room, people[0])
    for answer in (amber.say("x", "players"), amber.client.get(amber.path)):
        assert answer["Cache-Control"] == "no-store, private"


def next_game(room: Room, people: list[Player]) -> None:
    """Start a rematch of Amber and Cobalt in which Jade has Cobalt's seat."""
    resign(room, people[0])
    for player in people[:2]:
        ask_rematch(room.code, player, NOON)
    game = table_of(room)
    left = SeatMember.objects.get(game=game, player=people[1])
    left.delete()
    SeatMember.objects.create(seat=left.seat, game=game, player=people[2])


def test_a_new_player_cannot_read_earlier_players_or_spectators(open_table, people, voice) -> None:
    room = open_table()
    amber, jade, rust = voice(room, people[0]), voice(room, people[2]), voice(room, people[3])
    amber.say("of the first players", "players")
    rust.say("of the first watchers", "watchers")
    assert jade.read() == ["of the first watchers"]
    next_game(room, people)
    amber.say("of the second players", "players")
    assert everything_readable(jade) == {"of the second players"}
    assert everything_readable(rust) == {"of the first watchers"}


def test_a_player_of_an_earlier_game_reads_as_a_spectator(open_table, people, voice) -> None:
    room = open_table()
    amber, cobalt = voice(room, people[0]), voice(room, people[1])
    amber.say("of the first players", "players")
    next_game(room, people)
    amber.say("of the second players", "players")
    voice(room, people[3]).say("of the second watchers", "watchers")
    assert cobalt.places() == ["watchers"]
    assert cobalt.say("I watch", "watchers").status_code == 200
    said = {"of the first players", "of the second watchers", "I watch"}
    older = texts_in(cobalt.client.get(cobalt.path, {"before": 10**9}).content.decode())
    assert set(cobalt.read()) == set(older) == everything_readable(cobalt) == said


def test_changing_teams_changes_which_messages_are_readable(hall, people, voice) -> None:
    """Pages read before the change of teams are not served again from a cache."""
    take_seat(hall.code, people[1], 0, NOON)
    amber, cobalt = voice(hall, people[0]), voice(hall, people[1])
    assert amber.say("we open with the Q", "team").status_code == 200
    assert cobalt.read() == amber.read() == ["we open with the Q"]
    take_seat(hall.code, people[1], 1, NOON)
    assert cobalt.read() == []
    assert cobalt.places() == ["room"]
    take_seat(hall.code, people[1], 0, NOON)
    assert cobalt.read() == ["we open with the Q"]
