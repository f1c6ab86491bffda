"""The outbox: letters leave on a thread of their own, are tried again, and are never sent twice."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games.common.threads import with_mail, with_rows
from games.mail import post
from games.mail.models import Letter
from games.mail.services.outbox import LEASE, PAUSES, forget_letters, take_letter
from games.players.models import Player
from tests.mail.server import run_mail_server
from tests.site.test_supervise import run_apart

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def write(to: str = "jade@tiles.example", **changes: object) -> Letter:
    name = f"Jade {Player.objects.count()}"
    player = Player.objects.create(nickname=name, email_asked=to)
    fields = {"kind": "confirm", "subject": "Tiles", "text": "Your turn.", "created_at": NOON}
    return Letter.objects.create(to=to, player=player, **{"due_at": NOON, **fields, **changes})


def test_a_letter_is_sent_once_and_its_text_forgotten(settings) -> None:
    letter = write()
    with run_mail_server(settings) as server:
        assert post.send_one()
        assert not post.send_one()
    (text,) = server.letters
    assert "To: jade@tiles.example" in text
    assert "Your turn." in text
    assert f"Message-ID: <{letter.pk}@localhost>" in text
    letter.refresh_from_db()
    assert (letter.due_at, letter.text) == (None, "")
    assert letter.sent_at is not None


@pytest.mark.parametrize("answers", [{"RCPT": "451 later"}, {"MAIL": "421 busy"}])
def test_a_server_in_a_bad_mood_is_asked_again_ever_more_rarely(settings, answers) -> None:
    letter = write()
    pauses = []
    with run_mail_server(settings, answers=answers) as server:
        while letter.due_at is not None:
            Letter.objects.update(due_at=NOON)
            begun = timezone.now()
            assert post.send_one()
            letter.refresh_from_db()
            if letter.due_at is not None:
                pauses.append((letter.due_at - begun) // timedelta(minutes=1))
    assert timedelta(minutes=sum(pauses)) == sum(PAUSES, timedelta(0))
    assert server.letters == []
    assert letter.attempts == len(PAUSES) + 1
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
def test_what_can_never_be_sent_is_given_up_at_once(settings, to, answers) -> None:
    letter, other = write(to), write("rust@tiles.example", due_at=NOON + timedelta(seconds=1))
    with run_mail_server(settings, answers=answers):
        assert post.send_one()
        letter.refresh_from_db()
        assert (letter.due_at, letter.attempts) == (None, 1)
        assert letter.fault
        assert post.send_one(), "the next one is not kept waiting"
    other.refresh_from_db()
    assert other.attempts + bool(other.sent_at) == 1


def test_two_workers_send_different_letters(settings) -> None:
    first, second = write(), write()
    taken = {take_letter(NOON).pk, take_letter(NOON).pk}
    assert taken == {first.pk, second.pk}
    assert take_letter(NOON) is None
    later = NOON + LEASE + timedelta(seconds=1)
    assert take_letter(later) is not None, "its worker was killed"


def test_settled_letters_are_forgotten_after_some_days() -> None:
    write(due_at=None)
    waiting = write()
    forget_letters(NOON + timedelta(days=30))
    assert list(Letter.objects.all()) == [waiting]


@pytest.mark.django_db(transaction=True)
def test_a_silent_mail_server_holds_up_letters_alone(settings) -> None:
    """While the mail thread waits for it, the worker reads and writes its rows as ever."""
    write()

    async def work() -> None:
        with run_mail_server(settings, silent=True) as server:
            settings.EMAIL_TIMEOUT = 60
            sending = asyncio.create_task(with_mail(post.send_one))
            await asyncio.to_thread(server.called.wait, 20)
            for _ in range(3):
                assert await asyncio.wait_for(with_rows(Player.objects.count), 5) == 1
            assert not sending.done()
            server.over.set()
            assert await asyncio.wait_for(sending, 20)

    run_apart(work())
    letter = Letter.objects.get()
    assert (letter.attempts, letter.sent_at) == (1, None)
    assert letter.due_at is not None


def test_no_server_is_waited_for_longer_than_the_time_limit(settings) -> None:
    letter = write()
    with run_mail_server(settings, silent=True):
        assert post.send_one()
    letter.refresh_from_db()
    assert letter.attempts == 1
    assert letter.due_at is not None
