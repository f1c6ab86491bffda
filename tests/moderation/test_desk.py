"""The moderators' queue: who gets in, what it shows, and what follows from a decision."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.chat.models import Message
from games.lobby.perspective import look_at_lobby
from games.moderation.models import Report
from games.players.models import Notice, Player, Sanction
from tests.chat.conftest import said_in
from tests.play.conftest import table_of

pytestmark = pytest.mark.django_db

QUEUE = "/admin/games/report/"


@pytest.fixture
def report(open_table, people, voice) -> Report:
    """Amber about what Cobalt said in a game of theirs."""
    room = open_table()
    cobalt = voice(room, people[1])
    cobalt.say("<script>alert(1)</script> fool", "players")
    voice(room, people[0]).post(f"{Message.objects.get().pk}/report", reason="rude")
    return Report.objects.get()


def settle(client: Client, report: Report, verdict: str, **fields: str):
    sent = {"verdict": verdict, "words": "Stay friendly.", "hours": "24"} | fields
    return client.post(f"{QUEUE}{report.pk}/change/", sent)


def test_a_moderator_sees_the_queue_and_nothing_else(moderator, report) -> None:
    page = moderator.get(QUEUE).content.decode()
    assert "Cobalt" in page
    shown = moderator.get(f"{QUEUE}{report.pk}/change/").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; fool" in shown
    assert "<script>alert(1)" not in shown
    for path in ("room", "game", "player", "notice", "letter"):
        assert moderator.get(f"/admin/games/{path}/").status_code == 403
    assert moderator.get("/admin/auth/user/").status_code == 403
    assert moderator.get("/admin/lexicon/lexicon/").status_code == 403
    assert moderator.get(f"{QUEUE}add/").status_code == 403
    assert moderator.post(f"{QUEUE}{report.pk}/delete/", {"post": "yes"}).status_code == 403


def test_others_do_not_get_in(report, people, client_of) -> None:
    staff = Client()
    staff.force_login(User.objects.create_user("staff", password="x", is_staff=True))
    assert staff.get(f"{QUEUE}{report.pk}/change/").status_code == 403
    assert settle(staff, report, "dismiss").status_code == 403
    assert client_of(people[0]).get(f"{QUEUE}{report.pk}/change/").status_code == 302
    report.refresh_from_db()
    assert report.state == "open"


def test_open_ones_are_shown_unless_asked_otherwise(moderator, report) -> None:
    settle(moderator, report, "dismiss")
    moderator.get(QUEUE)  # says what was done
    assert b"Cobalt" not in moderator.get(QUEUE).content
    assert b"Cobalt" in moderator.get(QUEUE, {"state": "dismissed"}).content


def test_dismissed_the_person_hears_nothing_and_the_reporter_thanks(
    moderator, report, people
) -> None:
    assert settle(moderator, report, "dismiss", words="").status_code == 302
    assert not people[1].notices.exists()
    assert "Thank you" in people[0].notices.get().text
    assert not Sanction.objects.exists()


def test_muted_somebody_writes_nothing_and_knows_why(
    moderator, report, people, voice, client_of
) -> None:
    assert settle(moderator, report, "mute").status_code == 302
    room = report.room
    answer = voice(room, people[1]).say("hello?", "players")
    assert answer.status_code == 403
    assert said_in(answer).startswith("You may not write until ")
    assert said_in(answer).endswith("Stay friendly.")
    told = people[1].notices.get()
    assert told.text.endswith("UTC. Stay friendly.")
    standing = client_of(people[1]).get(told.get_absolute_url(), follow=True).content.decode()
    assert "Stay friendly." in standing
    assert "Amber" not in told.text
    assert "Cobalt" not in people[0].notices.get().text
    game = table_of(room)
    assert game.state is not None
    mover = people[game.state["to_move"]]
    sent = {"game": game.pk, "turn": game.turn_number, "key": "k"}
    assert client_of(mover).post(f"/r/{room.code}/pass", sent).status_code == 200


def test_a_mute_ends_by_itself(moderator, report, people, voice) -> None:
    settle(moderator, report, "mute", hours="1")
    Player.objects.filter(pk=people[1].pk).update(muted_until=timezone.now() - timedelta(seconds=1))
    assert voice(report.room, people[1]).say("sorry", "players").status_code == 200


def test_suspended_somebody_finishes_their_games_and_begins_none(
    moderator, report, people, open_table, voice, client_of
) -> None:
    waiting = open_table(seats=1 + 1, started=False)
    client = client_of(people[1])
    assert waiting.games.get().holders.filter(player=people[1]).exists()
    assert settle(moderator, report, "suspend").status_code == 302
    assert not waiting.games.get().holders.filter(player=people[1]).exists(), "it could begin"
    answer = client.post(f"/r/{waiting.code}/sit", {"seat": "1"})
    assert answer.status_code == 403
    assert "You may not write or begin games until" in answer.content.decode()
    form = {"variant": "scrabble", "seats": "2", "lexicon": "few", "name": "Cobalt"}
    hosted = people[1].hosted_rooms.count()
    client.post("/rooms/", form)
    client.post("/rooms/computer/", form)
    assert people[1].hosted_rooms.count() == hosted
    invited = client.post(f"/r/{report.room.code}/invite", {"name": "Jade"})
    assert invited.status_code == 403
    assert voice(report.room, people[1]).say("hm", "players").status_code == 403
    game = table_of(report.room)
    sent = {"game": game.pk, "turn": game.turn_number, "key": "k"}
    assert client.post(f"/r/{report.room.code}/resign", sent).status_code == 200


def test_renamed_somebody_is_called_so_at_once(moderator, report, people, voice) -> None:
    assert settle(moderator, report, "rename", name="Teal").status_code == 302
    people[1].refresh_from_db()
    assert people[1].nickname == "Teal"
    assert ">Teal</bdi>" in voice(report.room, people[0]).html
    assert "Teal" in people[1].notices.get().text


def test_a_name_that_is_taken_is_refused_and_nothing_lost(moderator, report, people) -> None:
    answer = settle(moderator, report, "rename", name="Amber")
    assert answer.status_code == 422
    assert b"Stay friendly." in answer.content
    report.refresh_from_db()
    assert (report.state, Notice.objects.count(), Sanction.objects.count()) == ("open", 0, 0)


def test_a_sanction_needs_a_reason(moderator, report) -> None:
    answer = settle(moderator, report, "warn", words="")
    assert answer.status_code == 422
    assert b"The person must know why." in answer.content


def test_what_was_settled_is_not_settled_again(moderator, report) -> None:
    assert settle(moderator, report, "warn").status_code == 302
    answer = settle(moderator, report, "suspend")
    assert answer.status_code == 409
    assert Sanction.objects.count() == 1


def test_reports_of_one_thing_are_settled_together(
    moderator, report, open_table, people, voice
) -> None:
    room = report.room
    other = Report.objects.create(
        kind=report.kind,
        subject=report.subject,
        reason="rude",
        reporter=people[2],
        about=people[1],
        about_name="Cobalt",
        room=room,
        made_at=timezone.now(),
    )
    settle(moderator, report, "warn")
    other.refresh_from_db()
    assert other.state == "settled"
    assert people[2].notices.count() == 1


def test_a_warning_reaches_the_lobby(moderator, report, people) -> None:
    settle(moderator, report, "warn")
    notices = look_at_lobby(people[1], timezone.now())["notices"]
    assert [one.text for one in notices] == ["A moderator warns you. Stay friendly."]
