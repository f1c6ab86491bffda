"""Members who are logged out from another device are notified:
on the page there, in the bell and by e-mail."""

import pytest
from django.test import Client

from games.mail.models import OutgoingMail
from games.mail.perspective.mail_texts import get_mail_text
from games.players.services.notifications import describe_notification
from tests.accounts.conftest import PASSWORD, confirm_password, log_in

pytestmark = pytest.mark.django_db

HERE = "You're logged out here"


@pytest.fixture
def browsers(make_member) -> tuple[Client, Client]:
    """Two browsers in which Jade is logged in."""
    make_member("Jade")
    both = Client(), Client()
    for browser in both:
        log_in(browser)
    return both


def test_logging_out_everywhere_sends_notifications(browsers) -> None:
    here, elsewhere = browsers
    assert here.post("/settings/sessions/end/").status_code == 302
    for path in ("/", "/settings/"):
        assert HERE in elsewhere.get(path).content.decode()
    assert HERE not in Client().get("/").content.decode()
    letter = OutgoingMail.objects.get(kind="logged_out")
    assert letter.notice is not None
    sentence = describe_notification(letter.notice, letter.created_at)
    assert sentence.startswith("You were logged out on all devices on ")
    assert "change your password" in get_mail_text(letter, letter.created_at)
    log_in(elsewhere)
    page = elsewhere.get("/").content.decode()
    assert HERE not in page
    assert sentence in page, "in the bell"


def test_a_password_change_notifies_the_devices_it_logs_out(browsers) -> None:
    here, elsewhere = browsers
    confirm_password(here)
    fields = {"oldpassword": PASSWORD, "password1": "eight green racks"}
    fields["password2"] = fields["password1"]
    assert here.post("/accounts/password/change/", fields).status_code == 302
    assert HERE in elsewhere.get("/").content.decode()
    page = here.get("/").content.decode()
    assert HERE not in page
    assert "All other devices were logged out." in page


def test_a_room_page_shows_the_logout(browsers, open_table) -> None:
    here, elsewhere = browsers
    room = open_table()
    here.post("/settings/sessions/end/")
    assert HERE in elsewhere.get(f"/r/{room.code}/").content.decode()
