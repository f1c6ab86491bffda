"""Writing messages in a room: each is stored once, as plain text, and reaches its readers."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.chat.models import Chat, Message
from games.chat.perspective import NEWEST_LINES, OLDER_LINES
from games.chat.services import mutes, set_chat_open
from games.play.models import Room
from games.players.models import Player
from scrabble_site.shared.refusals import Forbidden
from tests.chat.conftest import said_in, texts_in
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db


def add_messages(room: Room, author: Player, number: int, channel: str = "room") -> None:
    """Store this many messages from an hour ago."""
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


def test_everyone_reads_messages_before_the_game(open_table, people, voice) -> None:
    room = open_table(started=False)
    amber, cobalt, stranger = voice(room, people[0]), voice(room, people[1]), voice(room)
    answer = amber.say("Hello, <b>all</b>")
    assert answer.status_code == 200
    for one in (amber, cobalt, stranger):
        assert one.read() == ["Hello, &lt;b&gt;all&lt;/b&gt;"]
        assert ">Amber</bdi>" in one.html


def test_a_message_does_not_change_the_rooms_stamp(open_table, people, voice) -> None:
    room = open_table()
    amber = voice(room, people[0])
    stamp = Room.objects.get(pk=room.pk).stamp
    assert amber.say("Good luck", "players").status_code == 200
    assert Room.objects.get(pk=room.pk).stamp == stamp


def test_the_same_key_takes_effect_once(open_table, people, voice) -> None:
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
def test_an_empty_message_is_not_sent(open_table, people, voice, said) -> None:
    amber = voice(open_table(started=False), people[0])
    answer = amber.say(said)
    assert answer.status_code == 422
    assert said_in(answer) == "Type a message first."


def test_messages_have_at_most_300_characters(open_table, people, voice) -> None:
    amber = voice(open_table(started=False), people[0])
    assert amber.say("é" * 300).status_code == 200
    assert amber.say("e" * 301).status_code == 422
    assert amber.say("a\n" * 7).status_code == 422


def test_ready_phrases_are_sent_by_name(open_table, people, voice) -> None:
    amber = voice(open_table(started=False), people[0])
    assert amber.say(phrase="game").status_code == 200
    assert amber.say(phrase="none such").status_code == 422
    assert amber.read() == ["Good game"]
    assert Message.objects.get().text == ""


def test_too_many_messages_are_refused_with_a_waiting_time(
    open_table, people, voice, limited
) -> None:
    amber = voice(open_table(started=False), people[0])
    answers = [amber.say(f"flood {n}") for n in range(7)]
    assert [one.status_code for one in answers] == [200] * 6 + [429]
    assert "You&#x27;re sending messages too fast. Try again in 1" in said_in(answers[-1])
    assert 0 < int(answers[-1]["Retry-After"]) <= 15
    assert len(amber.read()) == 6


@pytest.mark.parametrize(
    "fields",
    [{"channel": "none such"}, {"channel": ""}, {"key": "k" * 65}, {"channel": "team"}],
)
def test_invalid_requests_are_refused(open_table, people, voice, fields) -> None:
    amber = voice(open_table(started=False), people[0])
    assert amber.say(**({"text": "hello"} | fields)).status_code in (409, 422)
    assert not Message.objects.exists()


def test_unknown_rooms_and_numbers_are_not_found(open_table, people, voice) -> None:
    amber = voice(open_table(started=False), people[0])
    assert amber.client.get("/r/nowhere/chat").status_code == 404
    assert amber.client.post("/r/nowhere/chat/send", {"text": "x"}).status_code == 404
    assert amber.client.get(f"{amber.path}/999/").status_code == 404
    assert amber.client.get(amber.path, {"before": "ten"}).status_code == 422
    assert amber.client.get(f"{amber.path}/send").status_code == 405


def test_history_pages_have_no_gaps(open_table, people, voice) -> None:
    room = open_table(started=False)
    add_messages(room, people[0], NEWEST_LINES + OLDER_LINES + 5)
    amber = voice(room, people[0])
    html = amber.html
    found = texts_in(html)
    assert len(found) == NEWEST_LINES
    since = int(html.split('data-since="')[1].split('"')[0])
    while since:
        html = amber.client.get(amber.path, {"before": since}).content.decode()
        found = texts_in(html) + found
        since = int(html.split('data-since="')[1].split('"')[0])
    assert found == [f"line {n}" for n in range(NEWEST_LINES + OLDER_LINES + 5)]


def test_many_spectators_messages_do_not_push_out_the_players(open_table, people, voice) -> None:
    room = open_table()
    amber = voice(room, people[0])
    amber.say("before the flood", "players")
    add_messages(room, people[3], NEWEST_LINES + 10, "watchers")
    assert amber.read() == ["before the flood"]
    assert len(voice(room).read()) == NEWEST_LINES


def test_the_host_can_switch_the_chat_off(open_table, people, voice) -> None:
    room = open_table()
    amber, cobalt = voice(room, people[0]), voice(room, people[1])
    assert cobalt.post("open", open="0").status_code == 403
    assert voice(room).post("open", open="0").status_code == 403
    cobalt.say("kept", "players")
    assert amber.post("open", open="0").status_code == 200
    answer = cobalt.say("hello?", "players")
    assert (answer.status_code, said_in(answer)) == (403, "The host has turned off the chat.")
    assert cobalt.read() == ["kept"]
    assert amber.post("open", open="1").status_code == 200
    assert cobalt.say("hello!", "players").status_code == 200


def test_the_chat_service_refuses_everyone_but_the_host(open_table, people) -> None:
    room = open_table()
    with pytest.raises(Forbidden):
        set_chat_open(room, people[1], NOON, open_=False)
    set_chat_open(room, people[0], NOON, open_=False)
    assert not Chat.objects.get(room=room).open


def test_muting_hides_messages_only_from_the_one_who_mutes(open_table, people, voice) -> None:
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


def test_unmuting_one_keeps_the_others_muted(open_table, people, voice) -> None:
    room = open_table(started=False)
    amber = voice(room, people[0])
    for person in people[1:3]:
        voice(room, person).say(f"by {person.nickname}")
        mutes.mute(people[0], person)
    assert amber.read() == []
    mutes.unmute(people[0], people[1])
    assert amber.read() == [f"by {people[1].nickname}"]


def test_room_pages_learn_that_the_chat_was_closed(open_table, people) -> None:
    room = open_table()
    stamps = []
    for open_ in (False, False, True):
        set_chat_open(room, people[0], NOON, open_=open_)
        stamps.append(Chat.objects.get(room=room).stamp)
    assert 0 < stamps[0] == stamps[1] < stamps[2]


def test_players_cannot_mute_themselves(open_table, people, voice) -> None:
    room = open_table()
    amber = voice(room, people[0])
    amber.say("mine", "players")
    assert amber.post(f"{Message.objects.get().pk}/mute").status_code == 422


def test_messages_of_a_deleted_account_stay(open_table, people, voice) -> None:
    room = open_table(started=False)
    guest = Player.objects.create(nickname="Passing")
    voice(room, guest).say("I was here")
    guest.delete()
    mutes.refresh_shared_rooms(people[0])
    Chat.objects.filter(room=room).update(stamp=99)
    html = voice(room, people[0]).html
    assert texts_in(html) == ["I was here"]
    assert "A former player" in html
    assert "Passing" not in html


def test_a_message_costs_few_statements_for_any_number_of_readers(
    open_table, people, voice
) -> None:
    room = open_table(seats=4)
    voices = [voice(room, one) for one in people]
    voices[0].say("first", "players")
    with CaptureQueriesContext(connection) as queries:
        assert voices[0].say("second", "players").status_code == 200
    said = [one["sql"] for one in queries.captured_queries if "SAVEPOINT" not in one["sql"]]
    assert len(said) <= 21, "\n".join(said)
    with CaptureQueriesContext(connection) as queries:
        assert {tuple(one.read()) for one in voices} == {("first", "second")}
    assert len(queries.captured_queries) <= 3 * len(voices)
