"""A cookie that was planted in someone's browser is worthless to the thief once the visitor has
logged in. Codes and keys work once, and old cookies are never valid again."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.mail.models import OutgoingMail
from games.play.models import SeatMember
from games.players.models import Player
from tests.accounts.conftest import HERS, PASSWORD, log_in, sign_up, whose
from tests.accounts.sockets import has_rack
from tests.accounts.test_device_links import link_of
from tests.accounts.test_login import code_in
from tests.accounts.test_sessions import copy_cookie
from tests.play.conftest import table_of

Plant = Callable[[Client], Client]


def seen_only(browser: Client) -> None:
    """The thief has only loaded a page: the cookie names a visitor who has done nothing."""
    browser.get("/")


def named(browser: Client) -> None:
    """The thief already plays as a guest."""
    browser.post("/name/", {"name": "Burglar"})


def half_way_in(browser: Client) -> None:
    """The thief has begun to log in, so the cookie refers to a stored row of secrets."""
    named(browser)
    browser.get(reverse("mfa_login_webauthn"), headers={"X-Requested-With": "XMLHttpRequest"})
    assert browser.session.get("row")


@pytest.fixture(params=[seen_only, named, half_way_in])
def thief(request: pytest.FixtureRequest, db: None) -> Client:
    browser = Client(headers={"HX-Request": "true"})
    request.param(browser)
    return browser


def read_identity(browser: Client) -> str:
    """Check that account pages require a log-in, and return the name of the browser's player."""
    inside = [browser.get(path).status_code for path in ("/accounts/email/", "/settings/data/")]
    assert inside[0] == 302
    found = whose(browser)
    return found.nickname if found else ""


def enter_by_password(browser: Client, _jade: Player) -> None:
    assert log_in(browser).status_code == 302


def enter_by_code(browser: Client, _jade: Player) -> None:
    answer = browser.post("/accounts/login/code/", {"email": HERS}, follow=True)
    code = code_in(OutgoingMail.objects.filter(to=HERS).order_by("-created_at")[0])
    assert browser.post(answer.redirect_chain[-1][0], {"code": code}).status_code == 302


def enter_by_link(browser: Client, _jade: Player) -> None:
    elsewhere = Client()
    log_in(elsewhere)
    assert browser.post(link_of(elsewhere)).status_code == 302


def enter_the_admin(browser: Client, jade: Player) -> None:
    User.objects.filter(player=jade).update(is_staff=True, is_superuser=True)
    sent = {"username": "m-Jade", "password": PASSWORD}
    assert browser.post("/admin/login/", sent).status_code == 302
    assert browser.get("/admin/").status_code == 200


WAYS = [enter_by_password, enter_by_code, enter_by_link, enter_the_admin]


@pytest.mark.parametrize("enter", WAYS)
def test_a_planted_cookie_is_worthless_after_a_login(
    thief: Client, enter, make_member, open_table, people
) -> None:
    jade, room = make_member("Jade"), open_table()
    SeatMember.objects.filter(game=table_of(room), player=people[0]).update(player=jade)
    browser = copy_cookie(thief)
    enter(browser, jade)
    assert whose(browser) == jade
    assert has_rack(browser.get(f"/r/{room.code}/bundle").content.decode())

    rows = {one.session.get("row") for one in (browser, thief)}
    assert rows == {None} or len(rows) == 2, "secrets of a log-in are not shared"
    assert read_identity(thief) != "Jade"
    assert not has_rack(thief.get(f"/r/{room.code}/bundle").content.decode())
    assert thief.get("/admin/").status_code == 302
    sent = {"game": table_of(room).pk, "turn": table_of(room).turn_number, "key": "k"}
    assert thief.post(f"/r/{room.code}/pass", sent).status_code == 403
    assert whose(browser) == jade


def test_a_planted_cookie_is_worthless_after_a_signup(thief: Client) -> None:
    browser = copy_cookie(thief)
    assert sign_up(browser).status_code == 302
    jade = whose(browser)
    assert jade is not None and jade.nickname == "Jade"
    assert read_identity(thief) != "Jade"
    thief.post("/name/", {"name": "Jackdaw"})
    jade.refresh_from_db()
    assert jade.nickname == "Jade"


def test_a_planted_cookie_cannot_set_a_new_password(make_member) -> None:
    """The key of a mailed link belongs to the browser that followed it."""
    make_member("Jade")
    thief = Client()
    thief.post("/accounts/login/code/", {"email": HERS})
    browser = copy_cookie(thief)
    browser.post("/accounts/password/reset/", {"email": HERS})
    text = OutgoingMail.objects.filter(text__contains="/reset/key/").get().text
    link = re.search(r"(/accounts/password/reset/key/\S+)", text)
    assert link is not None
    form = browser.get(link[1], follow=True)
    path = form.redirect_chain[-1][0]
    sent = {"password1": "a burglar was here", "password2": "a burglar was here"}
    thief.post(path, sent)
    assert log_in(Client(), password="a burglar was here").status_code == 200
    sent = {"password1": "nine red squares", "password2": "nine red squares"}
    assert browser.post(path, sent).status_code == 302
    assert log_in(Client(), password="nine red squares").status_code == 302

    again = Client()
    again.get(link[1], follow=True)
    again.post(path, {"password1": "ten red squares", "password2": "ten red squares"})
    assert log_in(Client(), password="ten red squares").status_code == 200, "good once"


def test_a_mailed_code_works_once(make_member) -> None:
    make_member("Jade")
    browser = Client()
    answer = browser.post("/accounts/login/code/", {"email": HERS}, follow=True)
    path, before = answer.redirect_chain[-1][0], copy_cookie(browser)
    code = code_in(OutgoingMail.objects.get())
    assert browser.post(path, {"code": code}).status_code == 302
    assert whose(browser) is not None
    before.post(path, {"code": code})
    assert whose(before) is None


def test_no_older_cookie_works_after_logging_out_everywhere(make_member) -> None:
    """This holds for every cookie that a browser was ever given,
    from the first page to the last."""
    make_member("Jade")
    browser = Client()
    older = []
    for path in ("/", "/accounts/login/", "/settings/"):
        browser.get(path)
        older += [copy_cookie(browser)] if "sessionid" in browser.cookies else []
    log_in(browser)
    older.append(copy_cookie(browser))
    link = link_of(browser)
    browser.get("/settings/")
    older.append(copy_cookie(browser))
    browser.post("/settings/sessions/end/")
    older.append(copy_cookie(browser))
    assert Client().post(link).status_code == 404
    log_in(browser)
    for thief in older:
        assert whose(thief) is None
        assert thief.get("/accounts/email/").status_code == 302
