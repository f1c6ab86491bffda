"""An account that was set up with someone else's address belongs to the owner of the address once
they confirm it.
"""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.api.services.tokens import create_token, find_token
from games.mail.models import OutgoingMail
from games.players.models import Player
from tests.accounts.conftest import HERS, PASSWORD, confirm_password, log_in, sign_up
from tests.accounts.test_login import code_in
from tests.accounts.test_session_list import whose_now

NEW = "nine red squares"


@pytest.fixture
def account_with_anothers_address(db: None) -> Client:
    """A stranger has signed up with Jade's address and made a passkey,
    a token and a device link."""
    browser = Client()
    assert sign_up(browser, "Jade").status_code == 302
    jade = Player.objects.get(nickname="Jade")
    Authenticator.objects.create(user=jade.user, type="webauthn", data={"name": "theirs"})
    browser.secret = create_token(jade, "theirs", ["upload"], "", timezone.now())[1]  # type: ignore[attr-defined]
    page = browser.get("/continue/").content.decode()
    browser.link = page.split('value="http://testserver')[1].split('"')[0]  # type: ignore[attr-defined]
    return browser


def confirm_link() -> str:
    found = re.search(
        r"(/accounts/confirm-email/\S+)", OutgoingMail.objects.filter(to=HERS)[0].text
    )
    assert found is not None
    return found[1]


def by_code(browser: Client) -> str:
    answer = browser.post("/accounts/login/code/", {"email": HERS}, follow=True)
    code = code_in(OutgoingMail.objects.order_by("-created_at")[0])
    done = browser.post(answer.redirect_chain[-1][0], {"code": code}, follow=True)
    assert whose_now(browser) == Player.objects.get(nickname="Jade")
    return done.content.decode()


def by_link(browser: Client) -> str:
    link = confirm_link()
    browser.get(link)
    return browser.post(link, follow=True).content.decode()


def by_new_password(browser: Client) -> str:
    browser.post("/accounts/password/reset/", {"email": HERS})
    letter = OutgoingMail.objects.order_by("-created_at")[0]
    link = re.search(r"(/accounts/password/reset/key/\S+)", letter.text)
    assert link is not None
    form = browser.get(link[1], follow=True)
    new = {"password1": NEW, "password2": NEW}
    page = browser.post(form.redirect_chain[-1][0], new, follow=True).content.decode()
    assert log_in(browser, password=NEW).status_code == 302
    return page


@pytest.mark.parametrize("way", [by_code, by_link, by_new_password])
def test_the_first_confirmation_ends_everything_set_up_before(
    account_with_anothers_address, way
) -> None:
    owner = Client()
    said = way(owner)
    assert "no longer work" in said
    assert EmailAddress.objects.get(email=HERS).verified
    assert whose_now(account_with_anothers_address) is None
    assert log_in(Client(), password=PASSWORD).status_code == 200, "the password is not valid"
    assert not Authenticator.objects.exists()
    assert find_token(account_with_anothers_address.secret, timezone.now()) is None
    assert Client().post(account_with_anothers_address.link).status_code == 404
    by_code(Client())


def test_confirming_in_the_browser_that_signed_up_keeps_everything(db) -> None:
    browser = Client()
    sign_up(browser, "Jade")
    by_link(browser)
    assert whose_now(browser) == Player.objects.get(nickname="Jade")
    assert log_in(Client(), password=PASSWORD).status_code == 302


def test_a_session_opened_by_a_link_does_not_keep_the_password(
    account_with_anothers_address,
) -> None:
    """A stranger gets the owner to follow a device link and then to confirm the address."""
    hers = Client()
    assert hers.post(account_with_anothers_address.link).status_code == 302
    assert "no longer works" in by_link(hers)
    assert whose_now(account_with_anothers_address) is None
    assert not User.objects.get(email=HERS).has_usable_password()


def test_a_second_confirmation_ends_nothing(make_member) -> None:
    jade, browser = make_member("Jade"), Client()
    log_in(browser)
    by_code(Client())
    assert whose_now(browser) == jade
    assert log_in(Client()).status_code == 302


OTHERS = "fern@tiles.example"
"""The address to which Jade wants to change, until she confirms it perhaps another person's."""


@pytest.fixture
def pending(make_member) -> Client:
    """Jade, whose address is confirmed, has asked to change it. She has a passkey."""
    jade, browser = make_member("Jade"), Client()
    Authenticator.objects.create(user=jade.user, type="webauthn", data={"name": "hers"})
    log_in(browser)
    confirm_password(browser)
    browser.post("/accounts/email/", {"email": OTHERS, "action_add": ""})
    assert EmailAddress.objects.filter(email=OTHERS, verified=False).exists()
    return browser


def link_to(address: str) -> str:
    letters = OutgoingMail.objects.filter(to=address).order_by("-created_at")
    found = re.search(r"(/accounts/(?:confirm-email|password/reset/key)/\S+)", letters[0].text)
    return found[1] if found else ""


@pytest.mark.parametrize("path", ["/accounts/password/reset/", "/accounts/login/code/"])
def test_an_address_gives_no_access_before_it_is_confirmed(pending, path) -> None:
    """Its owner would get into an account for which a stranger has a password and a passkey."""
    OutgoingMail.objects.all().delete()
    assert Client().post(path, {"email": OTHERS}).status_code == 302
    assert OutgoingMail.objects.get(to=OTHERS)
    assert not link_to(OTHERS)


def test_a_new_address_is_confirmed_where_its_owner_is_logged_in(pending) -> None:
    link, phone = link_to(OTHERS), Client()
    asked = phone.post(link)
    assert asked.status_code == 302
    assert asked["Location"].startswith("/accounts/login/?next=%2Faccounts%2Fconfirm-email%2F")
    assert "Log in to confirm" in phone.get(asked["Location"]).content.decode()
    assert not EmailAddress.objects.filter(email=OTHERS, verified=True).exists()
    log_in(phone)
    phone.post(link)
    assert EmailAddress.objects.get().email == OTHERS
    assert Authenticator.objects.exists(), "nothing is reset"
    assert whose_now(pending) == whose_now(phone) == Player.objects.get(nickname="Jade")
    assert log_in(Client(), OTHERS).status_code == 302
