"""Continuing on another device by a link that works once, within ten minutes."""

import re
import time
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.accounts.services import device_links
from games.accounts.views.middleware import RECENT_SECONDS
from games.players.models import Player
from games.players.services.identity import STAFF_SESSION_LIFETIME
from scrabble_site.shared.refusals import NotFound
from tests.accounts.conftest import PASSWORD, log_in, whose
from tests.accounts.test_login import at_once


def link_of(browser: Client, offered: str = "/continue/") -> str:
    page = browser.get(offered).content.decode()
    found = re.search(r'value="http://testserver(/continue/[^"]+)"', page)
    assert found is not None, page
    assert "<svg" in page
    return found[1]


def test_opening_the_link_page_does_not_use_up_the_link(open_table, people, client_of) -> None:
    room, browser, phone = open_table(), client_of(people[0]), Client()
    link = link_of(browser)
    for _ in range(3):
        page = phone.get(link)
        assert (page.status_code, "Continue as" in page.content.decode()) == (200, True)
        assert "Amber" in page.content.decode()
    phone.head(link)
    assert whose(phone) is None
    assert phone.post(link).status_code == 302
    assert whose(phone) == whose(browser) == people[0]
    assert 'data-seated="1"' in phone.get(f"/r/{room.code}/").content.decode()

    third = Client()
    assert third.get(link).status_code == third.post(link).status_code == 404
    assert whose(third) is None


def test_the_link_logs_a_member_in(make_member) -> None:
    jade, browser, phone = make_member("Jade"), Client(), Client()
    log_in(browser)
    assert phone.post(link_of(browser)).status_code == 302
    assert whose(phone) == jade
    assert phone.get("/accounts/logout/").status_code == 200
    assert phone.get("/settings/").context["user"] == jade.user


def test_replacing_another_player_needs_a_confirmation(make_member, people, client_of) -> None:
    make_member("Jade")
    browser, there = Client(), client_of(people[0])
    log_in(browser)
    link = link_of(browser)
    assert "Amber" in there.get(link).content.decode()
    there.post(link)
    amber = Player.objects.get(pk=people[0].pk)
    assert amber.left_at is None, "a link merges no player"


def test_the_same_browser_does_not_use_up_the_link(people, client_of) -> None:
    browser = client_of(people[0])
    link = link_of(browser)
    assert "already" in browser.get(link).content.decode()
    assert Client().post(link).status_code == 302


@pytest.mark.parametrize("change", ["late", "ended", "forged", "left"])
def test_a_link_expires(people, client_of, monkeypatch, change) -> None:
    browser = client_of(people[0])
    link = link_of(browser)
    if change == "late":
        monkeypatch.setattr(device_links, "LINK_LIFETIME", -device_links.LINK_LIFETIME)
    elif change == "ended":
        browser.post("/settings/sessions/end/")
    elif change == "forged":
        link = link[:-3] + "xx/"
    else:
        Player.objects.update(left_at=timezone.now())
    phone = Client()
    assert phone.get(link).status_code == 404
    assert phone.post(link).status_code == 404
    assert "This link no longer works" in phone.get(link).content.decode()
    assert whose(phone) is None


@pytest.mark.django_db(transaction=True)
def test_only_one_of_two_simultaneous_requests_uses_the_link(people) -> None:
    token = device_links.create_device_token(people[0])

    def follow() -> bool:
        try:
            return device_links.use_device_link(token, timezone.now()) == people[0]
        except NotFound:
            return False

    assert sorted(at_once(follow, follow, follow)) == [False, False, True]


def test_a_visitor_without_a_player_gets_no_link(db) -> None:
    assert "Join a game first" in Client().get("/continue/").content.decode()


def test_a_used_link_stays_used_until_it_expires(people) -> None:
    """Following another link in the meantime does not make it valid again."""
    used, other = (
        device_links.create_device_token(people[0]),
        device_links.create_device_token(people[1]),
    )
    now = timezone.now()
    device_links.use_device_link(used, now)
    device_links.use_device_link(other, now + device_links.LINK_LIFETIME)
    for late in (timedelta(0), device_links.LINK_LIFETIME):
        with pytest.raises(NotFound):
            device_links.use_device_link(used, now + late)


@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
def test_no_link_opens_a_staff_account(make_member, right) -> None:
    """Neither a link made now nor one made before the account got its rights."""
    jade, browser, phone = make_member("Jade"), Client(), Client()
    log_in(browser)
    old = link_of(browser)
    User.objects.filter(pk=jade.user_id).update(**{right: True})
    assert phone.get(old).status_code == phone.post(old).status_code == 404
    assert whose(phone) is None
    again = Client()
    log_in(again)
    page = again.get("/continue/").content.decode()
    assert "Staff log in on each device" in page
    assert "/continue/ey" not in page


@pytest.mark.parametrize("door", ["/accounts/logout/", "/admin/logout/", "expires"])
def test_a_staff_session_that_ended_in_the_admin_ends_everywhere(
    make_member, monkeypatch, door
) -> None:
    jade = make_member("Jade")
    User.objects.filter(pk=jade.user_id).update(is_staff=True, is_superuser=True)
    browser, thief = Client(), Client()
    browser.post("/admin/login/", {"username": "m-Jade", "password": PASSWORD})
    thief.cookies["sessionid"] = browser.cookies["sessionid"].value
    assert whose(thief) == thief.get("/settings/").context["player"] == jade
    if door == "expires":
        late = time.time() + STAFF_SESSION_LIFETIME.total_seconds() + 1
        monkeypatch.setattr("games.players.services.identity.time.time", lambda: late)
    else:
        browser.post(door)
    assert thief.get("/settings/").context["player"] is None
    assert "/continue/ey" not in thief.get("/continue/").content.decode()
    assert thief.get("/settings/data/").status_code == 302


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "/continue/"),
        ("get", "/settings/data/"),
        ("post", "/settings/tokens/"),
        ("post", "/accounts/email/"),
        ("get", "/accounts/password/set/"),
        ("get", "/accounts/keys/webauthn/add/"),
    ],
)
@pytest.mark.parametrize("password", [True, False])
def test_creating_links_and_tokens_needs_a_recent_login(
    make_member, monkeypatch, method, path, password
) -> None:
    """A copied cookie or a page left open is not enough,
    and neither is a session opened by a link."""
    jade = make_member("Jade")
    browser, phone = Client(), Client()
    log_in(browser)
    link = link_of(browser)
    if not password:
        jade.user.set_unusable_password()
        User.objects.filter(pk=jade.user_id).update(password=jade.user.password)
        browser.force_login(User.objects.get(pk=jade.user_id))
    stricter = password and "webauthn" in path  # always asks for the password, if there is one
    assert is_asked(getattr(browser, method)(path)) == stricter
    phone.post(link)
    assert whose(phone) == jade
    assert is_asked(getattr(phone, method)(path))
    late = time.time() + RECENT_SECONDS
    monkeypatch.setattr("games.accounts.views.middleware.time.time", lambda: late)
    assert is_asked(getattr(browser, method)(path))


def is_asked(answer) -> bool:
    where = answer.headers.get("Location", "")
    return "Log in again" in answer.content.decode() or where.startswith("/accounts/reauthenticate")


def test_a_guest_is_not_asked_for_a_password(people, client_of) -> None:
    assert link_of(client_of(people[0]))
    assert client_of(people[0]).get("/settings/data/").status_code == 200
