"""If either of two players has blocked the other, neither sees the other's messages, old or new."""

import pytest

from games.chat.models import Message, Mute
from games.players.models import Block
from games.players.services import blocks
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("blocker", [0, 1])
def test_two_blocked_players_do_not_read_each_other(open_table, people, voice, blocker) -> None:
    room = open_table(seats=3)
    voices = [voice(room, one) for one in people[:3]]
    for one, text in zip(voices, ("amber", "cobalt", "jade"), strict=True):
        one.say(text, "players")
    number = Message.objects.get(author=people[1 - blocker]).pk
    answer = voices[blocker].post(f"{number}/block")
    assert answer.status_code == 200
    assert b"Unblock" in answer.content
    voices[1 - blocker].say("still here?", "players")
    assert set(voices[0].read()) <= {"amber", "jade", "still here?"}
    assert set(voices[1].read()) <= {"cobalt", "jade", "still here?"}
    assert "still here?" not in voices[blocker].read()
    assert set(voices[2].read()) == {"amber", "cobalt", "jade", "still here?"}
    assert voices[blocker].post(f"{number}/unblock").status_code == 200
    assert "still here?" in voices[blocker].read()
    assert not Block.objects.exists()


def test_a_blocked_player_cannot_see_that_they_are_blocked(open_table, people, voice) -> None:
    room = open_table()
    amber, cobalt = voice(room, people[0]), voice(room, people[1])
    cobalt.say("hello", "players")
    amber.say("hello yourself", "players")
    amber.post(f"{Message.objects.get(author=people[1]).pk}/block")
    assert cobalt.read() == ["hello"]
    assert cobalt.say("are you there?", "players").status_code == 200
    about = cobalt.client.get(f"{cobalt.path}/{Message.objects.get(author=people[0]).pk}/")
    assert b"Unblock" not in about.content


def test_hidden_messages_cannot_be_read_by_number(open_table, people, voice) -> None:
    room = open_table()
    amber, cobalt, stranger = voice(room, people[0]), voice(room, people[1]), voice(room)
    amber.say("not for you", "players")
    blocks.block_player(people[0], people[1], NOON)
    number = Message.objects.get().pk
    for one in (cobalt, stranger):
        for verb in ("mute", "block", "report"):
            assert one.post(f"{number}/{verb}", reason="rude").status_code == 404
        assert one.client.get(f"{one.path}/{number}/").status_code == 404
    assert Block.objects.count() == 1
    assert not Mute.objects.exists()
