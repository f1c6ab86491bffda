"""The outbox: e-mail is sent in a separate thread, retried, and never sent twice."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games.common.worker_threads import run_in_database_thread, run_in_mail_thread
from games.mail.jobs import outbox_delivery
from games.mail.models import OutgoingMail
from games.mail.services.outbox import RETRY_DELAYS, SENDING_LEASE, claim_mail
from games.players.models import Player
from tests.mail.smtp_server import run_mail_server
from tests.processes import PATIENCE
from tests.site.test_worker_restarts import run_in_thread

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def write(to: str = "jade@tiles.example", **changes: object) -> OutgoingMail:
    name = f"Jade {Player.objects.count()}"
    player = Player.objects.create(nickname=name, email_asked=to)
    fields = {"kind": "confirm", "subject": "Tiles", "text": "Your turn.", "created_at": NOON}
    return OutgoingMail.objects.create(
        to=to, player=player, **{"due_at": NOON, **fields, **changes}
    )


def test_an_email_is_sent_once_and_its_text_deleted(settings) -> None:
    letter = write()
    with run_mail_server(settings) as server:
        assert outbox_delivery.send_next_mail()
        assert not outbox_delivery.send_next_mail()
    (text,) = server.letters
    assert "To: jade@tiles.example" in text
    assert "Your turn." in text
    assert f"Message-ID: <{letter.pk}@localhost>" in text
    letter.refresh_from_db()
    assert (letter.due_at, letter.text) == (None, "")
    assert letter.sent_at is not None


@pytest.mark.parametrize("answers", [{"RCPT": "451 later"}, {"MAIL": "421 busy"}])
def test_temporary_failures_are_retried_at_growing_intervals(settings, answers) -> None:
    letter = write()
    pauses = []
    with run_mail_server(settings, answers=answers) as server:
        while letter.due_at is not None:
            OutgoingMail.objects.update(due_at=NOON)
            begun = timezone.now()
            assert outbox_delivery.send_next_mail()
            letter.refresh_from_db()
            if letter.due_at is not None:
                pauses.append((letter.due_at - begun) // timedelta(minutes=1))
    assert timedelta(minutes=sum(pauses)) == sum(RETRY_DELAYS, timedelta(0))
    assert server.letters == []
    assert letter.attempts == len(RETRY_DELAYS) + 1
    assert letter.sent_at is None


@pytest.mark.parametrize(
    ("to", "answers"),
    [
        ("gone@tiles.example", {"RCPT": "550 nobody of that name"}),
        (f"jade@{'ü' * 63}.example", {}),
        ("jade@tiles.example\nBcc: all@tiles.example", {}),
    ],
    ids=["unknown", "no such domain", "two lines"],
)
def test_permanent_failures_are_not_retried(settings, to, answers) -> None:
    letter, other = write(to), write("rust@tiles.example", due_at=NOON + timedelta(seconds=1))
    with run_mail_server(settings, answers=answers):
        assert outbox_delivery.send_next_mail()
        letter.refresh_from_db()
        assert (letter.due_at, letter.attempts) == (None, 1)
        assert letter.last_error
        assert outbox_delivery.send_next_mail(), "the next one is not kept waiting"
    other.refresh_from_db()
    assert other.attempts + bool(other.sent_at) == 1


def test_two_workers_send_different_emails(settings) -> None:
    first, second = write(), write()
    taken = {claim_mail(NOON).pk, claim_mail(NOON).pk}
    assert taken == {first.pk, second.pk}
    assert claim_mail(NOON) is None
    later = NOON + SENDING_LEASE + timedelta(seconds=1)
    assert claim_mail(later) is not None, "its worker was killed"


@pytest.mark.django_db(transaction=True)
def test_a_silent_mail_server_delays_only_email(settings) -> None:
    """While the mail thread waits, the worker continues to read and write its rows."""
    write()

    async def work() -> None:
        with run_mail_server(settings, silent=True) as server:
            sending = asyncio.create_task(run_in_mail_thread(outbox_delivery.send_next_mail))
            await asyncio.to_thread(server.called.wait, PATIENCE)
            for _ in range(3):
                assert (
                    await asyncio.wait_for(run_in_database_thread(Player.objects.count), PATIENCE)
                    == 1
                )
            assert not sending.done()
            server.over.set()
            assert await asyncio.wait_for(sending, PATIENCE)

    run_in_thread(work())
    letter = OutgoingMail.objects.get()
    assert (letter.attempts, letter.sent_at) == (1, None)
    assert letter.due_at is not None


def test_mail_servers_have_a_time_limit(settings) -> None:
    letter = write()
    with run_mail_server(settings, silent=True):
        settings.EMAIL_TIMEOUT = 0.5
        assert outbox_delivery.send_next_mail()
    letter.refresh_from_db()
    assert letter.attempts == 1
    assert letter.due_at is not None
