"""E-mail collected and sent at chosen hours, and its unsubscribe link."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from games.mail.jobs import outbox_delivery
from games.mail.models import OutgoingMail
from games.mail.services.outbox import (
    SENDING_LEASE,
    claim_mail,
    claim_other_mail,
    queue_notification_mail,
)
from games.mail.services.send_times import get_send_time
from games.players.models import Notification, Player
from games.players.services import notification_settings
from games.players.services.notification_settings import (
    NotificationChannel,
    NotificationEvent,
    wants_notification,
)

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
HERS = "jade@tiles.example"
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


@pytest.mark.parametrize(
    ("ready", "hours", "zone", "expected"),
    [
        ("2026-05-01T12:00", [], "", "2026-05-01T12:00"),
        ("2026-05-01T12:00", [12], "", "2026-05-01T12:00"),
        ("2026-05-01T12:01", [12], "", "2026-05-02T12:00"),
        ("2026-05-01T12:00", [8, 18], "", "2026-05-01T18:00"),
        ("2026-05-01T19:00", [8, 18], "", "2026-05-02T08:00"),
        ("2026-05-01T12:00", [8, 18], "Europe/Berlin", "2026-05-01T16:00"),
        ("2026-05-01T12:00", [8], "America/Los_Angeles", "2026-05-01T15:00"),
        ("2026-05-01T12:00", [8], "Pacific/Kiritimati", "2026-05-01T18:00"),
        ("2026-05-01T05:00", [23], "Pacific/Pago_Pago", "2026-05-01T10:00"),
        ("2026-03-28T12:00", [2], "Europe/Berlin", "2026-03-29T01:00"),
        ("2026-10-24T12:00", [8], "Europe/Berlin", "2026-10-25T07:00"),
        ("2026-05-01T12:00", [18], "Nowhere/At_All", "2026-05-01T18:00"),
        ("2026-05-01T12:00", [18], "../../etc/passwd", "2026-05-01T18:00"),
    ],
)
def test_the_next_chosen_hour_is_found(ready, hours, zone, expected) -> None:
    found = get_send_time(datetime.fromisoformat(f"{ready}+00:00"), hours, zone)
    assert found.astimezone(UTC).isoformat() == f"{expected}:00+00:00"


def test_email_that_would_be_too_late_is_sent_at_once() -> None:
    assert get_send_time(NOON, [18], "", NOON + 3 * HOUR) == NOON
    assert get_send_time(NOON, [18], "", NOON + 7 * HOUR) == NOON
    assert get_send_time(NOON, [18], "", NOON + 8 * HOUR) == NOON + 6 * HOUR


@pytest.fixture
def jade(db) -> Player:
    player = Player.objects.create(nickname="Jade", email=HERS)
    chosen = {kind.value: ["mail"] for kind in NotificationEvent}
    notification_settings.save_settings(
        player, chosen, sounds=True, volume=50, mail_hours=[8, 18], zone=""
    )
    return player


def leave(player: Player, kind: str, text: str, now: datetime = NOON) -> Notification:
    notice = Notification.objects.create(
        player=player, kind=kind, text=text, path="/somewhere/", created_at=now
    )
    queue_notification_mail(notice, now)
    return notice


@pytest.fixture
def at(monkeypatch):
    def put(now: datetime) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)

    return put


def test_notifications_of_an_hour_are_sent_as_one_email(jade, mailoutbox, at) -> None:
    read = leave(jade, "turn", "Read on the site.")
    kept = [leave(jade, "turn", "One turn."), leave(jade, "ended", "One end.", NOON + HOUR)]
    read.read_at = NOON
    read.save()
    at(NOON + 5 * HOUR)
    assert not outbox_delivery.send_next_mail()
    at(NOON + 6 * HOUR)
    assert outbox_delivery.send_next_mail()
    assert not outbox_delivery.send_next_mail()
    (mail,) = mailoutbox
    assert mail.subject == "Tileroom: 2 notifications"
    assert "One turn." in mail.body
    assert "One end." in mail.body
    assert "Read on" not in mail.body
    assert mail.body.count("/reminders/stop/") == 1
    for notice in kept:
        notice.refresh_from_db()
        assert notice.mailed_at == NOON + 6 * HOUR


def test_a_single_notification_keeps_its_subject(jade, mailoutbox, at) -> None:
    leave(jade, "turn", "One turn.")
    at(NOON + 6 * HOUR)
    assert outbox_delivery.send_next_mail()
    assert mailoutbox[0].subject == "Tileroom: Your turn"


def test_emails_of_different_players_are_not_combined(jade, mailoutbox, at) -> None:
    leave(jade, "turn", "Hers.")
    leave(Player.objects.create(nickname="Rust", email="rust@tiles.example"), "turn", "His.")
    at(NOON + 6 * HOUR)
    while outbox_delivery.send_next_mail():
        pass
    assert {(mail.to[0], "Hers." in mail.body) for mail in mailoutbox} == {
        (HERS, True),
        ("rust@tiles.example", False),
    }


def test_two_workers_send_each_notification_once(jade) -> None:
    for text in ("One.", "Two.", "Three."):
        leave(jade, "turn", text)
    later = NOON + 6 * HOUR
    first = claim_mail(later)
    assert first is not None
    assert len(claim_other_mail(first, later)) == 2
    assert claim_other_mail(first, later) == []
    assert claim_mail(later) is None
    assert claim_mail(later + SENDING_LEASE + MINUTE) is not None, "its worker was killed"


def link_of(mail) -> str:
    assert mail.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    header = mail.extra_headers["List-Unsubscribe"]
    (path,) = re.findall(r"^<https?://[^/]+(/reminders/stop/[^/]+/)>$", header)
    return str(path)


def test_one_click_unsubscribes_from_the_kinds_in_the_email(jade, mailoutbox, at) -> None:
    leave(jade, "turn", "One turn.")
    leave(jade, "reminder", "It runs out.")
    queued = leave(jade, "turn", "Another.", NOON + 7 * HOUR)
    at(NOON + 6 * HOUR)
    assert outbox_delivery.send_next_mail()
    path, client = link_of(mailoutbox[0]), Client(enforce_csrf_checks=True)
    page = client.get(path).content.decode()
    assert "My turn" in page
    assert "Stop all e-mail" in page
    assert wants_notification(
        Player.objects.get(), NotificationEvent.TURN, NotificationChannel.MAIL
    ), "looking changes nothing"
    for _twice in range(2):
        assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    jade = Player.objects.get()
    assert jade.email == HERS
    wanted = {
        kind.value
        for kind in NotificationEvent
        if wants_notification(jade, kind, NotificationChannel.MAIL)
    }
    assert wanted == {"invitation", "result", "seat", "account", "report"}
    at(NOON + 24 * HOUR)
    assert not outbox_delivery.send_next_mail()
    assert OutgoingMail.objects.get(notice=queued).due_at is None


def test_a_second_link_unsubscribes_from_all_email(jade, mailoutbox, at) -> None:
    leave(jade, "turn", "One turn.")
    at(NOON + 6 * HOUR)
    outbox_delivery.send_next_mail()
    client = Client()
    page = client.get(link_of(mailoutbox[0])).content.decode()
    (all_mail,) = re.findall(r'href="(/reminders/stop/[^"]+)"', page)
    assert "stop sending notifications to" in client.get(all_mail).content.decode()
    assert wants_notification(
        Player.objects.get(), NotificationEvent.TURN, NotificationChannel.MAIL
    )
    assert client.post(all_mail).status_code == 200
    assert not any(
        wants_notification(Player.objects.get(), kind, NotificationChannel.MAIL)
        for kind in NotificationEvent
    )


def test_a_link_of_a_former_address_has_no_effect(jade, mailoutbox, at) -> None:
    leave(jade, "turn", "One turn.")
    at(NOON + 6 * HOUR)
    outbox_delivery.send_next_mail()
    Player.objects.update(email="other@tiles.example")
    Client().post(link_of(mailoutbox[0]))
    assert wants_notification(
        Player.objects.get(), NotificationEvent.TURN, NotificationChannel.MAIL
    )
    assert Client().post(link_of(mailoutbox[0])[:-3] + "x/").status_code == 404
