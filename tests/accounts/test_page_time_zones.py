"""The reader's time zone: learned from the browser, used in e-mails and in the dates of pages."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client

from games.mail.jobs.outbox_delivery import send_next_mail
from games.mail.models import OutgoingMail
from games.players.models import NotificationSettings, Player
from games.players.services.notifications import create_notification
from games.templatetags.dates import moment
from scrabble_site.shared.instants import localize_dates
from tests.accounts.conftest import log_in

pytestmark = pytest.mark.django_db

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def jade(make_member) -> Player:
    return make_member("Jade")


@pytest.fixture
def browser(jade: Player, client: Client) -> Client:
    log_in(client)
    return client


def open_page(browser: Client, zone: str, path: str = "/") -> str:
    """Open a page in a browser whose script has found this time zone."""
    browser.cookies[settings.TIME_ZONE_COOKIE_NAME] = zone
    response = browser.get(path)
    assert response.status_code == 200
    return response.content.decode()


def read_mail(browser: Client, mailoutbox: list[Any]) -> str:
    """Return the e-mail about a log-out on all devices, which says when it was."""
    browser.post("/settings/sessions/end/")
    OutgoingMail.objects.update(due_at=LONG_AGO)
    assert send_next_mail()
    return str(mailoutbox.pop().body)


def test_emails_are_in_the_time_zone_of_the_browser(browser, mailoutbox) -> None:
    open_page(browser, "Asia/Tokyo")
    text = read_mail(browser, mailoutbox)
    assert "Asia/Tokyo" in text
    assert "UTC" not in text


def test_emails_name_utc_while_no_time_zone_is_known(browser, mailoutbox) -> None:
    browser.get("/")
    assert " UTC" in read_mail(browser, mailoutbox)


def test_the_zone_of_the_settings_wins_in_emails(browser, jade, mailoutbox) -> None:
    NotificationSettings.objects.create(player=jade, zone="Europe/Vienna")
    open_page(browser, "Asia/Tokyo")
    assert "Europe/Vienna" in read_mail(browser, mailoutbox)


def test_a_journey_changes_the_time_zone(browser, jade) -> None:
    for zone in ("America/Sao_Paulo", "Asia/Calcutta", "Etc/GMT+5"):
        assert zone in available_timezones()
        open_page(browser, zone)
        jade.refresh_from_db()
        assert jade.time_zone == zone
    browser.cookies.pop(settings.TIME_ZONE_COOKIE_NAME)
    browser.get("/")
    jade.refresh_from_db()
    assert jade.time_zone == zone, "a browser that says nothing changes nothing"


@pytest.mark.parametrize(
    "zone", ["", "Mars/Base", "../../etc/passwd", "localtime", "europe/berlin\t", "A" * 4000]
)
def test_an_unknown_time_zone_changes_nothing(browser, jade, zone: str) -> None:
    open_page(browser, "Asia/Tokyo")
    open_page(browser, zone)
    jade.refresh_from_db()
    assert jade.time_zone == "Asia/Tokyo"


@pytest.mark.parametrize(
    "name", ["31 Dec 9999, 23:59 UTC", "9999-12-31, 23:00 UTC", "1 Jan 0999, 12:00 UTC"]
)
def test_a_name_may_look_like_an_instant(browser, jade, open_table, people, name: str) -> None:
    room = open_table()
    Player.objects.filter(pk__in=[people[0].pk, people[1].pk]).update(nickname=name)
    create_notification(jade, "declined", LONG_AGO, room=room, players=[people[1].pk])
    for path in ("/", f"/r/{room.code}/"):
        assert name in open_page(browser, "Europe/Berlin", path)


def test_instants_at_the_end_of_the_calendar_stay_in_utc() -> None:
    for at in (datetime(9999, 12, 31, 23, tzinfo=UTC), datetime(999, 1, 1, tzinfo=UTC)):
        assert localize_dates(moment(at), ZoneInfo("Europe/Berlin"))


def test_only_pages_keep_the_time_zone(browser, jade) -> None:
    """Not what runs beside a game, which may write nothing but moves."""
    browser.cookies[settings.TIME_ZONE_COOKIE_NAME] = "Asia/Tokyo"
    browser.get("/", headers={"HX-Request": "true"})
    browser.post("/settings/name/", {"name": "Jade"})
    jade.refresh_from_db()
    assert jade.time_zone == ""


def test_the_settings_begin_with_the_browsers_time_zone(browser) -> None:
    path = "/settings/notifications/"
    assert '<option value="UTC" selected>' in browser.get(path).content.decode()
    open_page(browser, "Asia/Tokyo")
    assert '<option value="Asia/Tokyo" selected>' in browser.get(path).content.decode()


def test_a_time_zone_is_exported_and_deleted_with_a_players_data(client: Client) -> None:
    client.post("/settings/name/", {"name": "Fern"})
    open_page(client, "Asia/Tokyo")
    assert client.get("/settings/data/").json()["profile"]["time_zone"] == "Asia/Tokyo"
    assert client.post("/settings/delete/", {"name": "Fern"}).status_code == 302
    assert not Player.objects.exclude(time_zone="").exists()


def test_a_merged_guest_keeps_no_time_zone(client: Client, jade) -> None:
    client.post("/settings/name/", {"name": "Fern"})
    open_page(client, "Asia/Tokyo")
    log_in(client)
    assert [one.time_zone for one in Player.objects.exclude(time_zone="")] == ["Asia/Tokyo"]
    jade.refresh_from_db()
    assert jade.time_zone == "Asia/Tokyo"


def test_a_page_is_shown_even_if_its_time_zone_cannot_be_saved(browser, jade, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("games.accounts.views.page_time_zones.save_time_zone", fail)
    open_page(browser, "Asia/Tokyo")
    jade.refresh_from_db()
    assert jade.time_zone == ""
