"""Until they use a passkey, staff of a public site reach only the page that sets one up."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client, RequestFactory

from games.play.models import Room
from games.players.models import Player
from tests.accounts.conftest import PASSWORD, confirm_password, log_in
from tests.accounts.sockets import has_rack, newest_bundle, open_socket
from tests.async_runner import run
from tests.play.conftest import table_of

pytestmark = pytest.mark.django_db

ADD, USE = "/accounts/keys/webauthn/add/", "/accounts/keys/webauthn/reauthenticate/"
CLOSED = (
    *("/admin/", "/admin/auth/user/", "/", "/settings/", "/settings/sessions/", "/api/"),
    *("/accounts/email/", "/accounts/password/change/", "/accounts/keys/webauthn/"),
)


@pytest.fixture(autouse=True)
def _public_site(settings: Any) -> None:
    settings.STAFF_NEED_PASSKEY = True


@pytest.fixture
def root() -> User:
    """An administrator like those that ``createsuperuser`` creates."""
    return User.objects.create_superuser("root", "root@tiles.example", PASSWORD)


def enter_admin() -> Client:
    browser = Client()
    sent = {"username": "root", "password": PASSWORD}
    assert browser.post("/admin/login/", sent).status_code == 302
    return browser


def give_passkey(user: User) -> Authenticator:
    return Authenticator.objects.create(user=user, type="webauthn", data={"name": "Key"})


def used_passkey(browser: Client, user: User, key: Authenticator) -> None:
    """Store in the session what django-allauth stores after a passkey was used or added."""
    request = RequestFactory().get("/")
    request.session, request.user = browser.session, user
    authenticator_added.send(sender=Authenticator, request=request, user=user, authenticator=key)
    request.session.save()
    browser.cookies["sessionid"] = request.session.session_key or ""


def test_a_new_administrator_is_asked_to_set_up_a_passkey(root: User) -> None:
    browser = enter_admin()
    for path in CLOSED:
        answer = browser.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (302, ADD), path
    assert browser.post("/settings/name/", {"name": "Root"}).headers["Location"] == ADD
    asked = browser.get(ADD)
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    confirm_password(browser)
    page = browser.get(ADD)
    assert page.status_code == 200
    assert "need a passkey" in page.content.decode()
    used_passkey(browser, root, give_passkey(root))
    assert browser.get("/admin/").status_code == 200
    assert browser.get("/settings/").status_code == 200


def test_a_password_is_not_enough_when_there_is_a_passkey(root: User) -> None:
    key = give_passkey(root)
    browser = enter_admin()
    for path in CLOSED:
        assert browser.get(path).headers["Location"].startswith(USE), path
    assert browser.get(ADD).headers["Location"].startswith(USE), "no second one by the password"
    assert browser.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302
    assert browser.get("/admin/").headers["Location"].startswith(USE)
    used_passkey(browser, root, key)
    assert browser.get("/admin/").status_code == 200
    assert browser.post("/admin/logout/").status_code in (200, 302)
    assert enter_admin().get("/admin/").headers["Location"].startswith(USE)


def test_members_who_are_staff_need_a_passkey_and_others_do_not(make_member, settings) -> None:
    settings.MFA_ALLOW_UNVERIFIED_EMAIL = False
    jade, rust = make_member("Jade"), make_member("Rust")
    User.objects.filter(pk=jade.user_id).update(is_staff=True)
    browser, other = Client(), Client()
    log_in(browser)
    log_in(other, "rust@tiles.example")
    assert browser.get("/admin/").headers["Location"] == ADD
    assert other.get("/settings/").status_code == 200
    EmailAddress.objects.filter(user=jade.user).update(verified=False)
    assert browser.get("/").headers["Location"] == "/accounts/email/", "an address comes first"
    assert rust.user is not None


def test_a_command_removes_lost_passkeys(root: User) -> None:
    give_passkey(root)
    call_command("delete_passkeys", "root")
    assert enter_admin().get("/admin/").headers["Location"] == ADD


def test_passkeys_are_optional_when_the_setting_is_off(root: User, settings: Any) -> None:
    settings.STAFF_NEED_PASSKEY = False
    assert enter_admin().get("/admin/").status_code == 200


def socket_shows_rack(room: Room, browser: Client) -> bool:
    """Return whether a socket opened with this browser's cookie shows the rack of a seat."""

    async def watch_socket() -> bool:
        page = await open_socket(room, browser.cookies["sessionid"].value)
        try:
            return has_rack(await newest_bundle(page))
        finally:
            await page.disconnect()

    return run(watch_socket())


@pytest.fixture
def table(open_table) -> Room:
    return open_table()


def mover_of(room: Room, people: list[Player]) -> Player:
    game = table_of(room)
    assert game.state is not None
    return people[game.state["to_move"]]


@pytest.mark.django_db(transaction=True)
def test_a_staff_socket_shows_no_rack_before_the_passkey(table, people, make_member) -> None:
    jade = make_member("Jade", mover_of(table, people))
    log_in(player := Client())
    assert socket_shows_rack(table, player), "a member's"
    User.objects.filter(pk=jade.user_id).update(is_staff=True)
    log_in(browser := Client())
    assert not socket_shows_rack(table, browser), "there is no passkey yet"
    key = give_passkey(jade.user)
    assert not socket_shows_rack(table, browser), "it was not used"
    used_passkey(browser, jade.user, key)
    assert socket_shows_rack(table, browser)
    key.delete()
    assert not socket_shows_rack(table, browser), "there is none any more"
    assert socket_shows_rack(table, player), "a session from before cannot enter the admin"


@pytest.mark.django_db(transaction=True)
def test_a_socket_shows_no_rack_of_an_administrator_playing_as_a_guest(
    root: User, table, people, client_of, settings: Any
) -> None:
    browser = client_of(mover_of(table, people))
    assert socket_shows_rack(table, browser)
    sent = {"username": "root", "password": PASSWORD}
    assert browser.post("/admin/login/", sent).status_code == 302
    assert not socket_shows_rack(table, browser)
    used_passkey(browser, root, give_passkey(root))
    assert socket_shows_rack(table, browser)
    settings.STAFF_NEED_PASSKEY = False
    assert socket_shows_rack(table, browser)
