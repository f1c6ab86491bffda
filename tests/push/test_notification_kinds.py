"""Each kind of notification is one row: it works on every channel,
and an incomplete row keeps the site from starting."""

import re
from dataclasses import fields, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core import mail

from games.mail.jobs.outbox_delivery import send_next_mail
from games.mail.models import OutgoingMail
from games.mail.services.outbox import queue_notification_mail
from games.players.services import notifications
from games.players.services.notification_settings import (
    CHANNELS,
    KindChannels,
    NotificationChannel,
    NotificationEvent,
)
from games.players.services.notifications import (
    NotificationKind,
    PushPolicy,
    create_notification,
    get_notification_kind,
    list_notification_kinds,
    register_kinds,
)
from scrabble_site.shared.instants import write_instant
from tests.play.conftest import NOON

MINUTE = timedelta(minutes=1)
NEW: dict[str, Any] = {
    "code": "trophy",
    "title": "A trophy",
    "describe": lambda event: f"You won a trophy at {event.title}.",
    "setting_event": NotificationEvent.RESULT,
    "leads_to": "room",
    "mail_after": 3 * MINUTE,
    "push": PushPolicy(lifetime=timedelta(hours=1), urgency="low", topic="trophy"),
    "crosses_blocks": False,
    "in_bell": True,
}
"""A kind that is defined by its row alone."""


@pytest.fixture
def row(monkeypatch: pytest.MonkeyPatch) -> NotificationKind:
    monkeypatch.setattr(notifications, "_kinds_by_code", dict(notifications._kinds_by_code))
    made = NotificationKind(**NEW)
    register_kinds(made)
    return made


@pytest.mark.django_db
def test_one_row_reaches_bell_push_and_mail(
    row, open_table, people, subscribe, service, work, client_of, clock
) -> None:
    room, player = open_table(), people[1]
    player.email = "cobalt@tiles.example"
    player.save()
    phone = subscribe(player, "phone")
    notice = create_notification(player, "trophy", NOON, room=room)
    queue_notification_mail(notice, NOON)
    assert "You won a trophy at" in client_of(player).get("/").content.decode()
    assert work(NOON + MINUTE) == 1
    given = service.given[0]
    said = phone.read(given)
    assert (said["title"], said["url"]) == ("A trophy", f"/r/{room.code}/")
    assert said["tag"] == f"trophy-{room.code}"
    assert (given.headers["urgency"], given.headers["ttl"]) == ("low", "3600")
    assert OutgoingMail.objects.get().due_at == NOON + 3 * MINUTE
    clock(NOON + 4 * MINUTE)
    assert send_next_mail()
    assert mail.outbox[0].subject == "Tileroom: A trophy"
    assert "You won a trophy at" in mail.outbox[0].body


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("zone", "written"), [("Asia/Tokyo", "21:00 Asia/Tokyo"), ("", "12:00 UTC")]
)
def test_dates_in_pushes_are_in_the_readers_time_zone(
    row, monkeypatch, open_table, people, subscribe, service, work, zone, written
) -> None:
    dated = replace(row, describe=lambda event: write_instant(event.notice.created_at))
    monkeypatch.setitem(notifications._kinds_by_code, row.code, dated)
    player = people[1]
    player.time_zone = zone
    player.save()
    phone = subscribe(player, "phone")
    create_notification(player, row.code, NOON, room=open_table())
    assert work(NOON + MINUTE) == 1
    assert phone.read(service.given[0])["body"] == f"1 May 2026, {written}"


@pytest.mark.django_db
def test_a_kind_without_a_row_is_refused(people, open_table) -> None:
    with pytest.raises(ValueError, match="trophy"):
        create_notification(people[0], "trophy", NOON, room=open_table())


@pytest.mark.django_db
def test_every_notice_has_a_link(row, people) -> None:
    with pytest.raises(ValueError, match="lead to"):
        create_notification(people[0], "trophy", NOON)


def test_every_field_of_a_row_is_tested_here() -> None:
    assert {field.name for field in fields(NotificationKind)} == NEW.keys()


@pytest.mark.parametrize("name", NEW)
def test_a_row_without_one_of_its_fields_fails(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        NotificationKind(**{key: value for key, value in NEW.items() if key != name})


@pytest.mark.parametrize("name", ["lifetime", "urgency", "topic"])
def test_a_push_policy_without_one_of_its_fields_fails(name: str) -> None:
    given = {"lifetime": MINUTE, "urgency": "high", "topic": "turn"}
    del given[name]
    with pytest.raises(TypeError, match=name):
        PushPolicy(**given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [
        {"code": ""},
        {"code": "a_code_longer_than_its_column"},
        {"title": ""},
        {"push": None},
        {"setting_event": None},
        {"setting_event": NotificationEvent.ACCOUNT},
        {"setting_event": NotificationEvent.MENTION},
    ],
    ids=str,
)
def test_a_row_that_contradicts_its_setting_fails(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"notice|setting"):
        NotificationKind(**NEW | wrong)


def test_two_rows_of_one_code_fail() -> None:
    first = list_notification_kinds()[0]
    with pytest.raises(ValueError, match=first.code):
        register_kinds(replace(first))


def test_an_odd_urgency_fails() -> None:
    with pytest.raises(ValueError, match="loud"):
        PushPolicy(lifetime=MINUTE, urgency="loud", topic="turn")  # type: ignore[arg-type]


def test_a_declined_invitation_has_its_own_row() -> None:
    row = get_notification_kind("declined")
    assert (row.title, row.setting_event, row.push is not None) == (
        "Your invitation was declined",
        NotificationEvent.INVITATION,
        True,
    )


def test_every_setting_has_its_channels() -> None:
    assert CHANNELS.keys() == set(NotificationEvent)
    with pytest.raises(ValueError, match="default"):
        KindChannels(
            offered=(), default=frozenset({NotificationChannel.MAIL}), mailed_from_the_start=False
        )


def test_every_setting_that_can_sound_has_a_sound() -> None:
    script = Path(settings.BASE_DIR, "static/js/notifications/sounds.js").read_text()
    table = script.split("export const SOUNDS = {")[1].split("};")[0]
    sounds = set(re.findall(r"^  (\w+):", table, re.MULTILINE))
    audible = {
        kind.value for kind, row in CHANNELS.items() if NotificationChannel.SOUND in row.offered
    }
    assert audible <= sounds
