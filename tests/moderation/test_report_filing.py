"""Filing a report: who may and how often, what moderators receive, and what the reporter learns."""

import pytest

from games.chat.models import Message
from games.moderation.models import ModerationReport
from games.play.models import Seat, SeatMember
from games.players.models import Player
from tests.play.conftest import table_of

pytestmark = pytest.mark.django_db


def report(voice, number: int, **fields: str):
    sent = {"reason": "rude", "words": "not nice"} | fields
    return voice.post(f"{number}/report", **sent)


def test_a_reported_message_includes_its_context(open_table, people, voice) -> None:
    room = open_table()
    amber, cobalt = voice(room, people[0]), voice(room, people[1])
    for n in range(3):
        amber.say(f"before {n}", "players")
    cobalt.say("you <b>fool</b>", "players")
    voice(room, people[2]).say("what a game", "watchers")
    amber.say("after", "players")
    number = Message.objects.get(text__contains="fool").pk
    assert b"What's wrong?" in amber.client.get(f"{amber.path}/{number}/report").content
    answer = report(amber, number)
    assert answer.status_code == 200
    assert b"Thank you. A moderator will look at it." in answer.content
    made = ModerationReport.objects.get()
    assert (made.about, made.about_name, made.reporter) == (people[1], "Cobalt", people[0])
    lines = [(one["name"], one["text"], one["this"]) for one in made.context]
    assert lines == [
        ("Amber", "before 0", False),
        ("Amber", "before 1", False),
        ("Amber", "before 2", False),
        ("Cobalt", "you <b>fool</b>", True),
        ("Amber", "after", False),
    ]


def test_the_stored_context_does_not_change(open_table, people, voice, client_of) -> None:
    room = open_table(started=False)
    cobalt = voice(room, people[1])
    cobalt.say("rude words")
    report(voice(room, people[0]), Message.objects.get().pk)
    client_of(people[1]).post("/name/", {"name": "Angel"})
    Message.objects.all().delete()
    made = ModerationReport.objects.get()
    assert made.context[0]["name"] == "Cobalt"
    assert made.context[0]["text"] == "rude words"


def test_one_report_per_person_and_subject(open_table, people, voice) -> None:
    room = open_table()
    voice(room, people[1]).say("rude", "players")
    number = Message.objects.get().pk
    amber = voice(room, people[0])
    for _ in range(3):
        assert report(amber, number).status_code == 200
    assert ModerationReport.objects.count() == 1


def test_unreadable_messages_cannot_be_reported(open_table, people, voice) -> None:
    room = open_table(seats=2)
    game = table_of(room)
    seat = Seat.objects.get(game=game, number=0)
    SeatMember.objects.create(seat=seat, game=game, player=people[2])
    amber, rival, stranger = voice(room, people[0]), voice(room, people[1]), voice(room)
    amber.say("of the team", "team")
    number = Message.objects.get().pk
    for one in (rival, stranger, voice(room, people[3])):
        answer = report(one, number)
        assert answer.status_code == 404
        assert "of the team" not in answer.content.decode()
        assert "of the team" not in one.client.get(f"{one.path}/{number}/report").content.decode()
    assert report(amber, number).status_code == 422
    assert not ModerationReport.objects.exists()
    assert report(voice(room, people[2]), number).status_code == 200


def test_names_and_games_are_reported_on_a_page(open_table, people, client_of) -> None:
    room = open_table()
    game = table_of(room)
    amber = client_of(people[0])
    path = f"/report/{people[1].pk}/"
    offered = amber.get(f"/report/game/{game.pk}/").content.decode()
    assert f"{path}?game={game.pk}" in offered
    assert f"/report/{people[0].pk}/" not in offered
    assert b"Cobalt" in amber.get(path).content
    answer = amber.post(path, {"reason": "name"})
    assert (answer.status_code, b"Thank you" in answer.content) == (200, True)
    assert amber.post(path, {"reason": "cheating", "game": str(game.pk)}).status_code == 200
    kinds = set(ModerationReport.objects.values_list("kind", "about_name"))
    assert kinds == {("nickname", "Cobalt"), ("game", "Cobalt")}
    assert ModerationReport.objects.get(kind="game").game == game


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"reason": "none such"}, 422),
        ({}, 422),
        ({"reason": "cheating", "game": "x"}, 404),
        ({"reason": "cheating", "game": "00000000-0000-0000-0000-000000000000"}, 404),
    ],
)
def test_invalid_reports_are_refused(people, client_of, fields, status) -> None:
    answer = client_of(people[0]).post(f"/report/{people[1].pk}/", fields)
    assert answer.status_code == status
    assert not ModerationReport.objects.exists()


def test_a_report_must_be_about_another_player(people, client_of) -> None:
    amber = client_of(people[0])
    assert amber.get(f"/report/{people[0].pk}/").status_code == 404
    assert amber.get("/report/00000000-0000-0000-0000-000000000000/").status_code == 404


def test_too_many_reports_are_refused(people, client_of, limited) -> None:
    amber = client_of(people[0])
    others = [Player.objects.create(nickname=f"Other {n}") for n in range(6)]
    sent = [amber.post(f"/report/{one.pk}/", {"reason": "name"}) for one in others]
    assert [one.status_code for one in sent] == [200] * 5 + [429]
    assert b"ve sent a lot of reports. Moderators will review them." in sent[-1].content
    assert 0 < int(sent[-1]["Retry-After"]) <= 600
