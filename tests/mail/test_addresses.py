"""Reminders by mail as a player meets them: the form, the link in the letter, the end of it."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.mail import post
from games.mail.models import Letter
from games.mail.services import addresses, links
from games.players.models import Player

pytestmark = pytest.mark.django_db

HERS = "jade@tiles.example"


@pytest.fixture
def jade(db) -> Player:
    return Player.objects.create(nickname="Jade")


def browser_of(player: Player) -> Client:
    browser = Client()
    session = browser.session
    session["player"] = str(player.pk)
    session.save()
    browser.cookies["sessionid"] = session.session_key or ""
    return browser


def ask(player: Player, email: str) -> tuple[int, str]:
    """Send the form; the status, and the page in the end."""
    browser = browser_of(player)
    answer = browser.post("/reminders/", {"email": email})
    page = browser.get("/reminders/") if answer.status_code == 302 else answer
    player.refresh_from_db()
    return answer.status_code, page.content.decode()


def link_in(mail) -> str:
    (found,) = re.findall(r"http://\S+/reminders/confirm/\S+", mail.body)
    return str(found)


def test_an_address_counts_once_its_link_was_followed(jade, mailoutbox) -> None:
    status, page = ask(jade, HERS)
    assert status == 302
    assert f"A letter is on its way to {HERS}" in page
    assert (jade.email, jade.email_asked) == ("", HERS)
    assert post.send_one()
    (mail,) = mailoutbox
    assert mail.to == [HERS]

    stranger = Client(enforce_csrf_checks=True)
    page = stranger.get(link_in(mail)).content.decode()
    jade.refresh_from_db()
    assert jade.email == "", "programs that look at links confirm nothing"
    (token,) = re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page)
    assert (
        "Confirmed" in stranger.post(link_in(mail), {"csrfmiddlewaretoken": token}).content.decode()
    )
    jade.refresh_from_db()
    assert (jade.email, jade.email_asked) == (HERS, "")
    assert "Confirmed: reminders go to this address." in ask(jade, HERS)[1]
    assert not post.send_one(), "the same address again needs no letter"


def test_only_the_link_for_the_latest_address_is_good(jade, mailoutbox) -> None:
    ask(jade, "slip@tiles.example")
    assert post.send_one()
    ask(jade, HERS)
    assert Client().post(link_in(mailoutbox[0])).status_code == 404
    jade.refresh_from_db()
    assert (jade.email, jade.email_asked) == ("", HERS)


def test_a_letter_to_an_address_given_up_since_is_not_sent(jade, mailoutbox) -> None:
    ask(jade, "slip@tiles.example")
    ask(jade, HERS)
    while post.send_one():
        pass
    assert [mail.to for mail in mailoutbox] == [[HERS]]


def test_old_and_made_up_links_are_refused(jade, monkeypatch) -> None:
    ask(jade, HERS)
    path = links.confirm_link(jade)
    for wrong in (path[:-2] + "/", path.replace("confirm", "stop"), "/reminders/stop/x/"):
        assert Client().post(wrong).status_code == 404
    monkeypatch.setattr(links, "CONFIRM_DAYS", -1)
    answer = Client().get(path)
    assert (answer.status_code, "no longer good" in answer.content.decode()) == (404, True)
    assert Client().post(path).status_code == 404
    jade.refresh_from_db()
    assert jade.email == ""


@pytest.mark.parametrize(
    "email",
    ["jade", "jade@", "jade@tiles@example", "a b@tiles.example", f"jade@{'ü' * 63}.example"],
    ids=["word", "no domain", "two domains", "space", "no such domain"],
)
def test_what_is_no_address_is_refused_where_it_was_typed(jade, email) -> None:
    status, page = ask(jade, email)
    assert status == 422
    assert "No letter can be sent to that address." in page
    assert email in page, "what was typed stays"
    assert not Letter.objects.exists()
    assert jade.email_asked == ""


def test_an_empty_field_ends_all_mail(jade) -> None:
    Player.objects.update(email=HERS)
    status, page = ask(jade, "")
    assert (status, jade.email) == (302, "")
    assert "nothing is mailed to you" in page


def test_nobody_can_have_an_address_flooded(jade) -> None:
    for number in range(addresses.MOST_TO_AN_ADDRESS):
        other = Player.objects.create(nickname=f"Flood {number}")
        assert ask(other, HERS.upper() if number else HERS)[0] == 302
    status, page = ask(jade, HERS)
    assert (status, jade.email_asked) == (422, "")
    assert "Too many letters were asked for" in page
    assert Letter.objects.count() == addresses.MOST_TO_AN_ADDRESS


@pytest.mark.parametrize("limit", ["MOST_FOR_A_PLAYER", "MOST_AN_HOUR"])
def test_nobody_makes_a_mailing_machine_of_the_site(jade, monkeypatch, limit) -> None:
    monkeypatch.setattr(addresses, limit, 2)
    answers = [ask(jade, f"jade{number}@tiles.example")[0] for number in range(4)]
    assert answers == [302, 302, 422, 422]


def test_one_click_stops_all_mail_without_a_session(jade) -> None:
    Player.objects.update(email=HERS)
    jade.refresh_from_db()
    path = links.stop_link(jade)
    browser = Client(enforce_csrf_checks=True)
    assert "Stop all mail" in browser.get(path).content.decode()
    jade.refresh_from_db()
    assert jade.email == HERS
    assert browser.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    jade.refresh_from_db()
    assert jade.email == ""


def test_a_stranger_is_told_to_sit_down_first() -> None:
    browser = Client()
    assert "Sit down at a table first" in browser.get("/reminders/").content.decode()
    assert browser.post("/reminders/", {"email": HERS}).status_code == 200
    assert not Letter.objects.exists()


def test_letters_are_counted_for_a_day(jade, monkeypatch) -> None:
    monkeypatch.setattr(addresses, "MOST_FOR_A_PLAYER", 1)
    assert ask(jade, HERS)[0] == 302
    yesterday = timezone.now() - addresses.DAY
    Letter.objects.update(created_at=yesterday)
    assert ask(jade, "other@tiles.example")[0] == 302
