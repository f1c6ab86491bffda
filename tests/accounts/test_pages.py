"""Every page for members, guests and strangers,
in the site's layout and under its security policy."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from tests.accounts.conftest import confirm_password, log_in

OPEN = (
    "/settings/",
    "/continue/",
    "/continue/no-such-link/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/login/code/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/1-nonsense/",
    "/accounts/password/reset/key/done/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/nonsense/",
    "/accounts/inactive/",
    "/accounts/logout/",
)
OWN = (
    "/settings/delete/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/reauthenticate/",
    "/accounts/keys/webauthn/",
    "/accounts/keys/webauthn/add/",
    "/accounts/keys/",
)


@pytest.fixture
def member(make_member) -> Client:
    browser = Client()
    make_member("Jade")
    log_in(browser)
    return browser


def open_page(browser: Client, path: str) -> str:
    answer = browser.get(path, follow=True)
    assert answer.status_code in (200, 404), (path, answer.status_code)
    page = answer.content.decode()
    assert 'class="brand"' in page, path
    assert page.count("<h1") == 1, path
    assert "unsafe-inline" not in answer["Content-Security-Policy"].split("style-src-attr")[0]
    scripts = re.findall(r"<script\b([^>]*)>([^<]*)", page)
    assert not [one for one in scripts if one[1].strip() and "application/json" not in one[0]]
    assert not re.findall(r"<style\b|\son\w+=", page), path
    assert "Sign In" not in page and "Sign Up" not in page and "Security Key" not in page, path
    return page


@pytest.mark.parametrize("path", OPEN)
def test_pages_open_to_everyone(member, people, client_of, path) -> None:
    for browser in (Client(), client_of(people[0]), member):
        open_page(browser, path)


@pytest.mark.parametrize("path", OWN)
def test_pages_open_to_members(member, people, client_of, path) -> None:
    open_page(member, path)
    confirm_password(member)
    open_page(member, path)
    for browser in (Client(), client_of(people[0])):
        answer = browser.get(path)
        own = path == "/settings/delete/" and browser.session.get("player") == str(people[0].pk)
        assert answer.status_code == (200 if own else 302)


def test_passkeys_can_be_managed_only_by_their_owner(member, make_member) -> None:
    rust = make_member("Rust")
    key = Authenticator.objects.create(user=rust.user, type="webauthn", data={"name": "Mine"})
    confirm_password(member)
    for step in ("edit", "remove"):
        assert member.get(f"/accounts/keys/webauthn/keys/{key.pk}/{step}/").status_code == 404
        assert member.post(f"/accounts/keys/webauthn/keys/{key.pk}/{step}/").status_code == 404
    assert "Mine" not in open_page(member, "/accounts/keys/webauthn/")


def test_the_settings_page_states_the_kind_of_player(member, people, client_of) -> None:
    assert "jade@tiles.example" in open_page(member, "/settings/")
    assert "Log out everywhere" in open_page(member, "/settings/")
    guest = open_page(client_of(people[0]), "/settings/")
    assert "You're playing as a guest" in guest and "Disconnect other devices" in guest
    assert "You haven't played here yet" in open_page(Client(), "/settings/")


def test_a_name_is_changed_or_refused_with_a_reason(member, people, client_of) -> None:
    browser = client_of(people[0])
    assert browser.post("/settings/name/", {"name": "Fern"}).status_code == 302
    refused = browser.post("/settings/name/", {"name": "jade"})
    assert refused.status_code == 422
    page = refused.content.decode()
    assert "jade, or a similar name, belongs to a member." in page and 'value="jade"' in page
    assert "Fern" in browser.get("/settings/").content.decode()
    assert Client().post("/settings/name/", {"name": "Moss"}).status_code == 302


@pytest.mark.parametrize("path", ["/settings/sessions/end/", "/settings/name/"])
def test_changes_need_a_post_request(member, path) -> None:
    assert member.get(path).status_code == 405
    assert Client(enforce_csrf_checks=True).post(path).status_code == 403


def test_the_menu_depends_on_the_visitor(member, people, client_of) -> None:
    for path in ("/", "/about/rules/scrabble/", "/settings/notifications/"):
        stranger, guest = Client().get(path), client_of(people[0]).get(path)
        assert "/accounts/login/?next=" in stranger.content.decode()
        assert "Guest in this browser" in guest.content.decode()
        page = member.get(path).content.decode()
        assert 'action="/accounts/logout/"' in page and "/accounts/login/" not in page
