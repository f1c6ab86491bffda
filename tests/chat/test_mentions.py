"""Who is named in a message finds a notice, where they may read it and are not there to see it."""

import pytest

from games.chat.models import Mute
from games.players.services import blocks
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db


def told(player) -> list[str]:
    return list(player.notices.filter(kind="mention").values_list("text", flat=True))


@pytest.mark.parametrize("text", ["@Cobalt your turn", "well, COBALT!", "(cobalt)"])
def test_who_is_away_finds_a_notice_once(open_table, people, voice, text) -> None:
    amber = voice(open_table(), people[0])
    for n in range(2):
        amber.say(f"{text} {n}", "players")
    [notice] = told(people[1])
    assert "wrote to you at" in notice
    assert text not in notice
    assert not told(people[0])


@pytest.mark.parametrize("text", ["Cobalts", "cobaltblue", "what a game"])
def test_other_words_name_nobody(open_table, people, voice, text) -> None:
    voice(open_table(), people[0]).say(text, "players")
    assert not told(people[1])


def test_who_is_here_needs_none(open_table, people, voice) -> None:
    room = open_table()
    voice(room, people[1])
    voice(room, people[0]).say("Cobalt?", "players")
    assert not told(people[1])


def test_no_notice_crosses_from_watchers_to_players(open_table, people, voice) -> None:
    room = open_table()
    voice(room, people[2]).say("here I am", "watchers")
    voice(room, people[3]).say("Cobalt has a Q, Jade", "watchers")
    assert not told(people[1])
    assert len(told(people[2])) == 1


def test_nobody_is_named_by_whom_they_keep_away_from(open_table, people, voice) -> None:
    room = open_table()
    blocks.block(people[1], people[0], NOON)
    voice(room, people[0]).say("Cobalt!", "players")
    assert not told(people[1])


def test_nobody_is_named_by_whom_they_have_muted(open_table, people, voice) -> None:
    room = open_table()
    Mute.objects.create(player=people[1], other=people[0])
    voice(room, people[0]).say("Cobalt!", "players")
    assert not told(people[1])
