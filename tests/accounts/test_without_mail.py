"""A site without a mail server says so, and offers nothing that needs one."""

import pytest
from django.core.cache import cache
from django.test import Client

from games.mail.models import OutgoingMail
from tests.accounts.conftest import HERS, log_in, sign_up

pytestmark = pytest.mark.django_db

SAID = "E-mail is not set up on this site"


@pytest.fixture(autouse=True)
def _no_mail_server(settings) -> None:
    cache.clear()
    settings.MAIL_ENABLED = False


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/accounts/password/reset/", {"email": HERS}),
        ("/accounts/password/reset/done/", {}),
        ("/accounts/login/code/", {"email": HERS}),
        ("/accounts/confirm-email/", {}),
        ("/accounts/email/", {"email": "new@tiles.example", "action_add": ""}),
    ],
)
def test_pages_that_need_mail_explain(make_member, path, fields) -> None:
    make_member("Jade")
    browser = Client()
    log_in(browser)
    for visitor in (Client(), browser):
        assert SAID in visitor.get(path).content.decode()
        page = visitor.post(path, fields).content.decode()
        assert SAID in page
        assert "Check your e-mail" not in page
    assert not OutgoingMail.objects.exists()


def test_signup_does_not_promise_email() -> None:
    browser = Client()
    page = browser.get(sign_up(browser)["Location"]).content.decode()
    assert "e-mail to" not in page
    assert not OutgoingMail.objects.exists()
    settings_page = browser.get("/settings/").content.decode()
    assert SAID in settings_page
    assert "not confirmed yet" not in settings_page
    assert "/accounts/email/" not in settings_page


def test_login_offers_neither_a_code_nor_a_password_reset() -> None:
    page = Client().get("/accounts/login/").content.decode()
    assert "E-mail me a login code" not in page
    assert "password/reset" not in page


def test_a_site_that_sends_mail_offers_both(settings) -> None:
    settings.MAIL_ENABLED = True
    page = Client().get("/accounts/login/").content.decode()
    assert "E-mail me a login code" in page
    assert "password/reset" in page
    assert SAID not in Client().get("/accounts/password/reset/").content.decode()
