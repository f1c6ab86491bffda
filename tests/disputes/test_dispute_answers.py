"""A player who disputed a word gets the editors' answer: in the bell, by e-mail and on the page."""

from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from games.mail.models import OutgoingMail
from games.mail.perspective.mail_texts import get_mail_text
from games.players.models import Notification, Player
from games.players.services.notifications import describe_notification
from lexicon.models import Dispute, Lexicon
from lexicon.services.disputes import answer_dispute
from lexicon.services.revisions import Author, change_words
from lexicon.terms.errors import StaleRevisionError

pytestmark = pytest.mark.django_db

PAGE = "/dictionaries/few/"
FORM = {"word": "zax", "reason": "Nobody says it.", "name": ""}


@pytest.fixture
def amber() -> Player:
    return Player.objects.create(nickname="Amber", email="amber@example.org")


@pytest.fixture
def browser(amber: Player) -> Client:
    return browser_of(amber)


def browser_of(player: Player) -> Client:
    client = Client()
    session = client.session
    session["player"] = str(player.pk)
    session.save()
    client.cookies["sessionid"] = session.session_key or ""
    return client


def decide(dispute: Dispute, *, accept: bool, answer: str = "So it is.") -> None:
    dispute.lexicon.refresh_from_db()
    base = dispute.lexicon.current_revision
    answer_dispute(dispute, accept=accept, answer=answer, author=Author("ann"), base=base)


@pytest.mark.parametrize(
    ("accept", "sentence"),
    [
        (True, "Your dispute about “ZAX” was accepted."),
        (False, "Your dispute about “ZAX” was declined."),
    ],
)
def test_a_player_gets_the_answer(
    lexicon: Lexicon, browser: Client, amber: Player, accept: bool, sentence: str
) -> None:
    browser.post(f"{PAGE}dispute/", FORM)
    dispute = Dispute.objects.get()
    assert dispute.author == "Amber"
    decide(dispute, accept=accept)
    notice = Notification.objects.get()
    assert (notice.player, describe_notification(notice, notice.created_at)) == (
        amber,
        f"{sentence} So it is.",
    )
    letter = OutgoingMail.objects.get()
    assert letter.to == "amber@example.org"
    text = get_mail_text(letter, notice.created_at)
    assert sentence in text
    assert text.count(PAGE) == 1


def test_opening_the_answer_marks_the_notification_as_read(
    lexicon: Lexicon, browser: Client
) -> None:
    browser.post(f"{PAGE}dispute/", FORM)
    decide(Dispute.objects.get(), accept=False)
    address = f"/notices/{Notification.objects.get().pk}/"
    assert address in browser.get("/").content.decode()
    page = browser.get(address, follow=True)
    assert page.redirect_chain == [(PAGE, 302)]
    assert page.content.decode().count("So it is.") == 2, (
        "among the player's disputes and among all"
    )
    assert Notification.objects.get().read_at
    assert address not in browser.get("/").content.decode()


def test_a_notification_opens_only_for_its_player(lexicon: Lexicon, browser: Client) -> None:
    browser.post(f"{PAGE}dispute/", FORM)
    decide(Dispute.objects.get(), accept=False)
    address = f"/notices/{Notification.objects.get().pk}/"
    stranger = browser_of(Player.objects.create(nickname="Jade"))
    for client in (stranger, Client()):
        assert client.get(address).status_code == 404
    assert Notification.objects.get().read_at is None
    assert stranger.get("/notices/99999999999999999999/").status_code == 404


def test_every_editor_reads_a_guests_name_in_their_own_language(
    lexicon: Lexicon, browser: Client, amber: Player
) -> None:
    amber.nickname = "Guest 482917"
    amber.save()
    browser.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    assert 'value="Gast 482917"' in browser.get(f"{PAGE}dispute/").content.decode()
    browser.post(f"{PAGE}dispute/", FORM | {"name": "Gast 482917"})
    dispute = Dispute.objects.get()
    assert dispute.author == "Guest 482917", "no name is stored in one reader's language"
    editor = Client()
    editor.force_login(User.objects.create_superuser("ann"))
    for language, name in {"fr": "Visiteur 482917", "en": "Guest 482917"}.items():
        editor.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        for path in ("", f"{dispute.pk}/change/"):
            assert name in editor.get(f"/admin/lexicon/dispute/{path}").content.decode(), path


def test_an_anonymous_player_finds_the_answer_on_the_page(client: Client, lexicon: Lexicon) -> None:
    client.post(f"{PAGE}dispute/", FORM)
    assert "awaiting an answer" in client.get(PAGE).content.decode()
    decide(Dispute.objects.get(), accept=False)
    assert "Your disputes" in client.get(PAGE).content.decode()
    assert "Your disputes" not in Client().get(PAGE).content.decode()
    assert not Notification.objects.exists()


def test_a_long_answer_is_cut_in_the_notification_and_whole_in_the_email(
    lexicon: Lexicon, browser: Client
) -> None:
    browser.post(f"{PAGE}dispute/", FORM)
    decide(Dispute.objects.get(), accept=False, answer="Look. " * 150)
    notice = Notification.objects.get()
    assert len(describe_notification(notice, notice.created_at)) == 240
    assert "Look. " * 149 in get_mail_text(OutgoingMail.objects.get(), notice.created_at)


def test_without_an_answer_no_notification_is_sent(lexicon: Lexicon, browser: Client) -> None:
    browser.post(f"{PAGE}dispute/", FORM)
    lexicon.refresh_from_db()
    base = lexicon.current_revision
    change_words(lexicon, add=["EMU"], base=base, author=Author("ann"), note="n")
    with pytest.raises(StaleRevisionError):
        answer_dispute(
            Dispute.objects.get(), accept=True, answer="Yes.", author=Author("ann"), base=base
        )
    assert not Notification.objects.exists()


def test_a_dispute_of_a_deleted_player_can_be_answered(
    lexicon: Lexicon, browser: Client, amber: Any
) -> None:
    browser.post(f"{PAGE}dispute/", FORM)
    amber.delete()
    decide(Dispute.objects.get(), accept=False)
    assert Dispute.objects.get().state == Dispute.State.DECLINED
