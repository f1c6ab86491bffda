"""Reports that a moderator may not decide, the log of decisions, and alerts about new reports."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone

from games.chat.models import Message
from games.lobby.perspective import build_lobby
from games.mail.models import OutgoingMail
from games.moderation.models import ModerationReport
from games.moderation.services.moderators import REPORT_FILED_KIND
from games.players.models import Notification, Player, Sanction
from games.players.services import notification_settings
from tests.clubs.club_driver import ClubDriver
from tests.events.conftest import make_member
from tests.events.event_driver import EventClock, EventDriver
from tests.leagues.league_driver import LeagueDriver
from tests.moderation.conftest import QUEUE, settle

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
def test_only_administrators_settle_reports_about_staff(moderator, report, people, right) -> None:
    account = User.objects.create_user("cobalt")
    User.objects.filter(pk=account.pk).update(**{right: True})
    Player.objects.filter(pk=people[1].pk).update(user=account)
    for verdict in ("suspend", "rename", "warn", "dismiss"):
        answer = settle(moderator, report, verdict)
        assert answer.status_code == 403
        assert "An administrator has to settle it" in answer.content.decode()
    assert not Sanction.objects.exists()
    assert ModerationReport.objects.get().state == "open"
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss"))
    assert settle(boss, report, "warn").status_code == 302


def test_moderators_cannot_settle_reports_about_themselves(moderator, report, people) -> None:
    for account in (User.objects.get(username="mod"), User.objects.create_superuser("boss")):
        Player.objects.filter(pk=people[1].pk).update(user=account)
        desk = Client()
        desk.force_login(account)
        answer = settle(desk, report, "dismiss")
        assert answer.status_code == 403
        assert "Another moderator has to settle it" in answer.content.decode()
    assert ModerationReport.objects.get().state == "open"


def test_a_program_counts_as_its_operator(moderator, report, people) -> None:
    mod = User.objects.get(username="mod")
    operator = Player.objects.create(nickname="Op", user=mod)
    Player.objects.filter(pk=people[1].pk).update(operator=operator)
    desk = Client()
    desk.force_login(mod)
    answer = settle(desk, report, "dismiss")
    assert answer.status_code == 403
    assert "Another moderator has to settle it" in answer.content.decode()
    assert ModerationReport.objects.get().state == "open"


def test_administrators_see_every_action_in_one_log(moderator, report) -> None:
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss"))
    settle(moderator, report, "mute")
    assert moderator.get("/admin/admin/logentry/").status_code == 403
    page = boss.get("/admin/admin/logentry/").content.decode()
    assert "Muted. Stay friendly." in page
    assert page.count("Cobalt: Insults or threats") == 1
    entry = LogEntry.objects.get()
    assert (
        boss.post(f"/admin/admin/logentry/{entry.pk}/delete/", {"post": "yes"}).status_code == 403
    )
    lexicon = report.room.lexicon
    editor = Client()
    staff = User.objects.create_user("editor", is_staff=True)
    staff.groups.add(Group.objects.get(name="Dictionary editor"))
    editor.force_login(staff)
    before = LogEntry.objects.count()
    change = {"add": "ZZZ", "reason": "slang", "base": lexicon.current_revision_id or 0}
    saved = editor.post(f"/admin/lexicon/lexicon/{lexicon.pk}/words/save/", change)
    assert saved.status_code == 302
    assert LogEntry.objects.filter(user=staff).count() == 1
    editor.post("/admin/logout/")
    assert LogEntry.objects.count() == before + 1
    assert "lexicon" in boss.get("/admin/admin/logentry/?q=editor").content.decode()


def test_the_log_has_what_directors_do(lexicon) -> None:
    director, clock = make_member("Rust"), EventClock()
    event = EventDriver.open(director, [], clock)
    assert event.direct("announce", text="Lunch at noon.") == ""
    league = LeagueDriver.found(director, clock)
    assert league.send(director, "direct", act="close") == ""
    club = ClubDriver.open(director, clock)
    assert club.direct("renew_link") == ""
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss"))
    page = boss.get("/admin/admin/logentry/").content.decode()
    for what in ("announce: text Lunch at noon.", "close", "renew_link"):
        assert what in page, what
    assert page.count("Autumn Cup") == 1


def test_the_front_page_shows_open_reports_to_moderators(moderator, report) -> None:
    assert "1 open report" in moderator.get("/admin/").content.decode()
    settle(moderator, report, "dismiss")
    assert "0 open reports" in moderator.get("/admin/").content.decode()
    editor = Client()
    editor.force_login(User.objects.create_user("editor", is_staff=True))
    assert "open report" not in editor.get("/admin/").content.decode()


def test_moderators_are_notified_once_until_they_open_the_queue(
    moderator, people, open_table, voice
) -> None:
    mod = User.objects.get(username="mod")
    Player.objects.filter(pk=people[3].pk).update(user=mod)
    EmailAddress.objects.create(user=mod, email="mod@tiles.example", primary=True, verified=True)
    room = open_table(seats=3)
    for text in ("fool", "clown"):
        voice(room, people[1]).say(text, "players")
        number = Message.objects.latest("pk").pk
        voice(room, people[0]).post(f"{number}/report", reason="rude")
    notice = people[3].notices.get()
    assert (notice.kind, notice.path) == ("report_filed", QUEUE)
    assert not people[1].notices.exists()
    assert [(one.kind, one.to) for one in OutgoingMail.objects.all()] == [
        (REPORT_FILED_KIND, "mod@tiles.example")
    ]
    notification_settings.save_settings(
        people[3], {}, sounds=True, volume=50, mail_hours=[], zone=""
    )
    Notification.objects.update(read_at=timezone.now())
    voice(room, people[1]).say("jester", "players")
    voice(room, people[0]).post(f"{Message.objects.latest('pk').pk}/report", reason="rude")
    assert OutgoingMail.objects.count() == 1, "mail has been switched off"
    Notification.objects.filter(pk=notice.pk).delete()
    notices = build_lobby(people[3], timezone.now())["notices"]
    assert [one.sentence for one in notices] == ["Open reports are waiting for a moderator."]


def test_only_moderators_have_the_email_switch_for_reports(
    moderator, people, open_table, voice, client_of
) -> None:
    page, asks = "/settings/notifications/", "New reports for moderators"
    mod = User.objects.get(username="mod")
    Player.objects.filter(pk=people[3].pk).update(user=mod)
    EmailAddress.objects.create(user=mod, email="mod@tiles.example", primary=True, verified=True)
    browser, other = client_of(Player.objects.get(pk=people[3].pk)), client_of(people[1])
    assert asks in browser.get(page).content.decode()
    assert asks not in other.get(page).content.decode()
    assert other.post(page, {"volume": "40", "report": "mail"}).status_code == 302
    assert "report" not in people[1].notification_settings.chosen, "the form had no such switch"

    sent = {"volume": "40", "turn": "mail"}
    assert browser.post(page, sent).status_code == 302
    room = open_table(seats=3)
    voice(room, people[1]).say("fool", "players")
    path = f"{Message.objects.latest('pk').pk}/report"
    voice(room, people[0]).post(path, reason="rude")
    notice = people[3].notices.get()
    assert notice.kind == REPORT_FILED_KIND
    assert not OutgoingMail.objects.exists(), "the bell alone"

    assert browser.post(page, sent | {"report": "mail"}).status_code == 302
    notice.delete()
    voice(room, people[1]).say("clown", "players")
    voice(room, people[0]).post(f"{Message.objects.latest('pk').pk}/report", reason="rude")
    assert [one.kind for one in OutgoingMail.objects.all()] == [REPORT_FILED_KIND]
