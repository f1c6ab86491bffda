"""Wrong guesses at a password lock out the guesser, not the account's owner."""

import pytest
from django.test import Client

from games.mail.models import OutgoingMail
from games.players.models import Player
from tests.accounts.conftest import HERS, confirm_password, log_in, whose
from tests.accounts.test_login import code_in

HERE, THERE = "192.0.2.1", "198.51.100.7"


@pytest.fixture
def jade(make_member) -> Player:
    return make_member("Jade")


def guess(browser: Client, address: str, password: str = "wrong") -> str:
    sent = {"login": HERS, "password": password}
    answer = browser.post("/accounts/login/", sent, REMOTE_ADDR=address)
    if answer.status_code == 302:
        return "in"
    return "shut" if "Too many" in answer.content.decode() else "wrong"


def test_wrong_guesses_from_one_address_do_not_lock_others_out(jade) -> None:
    tries = [guess(Client(), THERE) for _ in range(7)]
    assert tries == ["wrong"] * 5 + ["shut"] * 2
    browser = Client()
    sent = {"login": HERS, "password": "seven brown tiles"}
    assert browser.post("/accounts/login/", sent, REMOTE_ADDR=HERE).status_code == 302
    assert whose(browser) == jade


def test_known_browsers_log_in_while_a_neighbour_guesses(jade) -> None:
    """A school shares one address."""
    own = Client()
    log_in(own)
    own.post("/accounts/logout/")
    assert [guess(Client(), HERE) for _ in range(6)][-1] == "shut"
    assert guess(own, HERE, "seven brown tiles") == "in"


def test_a_classroom_may_mistype_its_passwords(make_member) -> None:
    for number in range(15):
        sent = {"login": f"pupil{number}@tiles.example", "password": "wrong"}
        page = Client().post("/accounts/login/", sent, REMOTE_ADDR=HERE).content.decode()
        assert "Wrong e-mail address or password" in page, number


def test_known_browsers_still_log_in_during_many_guesses_and_the_owner_is_notified(
    jade, limited
) -> None:
    limited(guesses_of_account="3/1 hour | ")
    own = Client()
    log_in(own)
    own.post("/accounts/logout/")
    tries = [guess(Client(), f"203.0.113.{n}") for n in range(5)]
    assert tries == ["wrong"] * 3 + ["shut"] * 2 or tries == ["wrong"] * 2 + ["shut"] * 3
    assert guess(Client(), HERE, "seven brown tiles") == "shut", "an unknown browser"
    assert guess(own, THERE, "seven brown tiles") == "in"
    letter = OutgoingMail.objects.get()
    assert (letter.to, "trying to log in" in letter.subject) == (HERS, True)


def test_a_stranger_cannot_use_up_a_members_codes(jade, limited) -> None:
    limited(mailed_codes="3/1 day | ", mailed_codes_of_account="5/1 day | ")

    def ask(browser: Client, address: str, email: str = HERS) -> int:
        path = "/accounts/login/code/"
        return browser.post(path, {"email": email}, REMOTE_ADDR=address).status_code

    own = Client()
    log_in(own)
    own.post("/accounts/logout/")
    assert [ask(Client(), THERE) for _ in range(4)] == [302] * 3 + [429]
    assert ask(Client(), HERE) == 302
    answer = own.post("/accounts/login/code/", {"email": HERS}, REMOTE_ADDR=HERE, follow=True)
    code = code_in(OutgoingMail.objects.order_by("-created_at")[0])
    path = answer.redirect_chain[-1][0]
    assert own.post(path, {"code": code}, REMOTE_ADDR=HERE).status_code == 302
    assert whose(own) == jade
    assert [ask(Client(), f"203.0.113.{n}") for n in range(3)][-1] == 429, "nor floods their mail"


def test_a_known_browser_counts_only_for_its_own_account(jade, make_member, limited) -> None:
    limited(guesses_of_account="1/1 hour | ")
    make_member("Fern")
    burglar = Client()
    log_in(burglar, "fern@tiles.example")
    burglar.post("/accounts/logout/")
    guess(Client(), HERE)
    assert guess(burglar, THERE, "seven brown tiles") == "shut"
    cookie = str(dict(burglar.session))
    assert "fern" not in cookie.casefold()


def test_confirmations_cannot_be_mailed_to_many_addresses(jade, limited) -> None:
    limited()
    browser = Client()
    log_in(browser)
    confirm_password(browser)
    OutgoingMail.objects.all().delete()

    def change(number: int) -> int:
        sent = {"email": f"someone{number}@tiles.example", "action_add": ""}
        return browser.post("/accounts/email/", sent, REMOTE_ADDR=HERE).status_code

    assert [change(number) for number in range(8)] == [302] * 6 + [429] * 2
    assert OutgoingMail.objects.filter(to__startswith="someone").count() == 6
