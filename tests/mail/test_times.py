"""Letters that leave at chosen hours, together, and the link in them that stops their kind."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from games.mail import post
from games.mail.models import Letter
from games.mail.services.outbox import LEASE, take_company, take_letter, write_letter
from games.mail.services.times import leaves_at
from games.players.models import Notice, Player
from games.players.services import tellings
from games.players.services.tellings import Channel, Kind, wants

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
def test_the_next_of_the_chosen_hours(ready, hours, zone, expected) -> None:
    found = leaves_at(datetime.fromisoformat(f"{ready}+00:00"), hours, zone)
    assert found.astimezone(UTC).isoformat() == f"{expected}:00+00:00"


def test_what_would_come_too_late_leaves_at_once() -> None:
    assert leaves_at(NOON, [18], "", NOON + 3 * HOUR) == NOON
    assert leaves_at(NOON, [18], "", NOON + 7 * HOUR) == NOON
    assert leaves_at(NOON, [18], "", NOON + 8 * HOUR) == NOON + 6 * HOUR


@pytest.fixture
def jade(db) -> Player:
    player = Player.objects.create(nickname="Jade", email=HERS)
    chosen = {kind.value: ["mail"] for kind in Kind}
    tellings.choose(player, chosen, sounds=True, volume=50, mail_hours=[8, 18], zone="")
    return player


def leave(player: Player, kind: str, text: str, now: datetime = NOON) -> Notice:
    notice = Notice.objects.create(
        player=player, kind=kind, text=text, path="/somewhere/", created_at=now
    )
    write_letter(notice, f"Tileroom: {text}", text, now, sender=None, wait=10 * MINUTE)
    return notice


@pytest.fixture
def at(monkeypatch):
    def put(now: datetime) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)

    return put


def test_letters_of_an_hour_leave_as_one(jade, mailoutbox, at) -> None:
    read = leave(jade, "turn", "Read on the site.")
    kept = [leave(jade, "turn", "One turn."), leave(jade, "ended", "One end.", NOON + HOUR)]
    read.read_at = NOON
    read.save()
    at(NOON + 5 * HOUR)
    assert not post.send_one()
    at(NOON + 6 * HOUR)
    assert post.send_one()
    assert not post.send_one()
    (mail,) = mailoutbox
    assert mail.subject == "Tileroom: 2 pieces of news"
    assert "One turn." in mail.body
    assert "One end." in mail.body
    assert "Read on" not in mail.body
    assert mail.body.count("/reminders/stop/") == 1
    for notice in kept:
        notice.refresh_from_db()
        assert notice.mailed_at == NOON + 6 * HOUR


def test_one_letter_keeps_its_own_subject(jade, mailoutbox, at) -> None:
    leave(jade, "turn", "One turn.")
    at(NOON + 6 * HOUR)
    assert post.send_one()
    assert mailoutbox[0].subject == "Tileroom: One turn."


def test_letters_of_others_are_not_gathered(jade, mailoutbox, at) -> None:
    leave(jade, "turn", "Hers.")
    leave(Player.objects.create(nickname="Rust", email="rust@tiles.example"), "turn", "His.")
    at(NOON + 6 * HOUR)
    while post.send_one():
        pass
    assert {(mail.to[0], "Hers." in mail.body) for mail in mailoutbox} == {
        (HERS, True),
        ("rust@tiles.example", False),
    }


def test_two_workers_send_a_letter_in_one_mail_only(jade) -> None:
    for text in ("One.", "Two.", "Three."):
        leave(jade, "turn", text)
    later = NOON + 6 * HOUR
    first = take_letter(later)
    assert first is not None
    assert len(take_company(first, later)) == 2
    assert take_company(first, later) == []
    assert take_letter(later) is None
    assert take_letter(later + LEASE + MINUTE) is not None, "its worker was killed"


def link_of(mail) -> str:
    assert mail.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    header = mail.extra_headers["List-Unsubscribe"]
    (path,) = re.findall(r"^<https?://[^/]+(/reminders/stop/[^/]+/)>$", header)
    return str(path)


def test_one_click_stops_the_kinds_that_the_mail_tells(jade, mailoutbox, at) -> None:
    leave(jade, "turn", "One turn.")
    leave(jade, "reminder", "It runs out.")
    queued = leave(jade, "turn", "Another.", NOON + 7 * HOUR)
    at(NOON + 6 * HOUR)
    assert post.send_one()
    path, anybody = link_of(mailoutbox[0]), Client(enforce_csrf_checks=True)
    page = anybody.get(path).content.decode()
    assert "My turn" in page
    assert "Stop all mail" in page
    assert wants(Player.objects.get(), Kind.TURN, Channel.MAIL), "looking changes nothing"
    for _twice in range(2):
        assert anybody.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    jade = Player.objects.get()
    assert jade.email == HERS
    wanted = {kind.value for kind in Kind if wants(jade, kind, Channel.MAIL)}
    assert wanted == {"invitation", "result"}
    at(NOON + 24 * HOUR)
    assert not post.send_one()
    assert Letter.objects.get(notice=queued).due_at is None


def test_all_mail_is_one_step_further(jade, mailoutbox, at) -> None:
    leave(jade, "turn", "One turn.")
    at(NOON + 6 * HOUR)
    post.send_one()
    anybody = Client()
    page = anybody.get(link_of(mailoutbox[0])).content.decode()
    (all_mail,) = re.findall(r'href="(/reminders/stop/[^"]+)"', page)
    assert "Nothing more will be sent" in anybody.get(all_mail).content.decode()
    assert Player.objects.get().email == HERS
    assert anybody.post(all_mail).status_code == 200
    assert Player.objects.get().email == ""


def test_a_link_of_an_address_given_up_does_nothing(jade, mailoutbox, at) -> None:
    leave(jade, "turn", "One turn.")
    at(NOON + 6 * HOUR)
    post.send_one()
    Player.objects.update(email="other@tiles.example")
    Client().post(link_of(mailoutbox[0]))
    assert wants(Player.objects.get(), Kind.TURN, Channel.MAIL)
    assert Client().post(link_of(mailoutbox[0])[:-3] + "x/").status_code == 404
