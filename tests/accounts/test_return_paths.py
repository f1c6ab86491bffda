"""Signing up, logging in or changing device at a table leads back to that table."""

import re
from urllib.parse import quote

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from games.mail.models import OutgoingMail
from tests.accounts.conftest import HERS, log_in, sign_up, whose
from tests.accounts.test_device_links import link_of
from tests.accounts.test_login import code_in

pytestmark = pytest.mark.django_db

ELSEWHERE = ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"]


def page_of(browser: Client, path: str) -> str:
    answer = browser.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def follow(page: str, words: str) -> str:
    """Return where the link with this text leads."""
    found = re.search(rf'href="([^"]+)"[^>]*>\s*{words}\s*</a>', page)
    assert found is not None, words
    return found[1].replace("&amp;", "&")


def test_login_from_a_room_returns_to_the_room(open_table, people, client_of) -> None:
    """The path is kept from page to page, and the player keeps the seat."""
    room, browser = open_table(), client_of(people[0])
    table = f"/r/{room.code}/"
    page = page_of(browser, table)
    first = follow(page[page.index('id="room-menu"') :], "Log in")
    second = follow(page_of(browser, first), "Sign up")
    assert f'name="next" value="{table}"' in page_of(browser, second)
    answer = sign_up(browser, "Amber", next=table)
    assert (answer.status_code, answer.headers["Location"]) == (302, table)
    assert whose(browser) == people[0]
    assert 'data-seated="1"' in page_of(browser, table)


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/"])
def test_header_links_keep_the_return_path(open_table, client_of, path) -> None:
    table = f"/r/{open_table().code}/"
    page = page_of(Client(), f"{path}?next={table}")
    assert page.count("?next=%2Fr%2F") + page.count(f"?next={table}") >= 3
    assert "next=/accounts/" not in page
    assert "next=%2Faccounts" not in page


def test_login_by_code_returns_to_the_room(make_member, open_table) -> None:
    make_member("Jade")
    table, browser = f"/r/{open_table().code}/", Client()
    asked = follow(page_of(browser, f"/accounts/login/?next={table}"), "E-mail me a login code")
    answer = browser.post(asked, {"email": HERS, "next": table}, follow=True)
    confirm, _status = answer.redirect_chain[-1]
    assert f'name="next" value="{table}"' in answer.content.decode()
    answer = browser.post(confirm, {"code": code_in(OutgoingMail.objects.get()), "next": table})
    assert (answer.status_code, answer.headers["Location"]) == (302, table)


def test_login_by_passkey_returns_to_the_room(open_table) -> None:
    table = f"/r/{open_table().code}/"
    page = page_of(Client(), f"/accounts/login/?next={table}")
    form = page[page.index('id="mfa_login"') :].split("</form>")[0]
    assert f'name="next" value="{table}"' in form


def test_a_failed_passkey_keeps_the_return_path(open_table) -> None:
    """The page reports the failure, and every other way to log in leads back to the table."""
    table, browser = f"/r/{open_table().code}/", Client()
    sent = {"credential": "{}", "next": table}
    answer = browser.post("/accounts/keys/webauthn/login/", sent, follow=True)
    ((again, status),) = answer.redirect_chain
    assert (again, status) == (f"/accounts/login/?next={quote(table, safe='')}", 302)
    page = answer.content.decode()
    ways = page[page.index("<main") : page.index("</main>")]
    assert ways.count(f'name="next" value="{table}"') == 2, "by password and by passkey"
    sign_up_page = page_of(browser, follow(page, "Sign up"))
    assert f'name="next" value="{table}"' in sign_up_page


def test_a_code_guessed_too_often_keeps_the_return_path(make_member, open_table) -> None:
    make_member("Jade")
    table, browser = f"/r/{open_table().code}/", Client()
    browser.post(f"/accounts/login/code/?next={table}", {"email": HERS, "next": table})
    sent = {"code": "WRONG", "next": table}
    tried = [browser.post("/accounts/login/code/confirm/", sent) for _ in range(3)]
    assert [one.status_code for one in tried] == [200, 200, 302]
    assert tried[-1].headers["Location"] == f"/accounts/login/code/?next={quote(table, safe='')}"
    late = browser.post("/accounts/login/code/confirm/", sent)
    assert late.headers["Location"].endswith(f"?next={quote(table, safe='')}")


def test_a_failed_repeated_passkey_keeps_the_return_path(make_member) -> None:
    jade = make_member("Jade")
    Authenticator.objects.create(user=jade.user, type="webauthn", data={"name": "hers"})
    browser = Client()
    browser.force_login(jade.user)
    sent = {"credential": "{}", "next": "/settings/data/"}
    answer = browser.post("/accounts/keys/webauthn/reauthenticate/", sent)
    assert answer.headers["Location"] == "/accounts/login/?next=%2Fsettings%2Fdata%2F"
    assert browser.get(answer.headers["Location"]).headers["Location"] == "/settings/data/"


@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_a_failure_does_not_redirect_to_another_site(db, wanted) -> None:
    sent = {"credential": "{}", "next": wanted}
    answer = Client().post("/accounts/keys/webauthn/login/", sent)
    assert answer.headers["Location"] == "/accounts/login/"


@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_login_does_not_redirect_to_another_site(make_member, wanted) -> None:
    make_member("Jade")
    browser = Client()
    head = page_of(browser, "/accounts/login/?next=" + wanted).split('<main id="main"')[0]
    assert "evil" not in head
    assert "javascript:" not in head
    assert log_in(browser, next=wanted).headers["Location"] == "/"
    assert sign_up(Client(), "Opal", "opal@tiles.example", next=wanted).headers["Location"] == "/"


def test_another_device_opens_the_same_room(open_table, people, client_of) -> None:
    room, browser = open_table(), client_of(people[0])
    table = f"/r/{room.code}/"
    page = page_of(browser, table)
    offered = follow(page[page.index('id="room-menu"') :], "Continue on another device")
    link = link_of(browser, offered)
    assert table in page_of(browser, link), "the same browser goes back to it"
    phone = Client()
    answer = phone.post(link)
    assert (answer.status_code, answer.headers["Location"]) == (302, table)
    assert 'data-seated="1"' in page_of(phone, table)


@pytest.mark.parametrize("room", ["", "nosuch", "https://evil.example", "../admin"])
def test_a_device_link_with_an_invalid_room_leads_to_the_lobby(people, client_of, room) -> None:
    link = link_of(client_of(people[0]), f"/continue/?room={room}")
    assert Client().post(link).headers["Location"] == "/"
