"""A bounced e-mail switches its kind off, but only for its recipient."""

import io
import sys
from datetime import UTC, datetime
from email import message_from_string
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.mail.jobs import outbox_delivery
from games.mail.models import OutgoingMail
from games.mail.services.outbox import queue_account_mail, queue_notification_mail
from games.players.models import Player
from games.players.services.notification_settings import (
    NotificationChannel,
    NotificationEvent,
    wants_notification,
)
from games.players.services.notifications import create_notification
from tests.accounts.conftest import HERS, log_in, make_member
from tests.mail.smtp_server import run_mail_server

__all__ = ["make_member"]

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def jade(make_member) -> Player:
    return make_member("Jade")


def notify(player: Player) -> OutgoingMail:
    """Queue an e-mail about a log-out on another device."""
    notice = create_notification(player, "logged_out", NOON, path="/settings/", why="asked")
    queue_notification_mail(notice, NOON)
    return OutgoingMail.objects.get(notice=notice)


def is_mailed(player: Player) -> bool:
    return wants_notification(
        Player.objects.get(pk=player.pk), NotificationEvent.ACCOUNT, NotificationChannel.MAIL
    )


def sent_to(player: Player, settings: Any) -> str:
    notify(player)
    with run_mail_server(settings) as server:
        assert outbox_delivery.send_next_mail()
    return server.letters[0]


def report(
    letter: str, *, status: str = "5.1.1", action: str = "failed", whole: bool = True
) -> bytes:
    """Return another mail server's delivery report about an e-mail (RFC 3464)."""
    headers = letter.replace("\r\n", "\n").partition("\n\n")[0]
    kind = "message/rfc822" if whole else "text/rfc822-headers"
    return "\n".join(
        [
            "From: MAILER-DAEMON@far.example",
            "To: bounces@tiles.example",
            "Subject: Undelivered",
            "MIME-Version: 1.0",
            'Content-Type: multipart/report; report-type=delivery-status; boundary="XX"',
            "",
            "--XX",
            "Content-Type: text/plain",
            "",
            "No such user.",
            "--XX",
            "Content-Type: message/delivery-status",
            "",
            "Reporting-MTA: dns; far.example",
            "",
            "Final-Recipient: rfc822; jade@tiles.example",
            f"Action: {action}",
            f"Status: {status}",
            "",
            "--XX",
            f"Content-Type: {kind}",
            "",
            headers,
            "",
            "--XX--",
            "",
        ]
    ).encode()


def take(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pass a report to ``manage.py process_bounce``, as the mail server's pipe does."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    call_command("process_bounce", stdout=io.StringIO())


def test_a_rejected_address_switches_that_kind_off_until_the_player_turns_it_on(
    jade, settings
) -> None:
    notify(jade)
    with run_mail_server(settings, answers={"RCPT": "550 5.1.1 no such user"}):
        assert outbox_delivery.send_next_mail()
    assert not is_mailed(jade)
    assert wants_notification(
        Player.objects.get(pk=jade.pk), NotificationEvent.TURN, NotificationChannel.MAIL
    ), "other kinds go on"
    browser = Client()
    log_in(browser)
    assert (
        "E-mail to this address bounced" in browser.get("/settings/notifications/").content.decode()
    )
    fields = {"account": ["mail"], "sounds": "on", "volume": "60", "zone": ""}
    assert browser.post("/settings/notifications/", fields).status_code == 302
    assert is_mailed(jade)
    assert (
        "E-mail to this address bounced"
        not in browser.get("/settings/notifications/").content.decode()
    )


@pytest.mark.parametrize(
    "said", ["554 5.7.1 relaying denied", "451 4.2.1 later", "550 5.7.26 spam"]
)
def test_other_delivery_failures_switch_nothing_off(jade, settings, said) -> None:
    notify(jade)
    with run_mail_server(settings, answers={"RCPT": said}):
        assert outbox_delivery.send_next_mail()
    assert is_mailed(jade)


def test_account_mail_is_still_tried(jade, settings) -> None:
    with run_mail_server(settings, answers={"RCPT": "550 5.1.1 no such user"}):
        for _ in range(2):
            queue_account_mail(HERS, "Code", "123", timezone.now())
            assert outbox_delivery.send_next_mail()
    assert OutgoingMail.objects.filter(kind="account", attempts=1).count() == 2
    assert is_mailed(jade)


@pytest.mark.parametrize("whole", [True, False])
def test_a_later_bounce_report_has_the_same_effect(jade, settings, monkeypatch, whole) -> None:
    letter = sent_to(jade, settings)
    OutgoingMail.objects.all().delete()
    take(report(letter, status="4.4.7", action="delayed", whole=whole), monkeypatch)
    take(report(letter, status="5.7.1", whole=whole), monkeypatch)
    assert is_mailed(jade)
    take(report(letter, whole=whole), monkeypatch)
    assert not is_mailed(jade)


def test_bounces_go_to_the_bounce_address_and_readers_see_the_sites_address(jade, settings) -> None:
    settings.MAIL_BOUNCES_TO, settings.DEFAULT_FROM_EMAIL = "b@tiles.example", "site@tiles.example"
    notify(jade)
    with run_mail_server(settings) as server:
        assert outbox_delivery.send_next_mail()
    assert message_from_string(server.letters[0])["From"] == "site@tiles.example"
    assert server.senders == ["b@tiles.example"]


def test_forged_reports_do_not_switch_off_anyones_email(
    jade, make_member, settings, monkeypatch
) -> None:
    letter = sent_to(jade, settings)
    rust = make_member("Rust")
    (mark,) = [line for line in letter.splitlines() if "@localhost>" in line]
    for forged in (mark.replace("@", "x@"), "Message-ID: <x@localhost>", mark.swapcase()):
        take(report(letter.replace(mark, forged)), monkeypatch)
    for odd in (b"", b"\xff" * 500, letter.encode(), report("Subject: nothing")):
        take(odd, monkeypatch)
    assert is_mailed(jade)
    # A report about the former address means nothing once the address has changed.
    EmailAddress.objects.filter(user=jade.user).update(email="new@tiles.example")
    take(report(letter), monkeypatch)
    assert is_mailed(jade)
    assert is_mailed(rust)
