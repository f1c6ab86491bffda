"""E-mail goes to the account's confirmed address, or to one confirmed in an earlier release."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.test import Client

from games.mail.models import OutgoingMail
from games.mail.services import mail_links
from games.mail.services.addresses import get_mail_address
from games.mail.services.outbox import queue_notification_mail
from games.players.models import Notification, Player
from games.players.services.notification_settings import (
    NotificationChannel,
    NotificationEvent,
    wants_notification,
)
from tests.play.conftest import NOON, client_of

__all__ = ["client_of"]

pytestmark = pytest.mark.django_db

HERS, OTHER = "jade@tiles.example", "jade@elsewhere.example"
PAGE = "/settings/notifications/"


@pytest.fixture
def jade(db) -> Player:
    return Player.objects.create(nickname="Jade")


def give_account(player: Player, *addresses: tuple[str, bool]) -> Player:
    """Give the player an account with these addresses, each confirmed or not."""
    player.user = User.objects.create_user("jade", HERS)
    player.save()
    for number, (email, verified) in enumerate(addresses):
        EmailAddress.objects.create(
            user=player.user, email=email, verified=verified, primary=not number
        )
    return player


def mailed(player: Player) -> list[str]:
    """Queue a notification about a turn, and return the addresses it goes to."""
    notice = Notification.objects.create(player=player, kind="turn", path="/", created_at=NOON)
    queue_notification_mail(notice, NOON)
    return list(OutgoingMail.objects.values_list("to", flat=True))


def test_the_confirmed_address_of_the_account_gets_mail(jade) -> None:
    assert mailed(give_account(jade, (HERS, True))) == [HERS]


def test_an_unconfirmed_address_gets_no_mail(jade, client_of) -> None:
    give_account(jade, (HERS, False))
    assert mailed(jade) == []
    page = client_of(jade).get(PAGE).content.decode()
    assert f"Confirm <bdi>{HERS}</bdi> to get e-mail." in page
    assert HERS in page
    assert 'href="/accounts/email/"' in page


def test_an_earlier_address_is_used_until_the_accounts_is_confirmed(jade, client_of) -> None:
    jade.email = OTHER
    give_account(jade, (HERS, False))
    assert get_mail_address(jade) == OTHER
    assert OTHER in client_of(jade).get(PAGE).content.decode()
    EmailAddress.objects.update(verified=True)
    assert get_mail_address(jade) == HERS


def test_guests_read_that_email_needs_an_account(jade, client_of) -> None:
    assert mailed(jade) == []
    page = client_of(jade).get(PAGE).content.decode()
    assert "Sign up to get e-mail" in page
    assert 'value="mail"' not in page, "nothing is offered that does not work"


def test_a_guest_with_an_earlier_confirmed_address_keeps_email(jade, client_of) -> None:
    Player.objects.update(email=HERS)
    jade.refresh_from_db()
    assert mailed(jade) == [HERS]
    page = client_of(jade).get(PAGE).content.decode()
    assert HERS in page
    assert 'value="mail"' in page


def test_a_site_without_a_mail_server_explains_it(jade, client_of, settings) -> None:
    settings.MAIL_ENABLED = False
    give_account(jade, (HERS, True))
    assert mailed(jade) == []
    page = client_of(jade).get(PAGE).content.decode()
    assert "E-mail is not set up on this site." in page
    assert 'value="mail"' not in page


def test_a_form_without_email_switches_keeps_their_choices(jade, client_of, settings) -> None:
    settings.MAIL_ENABLED = False
    sent = {"volume": "40", "turn": ["sound"]}
    assert client_of(jade).post(PAGE, sent).status_code == 302
    jade = Player.objects.get()
    assert wants_notification(jade, NotificationEvent.TURN, NotificationChannel.MAIL)
    assert not wants_notification(jade, NotificationEvent.TURN, NotificationChannel.PUSH)


def test_the_old_form_redirects_to_the_settings(jade, client_of) -> None:
    answer = client_of(jade).get("/reminders/")
    assert (answer.status_code, answer.headers["Location"]) == (302, PAGE)
    assert client_of(jade).post("/reminders/", {"email": HERS}).status_code == 302
    jade.refresh_from_db()
    assert (jade.email, jade.email_asked) == ("", "")


def test_a_confirmation_link_of_an_earlier_release_still_works(jade) -> None:
    Player.objects.update(email_asked=HERS)
    jade.refresh_from_db()
    path, stranger = mail_links.build_confirm_link(jade), Client(enforce_csrf_checks=True)
    page = stranger.get(path).content.decode()
    jade.refresh_from_db()
    assert jade.email == "", "programs that look at links confirm nothing"
    (token,) = set(re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page))
    assert "Confirmed" in stranger.post(path, {"csrfmiddlewaretoken": token}).content.decode()
    jade.refresh_from_db()
    assert (jade.email, jade.email_asked) == (HERS, "")


def test_expired_and_invalid_links_are_explained(jade, monkeypatch) -> None:
    Player.objects.update(email_asked=HERS)
    jade.refresh_from_db()
    path = mail_links.build_confirm_link(jade)
    for wrong in (path[:-2] + "/", path.replace("confirm", "stop"), "/reminders/stop/x/"):
        assert Client().post(wrong).status_code == 404
    monkeypatch.setattr(mail_links, "CONFIRM_LINK_DAYS", -1)
    answer = Client().get(path)
    assert (answer.status_code, "no longer works" in answer.content.decode()) == (404, True)
    assert Client().post(path).status_code == 404
    jade.refresh_from_db()
    assert jade.email == ""


@pytest.mark.parametrize("member", [True, False])
def test_one_click_unsubscribes_without_a_session(jade, member) -> None:
    if member:
        give_account(jade, (HERS, True))
    else:
        Player.objects.update(email=HERS)
    path, browser = mail_links.build_unsubscribe_link(jade, HERS), Client(enforce_csrf_checks=True)
    assert "Stop all e-mail" in browser.get(path).content.decode()
    assert wants_notification(
        Player.objects.get(), NotificationEvent.TURN, NotificationChannel.MAIL
    ), "looking changes nothing"
    assert browser.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert mailed(Player.objects.get()) == []
    kept = Player.objects.get()
    assert not any(
        wants_notification(kept, kind, NotificationChannel.MAIL) for kind in NotificationEvent
    )


def test_an_unsubscribe_link_of_another_address_has_no_effect(jade) -> None:
    give_account(jade, (HERS, True))
    path = mail_links.build_unsubscribe_link(jade, OTHER)
    assert Client().post(path).status_code == 200
    assert mailed(Player.objects.get()) == [HERS]
