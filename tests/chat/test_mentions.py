"""A player who is mentioned gets a notice if they may read the message and are not present."""

import pytest

from games.chat.models import Mute
from games.players.services import blocks
from games.players.services.notifications import describe_notification
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db


def list_mentions(player) -> list[str]:
    return [describe_notification(one, NOON) for one in player.notices.filter(kind="mention")]


@pytest.mark.parametrize("text", ["@Cobalt your turn", "well, COBALT!", "(cobalt)"])
def test_an_absent_player_gets_one_notification(open_table, people, voice, text) -> None:
    amber = voice(open_table(), people[0])
    for n in range(2):
        amber.say(f"{text} {n}", "players")
    [notice] = list_mentions(people[1])
    assert "mentioned you in" in notice
    assert text not in notice
    assert not list_mentions(people[0])


@pytest.mark.parametrize("text", ["Cobalts", "cobaltblue", "what a game"])
def test_other_words_are_not_mentions(open_table, people, voice, text) -> None:
    voice(open_table(), people[0]).say(text, "players")
    assert not list_mentions(people[1])


def test_a_present_player_gets_no_notification(open_table, people, voice) -> None:
    room = open_table()
    voice(room, people[1])
    voice(room, people[0]).say("Cobalt?", "players")
    assert not list_mentions(people[1])


def test_mentions_do_not_cross_from_spectators_to_players(open_table, people, voice) -> None:
    room = open_table()
    voice(room, people[2]).say("here I am", "watchers")
    voice(room, people[3]).say("Cobalt has a Q, Jade", "watchers")
    assert not list_mentions(people[1])
    assert len(list_mentions(people[2])) == 1


def test_mentions_between_blocked_players_send_nothing(open_table, people, voice) -> None:
    room = open_table()
    blocks.block_player(people[1], people[0], NOON)
    voice(room, people[0]).say("Cobalt!", "players")
    assert not list_mentions(people[1])


def test_mentions_by_a_muted_player_send_nothing(open_table, people, voice) -> None:
    room = open_table()
    Mute.objects.create(player=people[1], other=people[0])
    voice(room, people[0]).say("Cobalt!", "players")
    assert not list_mentions(people[1])
