"""Push subscriptions: which browsers are accepted, and what ends a subscription."""

from typing import Any

import pytest
from django.conf import settings as site_settings
from django.test import Client

from games.accounts.services.account_deletion import delete_account
from games.accounts.services.sessions import end_sessions
from games.players.models import Player
from games.push.models import PushSubscription
from games.push.services.endpoints import get_push_service
from games.push.services.subscriptions import (
    MAX_BROWSERS,
    delete_ended_subscriptions,
    list_active_subscriptions,
)
from scrabble_site.conf.generated_keys import is_push_key, load_push_key
from scrabble_site.shared.refusals import InvalidRequest
from tests.accounts.conftest import log_in, make_member
from tests.play.conftest import NOON
from tests.push.push_service import Browser

__all__ = ["make_member"]
pytestmark = pytest.mark.django_db

SUBSCRIBE, UNSUBSCRIBE = "/push/subscribe/", "/push/unsubscribe/"


@pytest.fixture
def phone(service) -> Browser:
    return Browser(service, "phone")


def owners() -> list[str]:
    return [one.player.nickname for one in PushSubscription.objects.select_related("player")]


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/QAbc",
        "https://db5p.notify.windows.com/w/?token=abc",
        "https://fcm.googleapis.com:443/fcm/send/abc",
    ],
)
def test_known_services_are_accepted(endpoint) -> None:
    assert get_push_service(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "abc",
        "http://fcm.googleapis.com/fcm/send/abc",
        "https://fcm.googleapis.com:8443/fcm/send/abc",
        "https://fcm.googleapis.com.elsewhere.example/abc",
        "https://elsewhere.example/?fcm.googleapis.com",
        "https://elsewhere.example#fcm.googleapis.com",
        "https://fcm.googleapis.com@elsewhere.example/",
        "https://elsewhere.example\\@fcm.googleapis.com/",
        "https://notify.windows.com/w/",
        "https://xnotify.windows.com/w/",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://169.254.169.254/latest/meta-data/",
        "http://127.0.0.1:6379/",
        "file:///etc/passwd",
        "https://fcm.googleapis.com:x/",
        "https://fcm.googleapis.com/ü",
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/\r\nHost: x",
        "https://[/x",
        "https://fcm.googleapis.com/" + "a" * 1000,
    ],
)
def test_other_addresses_are_refused(endpoint) -> None:
    with pytest.raises(InvalidRequest):
        get_push_service(endpoint)


def test_a_browser_subscribes_and_unsubscribes(people, phone, client_of) -> None:
    browser = client_of(people[0])
    for _twice in range(2):
        assert browser.post(SUBSCRIBE, phone.form).status_code == 204
    assert owners() == ["Amber"]
    stranger = client_of(people[1])
    assert stranger.post(UNSUBSCRIBE, {"endpoint": phone.endpoint}).status_code == 204
    assert owners() == ["Amber"], "it is not theirs"
    for _twice in range(2):
        assert browser.post(UNSUBSCRIBE, {"endpoint": phone.endpoint}).status_code == 204
    assert owners() == []


def test_strangers_cannot_subscribe(phone, client_of) -> None:
    for address in (SUBSCRIBE, UNSUBSCRIBE):
        assert client_of(None).post(address, phone.form).status_code == 403
        assert client_of(None).get(address).status_code == 405
    assert Client(enforce_csrf_checks=True).post(SUBSCRIBE, phone.form).status_code == 403


@pytest.mark.parametrize(
    "changed",
    [
        {"endpoint": ""},
        {"endpoint": "https://elsewhere.example/x"},
        {"endpoint": "http://127.0.0.1:22/"},
        {"p256dh": ""},
        {"p256dh": "ü"},
        {"p256dh": "BAAA"},
        {"p256dh": "B" * 87},
        {"auth": ""},
        {"auth": "AAAA"},
        {"auth": "\0"},
        {"auth": "9" * 5000},
    ],
)
def test_invalid_subscriptions_are_refused(people, phone, client_of, changed) -> None:
    answer = client_of(people[0]).post(SUBSCRIBE, phone.form | changed)
    assert answer.status_code == 422
    assert owners() == []


def test_the_oldest_of_many_browsers_is_forgotten(people, subscribe) -> None:
    browsers = [subscribe(people[0], f"browser{number}") for number in range(MAX_BROWSERS + 2)]
    PushSubscription.objects.filter(endpoint=browsers[0].endpoint).exists()
    assert PushSubscription.objects.count() == MAX_BROWSERS


def test_a_browser_belongs_to_the_player_who_uses_it_now(people, phone, client_of) -> None:
    client_of(people[0]).post(SUBSCRIBE, phone.form)
    client_of(people[1]).post(SUBSCRIBE, phone.form)
    assert owners() == ["Cobalt"]


def test_the_page_shows_whether_its_browser_is_subscribed(people, phone, client_of) -> None:
    browser = client_of(people[0])
    browser.post(SUBSCRIBE, phone.form)
    page = browser.get("/settings/notifications/").content.decode()
    mark = PushSubscription.objects.get().endpoint_hash
    assert f'data-marks="{mark}"' in page
    assert phone.endpoint not in page
    assert site_settings.VAPID_PRIVATE_KEY not in page


def test_signing_up_keeps_only_this_browsers_subscription(people, service, client_of, make_member):
    """The browser that signed up keeps its subscription;
    those of the guest's other browsers end."""
    here, elsewhere = Browser(service, "here"), Browser(service, "elsewhere")
    client = client_of(people[0])
    client.post(SUBSCRIBE, here.form)
    client_of(people[0]).post(SUBSCRIBE, elsewhere.form)
    make_member("Fern", people[1])
    log_in(client, "fern@tiles.example")
    fern = Player.objects.get(nickname="Fern")
    assert [one.endpoint for one in list_active_subscriptions(fern)] == [here.endpoint]
    delete_ended_subscriptions()
    assert PushSubscription.objects.count() == 1


def test_logging_out_ends_the_subscription_on_that_device(people, service, make_member) -> None:
    fern = make_member("Fern", people[0])
    here, there = Client(), Client()
    for client, name in ((here, "here"), (there, "there")):
        log_in(client, "fern@tiles.example")
        assert client.post(SUBSCRIBE, Browser(service, name).form).status_code == 204
    here.post("/accounts/logout/")
    assert [one.endpoint[-5:] for one in list_active_subscriptions(fern)] == ["there"]


def test_logging_out_everywhere_ends_every_subscription(people, subscribe) -> None:
    subscribe(people[0], "phone")
    end_sessions(people[0])
    assert not list_active_subscriptions(people[0]).exists()
    delete_ended_subscriptions()
    assert not PushSubscription.objects.exists()


def test_a_deleted_player_gets_no_pushes(people, subscribe) -> None:
    subscribe(people[0], "phone")
    delete_account(people[0], NOON)
    assert not PushSubscription.objects.exists()


def test_an_export_names_the_service_and_no_key(people, phone, client_of) -> None:
    browser = client_of(people[0])
    browser.post(SUBSCRIBE, phone.form)
    answer = browser.get("/settings/data/")
    (subscription,) = answer.json()["push"]
    assert subscription["service"] == "127.0.0.1"
    text = answer.content.decode()
    assert not any(secret in text for secret in phone.form.values())


def test_the_sites_keys_are_created_once_and_readable_only_by_their_owner(tmp_path) -> None:
    path = tmp_path / "push_key"
    key = load_push_key(path)
    assert load_push_key(path) == key
    assert is_push_key(key)
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("key", ["", "x", "A" * 43, "_" * 43, "é", "A" * 86])
def test_invalid_keys_are_refused(key: Any) -> None:
    assert not is_push_key(key)
