"""Going on on another device by a link that is good once, and for ten minutes."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.services import devices
from games.common.refusals import Missing
from games.players.models import Player
from tests.accounts.conftest import log_in, whose
from tests.accounts.test_logging_in import at_once


def link_of(browser: Client) -> str:
    page = browser.get("/go-on/").content.decode()
    found = re.search(r'value="http://testserver(/go-on/[^"]+)"', page)
    assert found is not None, page
    assert "<svg" in page
    return found[1]


def test_a_guest_goes_on_and_looking_uses_nothing_up(open_table, people, client_of) -> None:
    room, browser, phone = open_table(), client_of(people[0]), Client()
    link = link_of(browser)
    for _ in range(3):
        page = phone.get(link)
        assert (page.status_code, "Go on as" in page.content.decode()) == (200, True)
        assert "Amber" in page.content.decode()
    phone.head(link)
    assert whose(phone) is None
    assert phone.post(link).status_code == 302
    assert whose(phone) == whose(browser) == people[0]
    assert 'data-seated="1"' in phone.get(f"/r/{room.code}/").content.decode()

    third = Client()
    assert third.get(link).status_code == third.post(link).status_code == 404
    assert whose(third) is None


def test_a_member_is_logged_in_there(make_member) -> None:
    jade, browser, phone = make_member("Jade"), Client(), Client()
    log_in(browser)
    assert phone.post(link_of(browser)).status_code == 302
    assert whose(phone) == jade
    assert phone.get("/accounts/logout/").status_code == 200
    assert phone.get("/settings/").context["user"] == jade.user


def test_who_is_there_is_asked_before_being_replaced(make_member, people, client_of) -> None:
    make_member("Jade")
    browser, there = Client(), client_of(people[0])
    log_in(browser)
    link = link_of(browser)
    assert "Amber" in there.get(link).content.decode()
    there.post(link)
    amber = Player.objects.get(pk=people[0].pk)
    assert amber.left_at is None, "a link from anybody takes nothing along"


def test_the_same_browser_uses_nothing_up(people, client_of) -> None:
    browser = client_of(people[0])
    link = link_of(browser)
    assert "already" in browser.get(link).content.decode()
    assert Client().post(link).status_code == 302


@pytest.mark.parametrize("change", ["late", "ended", "forged", "left"])
def test_a_link_is_good_for_a_while_only(people, client_of, monkeypatch, change) -> None:
    browser = client_of(people[0])
    link = link_of(browser)
    if change == "late":
        monkeypatch.setattr(devices, "GOOD_FOR", -devices.GOOD_FOR)
    elif change == "ended":
        browser.post("/settings/sessions/end/")
    elif change == "forged":
        link = link[:-3] + "xx/"
    else:
        Player.objects.update(left_at=timezone.now())
    phone = Client()
    assert phone.get(link).status_code == 404
    assert phone.post(link).status_code == 404
    assert "no longer good" in phone.get(link).content.decode()
    assert whose(phone) is None


@pytest.mark.django_db(transaction=True)
def test_of_two_who_follow_at_once_one_goes_on(people) -> None:
    token = devices.make_token(people[0])

    def follow() -> bool:
        try:
            return devices.follow(token, timezone.now()) == people[0]
        except Missing:
            return False

    assert sorted(at_once(follow, follow, follow)) == [False, False, True]


def test_a_stranger_has_nothing_to_go_on_with(db) -> None:
    assert "Sit down at a table first" in Client().get("/go-on/").content.decode()
