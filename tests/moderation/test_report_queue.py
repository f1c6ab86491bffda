"""The moderators' queue: who may open it, what it shows, and what a decision does."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.chat.models import Message
from games.lobby.perspective import build_lobby
from games.moderation.models import ModerationReport
from games.players.models import Notification, Player, Sanction
from games.players.services.notifications import describe_notification
from tests.chat.conftest import said_in
from tests.moderation.conftest import QUEUE, settle
from tests.play.conftest import table_of

pytestmark = pytest.mark.django_db


def test_old_addresses_of_the_queue_lead_to_it(moderator, report) -> None:
    old = "/admin/games/report/"
    assert moderator.get(f"{old}?state=all").url == f"{QUEUE}?state=all"
    page = moderator.get(f"{old}{report.pk}/change/", follow=True)
    assert page.redirect_chain == [(f"{QUEUE}{report.pk}/change/", 302)]
    assert "Cobalt" in page.content.decode()


def test_a_moderator_sees_only_the_queue(moderator, report) -> None:
    page = moderator.get(QUEUE).content.decode()
    assert "Cobalt" in page
    shown = moderator.get(f"{QUEUE}{report.pk}/change/").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; fool" in shown
    assert "<script>alert(1)" not in shown
    for path in ("room", "game", "player", "notification", "outgoingmail"):
        assert moderator.get(f"/admin/games/{path}/").status_code == 403
    assert moderator.get("/admin/auth/user/").status_code == 403
    assert moderator.get("/admin/lexicon/lexicon/").status_code == 403
    assert moderator.get(f"{QUEUE}add/").status_code == 403
    assert moderator.post(f"{QUEUE}{report.pk}/delete/", {"post": "yes"}).status_code == 403


def test_others_cannot_open_the_queue(report, people, client_of) -> None:
    staff = Client()
    staff.force_login(User.objects.create_user("staff", password="x", is_staff=True))
    assert staff.get(f"{QUEUE}{report.pk}/change/").status_code == 403
    assert settle(staff, report, "dismiss").status_code == 403
    assert client_of(people[0]).get(f"{QUEUE}{report.pk}/change/").status_code == 302
    report.refresh_from_db()
    assert report.state == "open"


def said(player: Player) -> str:
    notice = player.notices.get()
    return describe_notification(notice, notice.created_at)


def test_the_queue_lists_open_reports_by_default(moderator, report) -> None:
    settle(moderator, report, "dismiss")
    moderator.get(QUEUE)  # shows and clears the confirmation
    assert b"Cobalt" not in moderator.get(QUEUE).content
    assert b"Cobalt" in moderator.get(QUEUE, {"state": "dismissed"}).content


def test_a_dismissed_report_notifies_only_the_reporter(moderator, report, people) -> None:
    assert settle(moderator, report, "dismiss", words="").status_code == 302
    assert not people[1].notices.exists()
    assert "Thank you" in said(people[0])
    assert not Sanction.objects.exists()


def test_a_muted_player_cannot_write_and_sees_the_reason(
    moderator, report, people, voice, client_of
) -> None:
    assert settle(moderator, report, "mute").status_code == 302
    room = report.room
    answer = voice(room, people[1]).say("hello?", "players")
    assert answer.status_code == 403
    assert said_in(answer).startswith("You can&#x27;t send messages until ")
    assert said_in(answer).endswith("Stay friendly.")
    notice = people[1].notices.get()
    assert said(people[1]).endswith("UTC. Stay friendly.")
    standing = client_of(people[1]).get(notice.get_absolute_url(), follow=True).content.decode()
    assert "Stay friendly." in standing
    assert "Amber" not in said(people[1])
    assert "Cobalt" not in said(people[0])
    game = table_of(room)
    assert game.state is not None
    mover = people[game.state["to_move"]]
    sent = {"game": game.pk, "turn": game.turn_number, "key": "k"}
    assert client_of(mover).post(f"/r/{room.code}/pass", sent).status_code == 200


def test_a_mute_expires(moderator, report, people, voice) -> None:
    settle(moderator, report, "mute", hours="1")
    Player.objects.filter(pk=people[1].pk).update(muted_until=timezone.now() - timedelta(seconds=1))
    assert voice(report.room, people[1]).say("sorry", "players").status_code == 200


def test_a_suspended_player_can_finish_games_but_not_start_any(
    moderator, report, people, open_table, voice, client_of
) -> None:
    waiting = open_table(seats=1 + 1, started=False)
    client = client_of(people[1])
    assert waiting.games.get().holders.filter(player=people[1]).exists()
    assert settle(moderator, report, "suspend").status_code == 302
    assert not waiting.games.get().holders.filter(player=people[1]).exists(), "it could begin"
    answer = client.post(f"/r/{waiting.code}/sit", {"seat": "1"})
    assert answer.status_code == 403
    assert "You can&#x27;t send messages or start games until" in answer.content.decode()
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


def test_a_new_name_is_shown_at_once(moderator, report, people, voice) -> None:
    assert settle(moderator, report, "rename", name="Teal").status_code == 302
    people[1].refresh_from_db()
    assert people[1].nickname == "Teal"
    assert ">Teal</bdi>" in voice(report.room, people[0]).html
    assert "Teal" in said(people[1])


def test_a_taken_name_is_refused_and_the_form_kept(moderator, report, people) -> None:
    answer = settle(moderator, report, "rename", name="Amber")
    assert answer.status_code == 422
    assert b"Stay friendly." in answer.content
    report.refresh_from_db()
    assert (report.state, Notification.objects.count(), Sanction.objects.count()) == ("open", 0, 0)


def test_a_sanction_needs_a_reason(moderator, report) -> None:
    answer = settle(moderator, report, "warn", words="")
    assert answer.status_code == 422
    assert b"Tell the player why." in answer.content


def test_a_settled_report_cannot_be_settled_again(moderator, report) -> None:
    assert settle(moderator, report, "warn").status_code == 302
    answer = settle(moderator, report, "suspend")
    assert answer.status_code == 409
    assert Sanction.objects.count() == 1


def test_reports_of_one_subject_are_settled_together(
    moderator, report, open_table, people, voice
) -> None:
    room = report.room
    other = ModerationReport.objects.create(
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


def test_a_warning_is_shown_in_the_lobby(moderator, report, people) -> None:
    settle(moderator, report, "warn")
    notices = build_lobby(people[1], timezone.now())["notices"]
    assert [one.sentence for one in notices] == [
        "You have a warning from a moderator. Stay friendly."
    ]


@pytest.mark.parametrize(
    ("verdict", "column"), [("suspend", "suspended_until"), ("mute", "muted_until")]
)
def test_the_longer_of_two_sanctions_applies(moderator, report, people, verdict, column) -> None:
    settle(moderator, report, verdict, hours="168")
    until = getattr(Player.objects.get(pk=people[1].pk), column)
    assert until > timezone.now() + timedelta(days=6)
    again = ModerationReport.objects.create(
        kind="nickname",
        subject="name:again",
        reason="name",
        about=people[1],
        about_name="Cobalt",
        made_at=timezone.now(),
    )
    assert settle(moderator, again, verdict, hours="1").status_code == 302
    assert getattr(Player.objects.get(pk=people[1].pk), column) == until


def test_phrases_and_names_in_a_report_are_in_the_moderators_language(
    moderator, open_table, people, voice
) -> None:
    room = open_table(started=False)
    guest = Player.objects.create(nickname="Guest 482917")
    voice(room, guest).say("", phrase="hello")
    reporter = voice(room, people[0])
    reporter.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    reporter.post(f"{Message.objects.get().pk}/report", reason="rude")
    made = ModerationReport.objects.get()
    for language, texts in {
        "en": ("Guest 482917", "Hello"),
        "de": ("Gast 482917", "Hallo"),
    }.items():
        moderator.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        page = moderator.get(f"{QUEUE}{made.pk}/change/").content.decode()
        assert all(text in page for text in texts)
        assert "Bonjour" not in page
        assert ("Guest 482917" in page) == (language == "en")


def test_the_text_of_a_phrase_that_an_earlier_release_stored_is_still_shown(
    moderator, report
) -> None:
    report.context[0] |= {"text": "Bonjour"}
    del report.context[0]["phrase"]
    report.save()
    assert "Bonjour" in moderator.get(f"{QUEUE}{report.pk}/change/").content.decode()
