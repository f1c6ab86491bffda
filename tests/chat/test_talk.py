"""Saying something in a room: it lands once, as plain text, and who may read it reads it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.chat.models import Chat, Message
from games.chat.perspective import NEWEST, OLDER
from games.chat.services import muting, set_open
from games.common.refusals import Forbidden
from games.play.models import Room
from games.players.models import Player
from tests.chat.conftest import said_in, texts_in
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db


def fill(room: Room, author: Player, number: int, channel: str = "room") -> None:
    """As if somebody had written for a long time."""
    chat, _made = Chat.objects.get_or_create(room=room)
    game = room.games.get()
    for n in range(number):
        Message.objects.create(
            chat=chat,
            channel=channel,
            game=game,
            author=author,
            text=f"line {n}",
            key=f"{author}-{n}",
            sent_at=timezone.now() - timedelta(hours=1),
        )
    Chat.objects.filter(room=room).update(stamp=chat.stamp + 1)


def test_what_is_said_is_read_by_everybody_before_the_game(open_table, people, voice) -> None:
    room = open_table(started=False)
    amber, cobalt, stranger = voice(room, people[0]), voice(room, people[1]), voice(room)
    answer = amber.say("Hello, <b>all</b>")
    assert answer.status_code == 200
    for one in (amber, cobalt, stranger):
        assert one.read() == ["Hello, &lt;b&gt;all&lt;/b&gt;"]
        assert ">Amber</bdi>" in one.html


def test_a_line_leaves_the_rooms_stamp_alone(open_table, people, voice) -> None:
    room = open_table()
    amber = voice(room, people[0])
    stamp = Room.objects.get(pk=room.pk).stamp
    assert amber.say("Good luck", "players").status_code == 200
    assert Room.objects.get(pk=room.pk).stamp == stamp


def test_the_same_key_lands_once(open_table, people, voice) -> None:
    amber = voice(open_table(started=False), people[0])
    for _ in range(3):
        assert amber.say("once", key="the same").status_code == 200
    assert amber.read() == ["once"]


def test_a_page_that_is_current_is_sent_nothing(open_table, people, voice) -> None:
    amber = voice(open_table(started=False), people[0])
    amber.say("news")
    stamp = amber.html.split('data-stamp="')[1].split('"')[0]
    assert amber.client.get(amber.path, {"stamp": stamp}).status_code == 204


def test_a_stranger_who_writes_becomes_a_guest(open_table, voice) -> None:
    stranger = voice(open_table(started=False))
    assert stranger.say("May I watch?").status_code == 200
    assert "Guest" in stranger.html


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("  two  \n\n lines ", "two\nlines"),
        ("\u202eevil\u202c", "evil"),
        ("a\x00b\x1bc\u200bd", "abcd"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
        ("سلام", "سلام"),
        ("Z" + "\u0301" * 40, "\u0179\u0301\u0301\u0301"),
        ("https://tiles.example/?a=1&b", "https://tiles.example/?a=1&amp;b"),
        ('<img src=x onerror="alert(1)">', "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;"),
        ("{{ secret }} {% debug %}", "{{ secret }} {% debug %}"),
    ],
)
def test_a_message_is_plain_text(open_table, people, voice, said, shown) -> None:
    amber = voice(open_table(started=False), people[0])
    assert amber.say(said).status_code == 200
    assert amber.read() == [shown]
    assert "<a " not in amber.html


@pytest.mark.parametrize("said", ["", "   ", "\u200b\u202e", "\n\n", "\u0301"])
def test_nothing_is_not_sent(open_table, people, voice, said) -> None:
    amber = voice(open_table(started=False), people[0])
    answer = amber.say(said)
    assert answer.status_code == 422
    assert said_in(answer) == "There is nothing to send yet."


def test_300_characters_are_the_most(open_table, people, voice) -> None:
    amber = voice(open_table(started=False), people[0])
    assert amber.say("é" * 300).status_code == 200
    assert amber.say("e" * 301).status_code == 422
    assert amber.say("a\n" * 7).status_code == 422


def test_ready_phrases_are_said_by_name(open_table, people, voice) -> None:
    amber = voice(open_table(started=False), people[0])
    assert amber.say(phrase="game").status_code == 200
    assert amber.say(phrase="none such").status_code == 422
    assert amber.read() == ["Good game"]
    assert Message.objects.get().text == ""


def test_whoever_writes_too_much_is_told_when_again(open_table, people, voice, limited) -> None:
    amber = voice(open_table(started=False), people[0])
    answers = [amber.say(f"flood {n}") for n in range(7)]
    assert [one.status_code for one in answers] == [200] * 6 + [429]
    assert "You can write again in 1" in said_in(answers[-1])
    assert 0 < int(answers[-1]["Retry-After"]) <= 15
    assert len(amber.read()) == 6


@pytest.mark.parametrize(
    "fields",
    [{"channel": "none such"}, {"channel": ""}, {"key": "k" * 65}, {"channel": "team"}],
)
def test_what_no_page_sends_is_refused(open_table, people, voice, fields) -> None:
    amber = voice(open_table(started=False), people[0])
    assert amber.say(**({"text": "hello"} | fields)).status_code in (409, 422)
    assert not Message.objects.exists()


def test_unknown_rooms_and_numbers_are_not_found(open_table, people, voice) -> None:
    amber = voice(open_table(started=False), people[0])
    assert amber.client.get("/r/nowhere/chat").status_code == 404
    assert amber.client.post("/r/nowhere/chat/say", {"text": "x"}).status_code == 404
    assert amber.client.get(f"{amber.path}/999/").status_code == 404
    assert amber.client.get(amber.path, {"before": "ten"}).status_code == 422
    assert amber.client.get(f"{amber.path}/say").status_code == 405


def test_the_history_is_paged_back_without_a_gap(open_table, people, voice) -> None:
    room = open_table(started=False)
    fill(room, people[0], NEWEST + OLDER + 5)
    amber = voice(room, people[0])
    html = amber.html
    found = texts_in(html)
    assert len(found) == NEWEST
    since = int(html.split('data-since="')[1].split('"')[0])
    while since:
        html = amber.client.get(amber.path, {"before": since}).content.decode()
        found = texts_in(html) + found
        since = int(html.split('data-since="')[1].split('"')[0])
    assert found == [f"line {n}" for n in range(NEWEST + OLDER + 5)]


def test_a_flood_of_watchers_does_not_push_the_players_out(open_table, people, voice) -> None:
    room = open_table()
    amber = voice(room, people[0])
    amber.say("before the flood", "players")
    fill(room, people[3], NEWEST + 10, "watchers")
    assert amber.read() == ["before the flood"]
    assert len(voice(room).read()) == NEWEST


def test_the_host_switches_the_chat_off(open_table, people, voice) -> None:
    room = open_table()
    amber, cobalt = voice(room, people[0]), voice(room, people[1])
    assert cobalt.post("open", open="0").status_code == 403
    assert voice(room).post("open", open="0").status_code == 403
    cobalt.say("kept", "players")
    assert amber.post("open", open="0").status_code == 200
    answer = cobalt.say("hello?", "players")
    assert (answer.status_code, said_in(answer)) == (403, "The host has switched the chat off.")
    assert cobalt.read() == ["kept"]
    assert amber.post("open", open="1").status_code == 200
    assert cobalt.say("hello!", "players").status_code == 200


def test_the_service_for_the_host_asks_who_it_is(open_table, people) -> None:
    room = open_table()
    with pytest.raises(Forbidden):
        set_open(room, people[1], NOON, open_=False)
    set_open(room, people[0], NOON, open_=False)
    assert not Chat.objects.get(room=room).open


def test_a_muted_persons_words_vanish_for_one_alone(open_table, people, voice) -> None:
    room = open_table()
    amber, cobalt = voice(room, people[0]), voice(room, people[1])
    cobalt.say("old", "players")
    amber.say("mine", "players")
    number = Message.objects.get(text="old").pk
    assert b"Mute" in amber.client.get(f"{amber.path}/{number}/").content
    assert amber.post(f"{number}/mute").status_code == 200
    cobalt.say("new", "players")
    assert amber.read() == ["mine"]
    assert cobalt.read() == ["old", "mine", "new"]
    older = amber.client.get(amber.path, {"before": 10**9}).content.decode()
    assert texts_in(older) == ["mine"]
    assert amber.post(f"{number}/unmute").status_code == 200
    assert amber.read() == ["old", "mine", "new"]


def test_nobody_mutes_themselves(open_table, people, voice) -> None:
    room = open_table()
    amber = voice(room, people[0])
    amber.say("mine", "players")
    assert amber.post(f"{Message.objects.get().pk}/mute").status_code == 422


def test_an_account_that_is_gone_leaves_its_words(open_table, people, voice) -> None:
    room = open_table(started=False)
    guest = Player.objects.create(nickname="Passing")
    voice(room, guest).say("I was here")
    guest.delete()
    muting.refresh_between(people[0])
    Chat.objects.filter(room=room).update(stamp=99)
    html = voice(room, people[0]).html
    assert texts_in(html) == ["I was here"]
    assert "A former player" in html
    assert "Passing" not in html


def test_a_line_costs_few_statements_however_many_listen(open_table, people, voice) -> None:
    room = open_table(seats=4)
    voices = [voice(room, one) for one in people]
    voices[0].say("first", "players")
    with CaptureQueriesContext(connection) as told:
        assert voices[0].say("second", "players").status_code == 200
    said = [one["sql"] for one in told.captured_queries if "SAVEPOINT" not in one["sql"]]
    assert len(said) <= 21, "\n".join(said)
    with CaptureQueriesContext(connection) as told:
        assert {tuple(one.read()) for one in voices} == {("first", "second")}
    assert len(told.captured_queries) <= 3 * len(voices)
