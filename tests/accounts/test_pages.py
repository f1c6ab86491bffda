"""Every page by a member, a guest and a stranger: in the site's look, and under its policy."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from tests.accounts.conftest import log_in, prove

OPEN = (
    "/settings/",
    "/go-on/",
    "/go-on/no-such-link/",
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


def look_at(browser: Client, path: str) -> str:
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
def test_pages_for_all(member, people, client_of, path) -> None:
    for browser in (Client(), client_of(people[0]), member):
        look_at(browser, path)


@pytest.mark.parametrize("path", OWN)
def test_pages_of_members(member, people, client_of, path) -> None:
    look_at(member, path)
    prove(member)
    look_at(member, path)
    for browser in (Client(), client_of(people[0])):
        answer = browser.get(path)
        own = path == "/settings/delete/" and browser.session.get("player") == str(people[0].pk)
        assert answer.status_code == (200 if own else 302)


def test_passkeys_are_their_owners_alone(member, make_member) -> None:
    rust = make_member("Rust")
    key = Authenticator.objects.create(user=rust.user, type="webauthn", data={"name": "Mine"})
    prove(member)
    for step in ("edit", "remove"):
        assert member.get(f"/accounts/keys/webauthn/keys/{key.pk}/{step}/").status_code == 404
        assert member.post(f"/accounts/keys/webauthn/keys/{key.pk}/{step}/").status_code == 404
    assert "Mine" not in look_at(member, "/accounts/keys/webauthn/")


def test_the_settings_page_says_what_somebody_is(member, people, client_of) -> None:
    assert "jade@tiles.example" in look_at(member, "/settings/")
    assert "Log out everywhere" in look_at(member, "/settings/")
    guest = look_at(client_of(people[0]), "/settings/")
    assert "You play as a guest" in guest and "End it on all other devices" in guest
    assert "You have not played here yet" in look_at(Client(), "/settings/")


def test_a_name_is_changed_or_told_why_not(member, people, client_of) -> None:
    browser = client_of(people[0])
    assert browser.post("/settings/name/", {"name": "Fern"}).status_code == 302
    refused = browser.post("/settings/name/", {"name": "jade"})
    assert refused.status_code == 422
    page = refused.content.decode()
    assert "A member is called jade, or nearly so." in page and 'value="jade"' in page
    assert "Fern" in browser.get("/settings/").content.decode()
    assert Client().post("/settings/name/", {"name": "Moss"}).status_code == 302


@pytest.mark.parametrize("path", ["/settings/sessions/end/", "/settings/name/"])
def test_deeds_are_posted(member, path) -> None:
    assert member.get(path).status_code == 405
    assert Client(enforce_csrf_checks=True).post(path).status_code == 403


def test_the_menu_knows_who_is_asking(member, people, client_of) -> None:
    for path in ("/", "/about/rules/scrabble/", "/reminders/"):
        stranger, guest = Client().get(path), client_of(people[0]).get(path)
        assert "/accounts/login/?next=" in stranger.content.decode()
        assert "Guest in this browser" in guest.content.decode()
        page = member.get(path).content.decode()
        assert 'action="/accounts/logout/"' in page and "/accounts/login/" not in page
