"""Notification settings: the page of switches, the short form, and how services apply them."""

import pytest
from django.conf import settings
from django.test import Client

from games.players.models import NotificationSettings, Player
from games.players.services import notification_settings
from games.players.services.notification_settings import (
    OFFERED_CHANNELS,
    NotificationChannel,
    NotificationEvent,
    wants_notification,
)
from games.players.services.notifications import get_setting_event

pytestmark = pytest.mark.django_db

PAGE = "/settings/notifications/"
LEAST = {"volume": "40"}


@pytest.fixture
def jade() -> Player:
    return Player.objects.create(nickname="Jade", email="jade@tiles.example")


@pytest.fixture
def browser(jade: Player, client_of) -> Client:
    return client_of(jade)


def test_a_visitor_without_a_player_has_no_settings(client: Client) -> None:
    assert "Join a game first" in client.get(PAGE).content.decode()
    assert client.post(PAGE, LEAST).status_code == 200
    assert client.post(f"{PAGE}sound/", LEAST).status_code == 403
    assert not Player.objects.exists()


def test_choices_are_saved_and_shown(browser, jade) -> None:
    sent = LEAST | {"turn": ["mail", "sound"], "sounds": "on", "mail_hours": ["18", "8"]}
    assert browser.post(PAGE, sent | {"zone": "Europe/Vienna"}).status_code == 302
    kept = NotificationSettings.objects.get(player=jade)
    assert kept.chosen["turn"] == ["sound", "mail"]
    assert (kept.mail_hours, kept.zone, kept.volume) == ([8, 18], "Europe/Vienna", 40)
    assert wants_notification(jade, "turn", "mail")
    assert not wants_notification(jade, "turn", "push")
    assert not wants_notification(jade, "invitation", "mail"), "nothing was chosen there"
    page = browser.get(PAGE).content.decode()
    assert '<option value="Europe/Vienna" selected>' in page
    assert page.split("<main")[1].split("</main>")[0].count(" checked") == 5


@pytest.mark.parametrize("own", ["", "Asia/Tokyo", "Etc/GMT+5"])
def test_saving_other_settings_chooses_no_time_zone(browser, jade, own: str) -> None:
    browser.cookies[settings.TIME_ZONE_COOKIE_NAME] = own
    shown = browser.get(PAGE).content.decode()
    assert f'<option value="{own or "UTC"}" selected>' in shown
    assert "data-guess" in shown
    assert browser.post(PAGE, LEAST | {"zone": own or "UTC"}).status_code == 302
    assert NotificationSettings.objects.get(player=jade).zone == ""
    assert "data-guess" in browser.get(PAGE).content.decode(), "none is chosen yet"


def test_the_browsers_time_zone_can_be_chosen_again(browser, jade) -> None:
    browser.cookies[settings.TIME_ZONE_COOKIE_NAME] = "Asia/Tokyo"
    for zone, kept in (("UTC", "UTC"), ("Europe/Vienna", "Europe/Vienna"), ("Asia/Tokyo", "")):
        browser.post(PAGE, LEAST | {"zone": zone})
        assert NotificationSettings.objects.get(player=jade).zone == kept


def test_defaults_apply_without_a_choice(jade) -> None:
    assert wants_notification(jade, "turn", "sound")
    assert wants_notification(jade, "low_time", "sound")
    assert wants_notification(jade, "reminder", "mail")
    assert not wants_notification(jade, "result", "sound")
    assert not NotificationSettings.objects.exists()


def test_one_switch_turns_everything_off(browser, jade) -> None:
    assert browser.post(f"{PAGE}sound/", {"volume": "30"}).status_code == 204
    jade.refresh_from_db()
    assert not any(
        wants_notification(jade, kind, NotificationChannel.SOUND) for kind in NotificationEvent
    )
    assert wants_notification(jade, "turn", "mail"), "the rest stays as it was"
    assert browser.post(f"{PAGE}sound/", {"volume": "30", "sounds": "on"}).status_code == 204
    assert wants_notification(Player.objects.get(), "turn", "sound")


@pytest.mark.parametrize(
    "odd",
    [
        {"volume": "101"},
        {"volume": "-1"},
        {"volume": "loud"},
        {"volume": ""},
        {"turn": ["smoke"]},
        {"low_time": ["mail"]},
        {"mail_hours": ["24"]},
        {"mail_hours": ["\0"]},
        {"zone": "Mars/Base"},
        {"zone": "../../etc/passwd"},
    ],
    ids=str,
)
def test_invalid_settings_are_refused(browser, odd) -> None:
    answer = browser.post(PAGE, LEAST | odd)
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    if "volume" in odd:
        assert browser.post(f"{PAGE}sound/", odd).status_code == 422
    assert not NotificationSettings.objects.exists()


def test_every_notification_kind_is_on_the_page() -> None:
    assert get_setting_event("lapsing") == NotificationEvent.REMINDER
    assert get_setting_event("ended") == NotificationEvent.RESULT
    assert get_setting_event("dispute") is None
    assert OFFERED_CHANNELS.keys() == set(NotificationEvent)


def test_a_channel_without_any_kind_is_off(jade) -> None:
    notification_settings.save_settings(jade, {}, sounds=True, volume=1, mail_hours=[], zone="")
    assert not any(
        wants_notification(jade, kind, channel)
        for kind in NotificationEvent
        for channel in NotificationChannel
    )
