"""Whoever disputed a word is told the editors' answer: on the site, by letter, on the page."""

from typing import Any

import pytest
from django.test import Client

from games.mail.models import Letter
from games.players.models import Notice, Player
from lexicon.errors import StaleRevisionError
from lexicon.models import Dispute, Lexicon
from lexicon.services.disputes import answer_dispute
from lexicon.services.revisions import Author, change_words

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
    ("accept", "told"),
    [(True, "The editors agree about “ZAX”."), (False, "“ZAX” stays as it is.")],
)
def test_a_player_is_told(
    lexicon: Lexicon, browser: Client, amber: Player, accept: bool, told: str
) -> None:
    browser.post(f"{PAGE}dispute/", FORM)
    dispute = Dispute.objects.get()
    assert dispute.author == "Amber"
    decide(dispute, accept=accept)
    notice = Notice.objects.get()
    assert (notice.player, notice.text) == (amber, f"{told} So it is.")
    letter = Letter.objects.get()
    assert letter.to == "amber@example.org"
    assert told in letter.text
    assert letter.text.count(PAGE) == 1


def test_the_notice_leads_to_the_answer_and_is_read_by_that(
    lexicon: Lexicon, browser: Client
) -> None:
    browser.post(f"{PAGE}dispute/", FORM)
    decide(Dispute.objects.get(), accept=False)
    address = f"/notices/{Notice.objects.get().pk}/"
    assert address in browser.get("/").content.decode()
    page = browser.get(address, follow=True)
    assert page.redirect_chain == [(PAGE, 302)]
    assert page.content.decode().count("So it is.") == 2, "among one's own and among all"
    assert Notice.objects.get().read_at
    assert address not in browser.get("/").content.decode()


def test_a_notice_is_its_players_alone(lexicon: Lexicon, browser: Client) -> None:
    browser.post(f"{PAGE}dispute/", FORM)
    decide(Dispute.objects.get(), accept=False)
    address = f"/notices/{Notice.objects.get().pk}/"
    stranger = browser_of(Player.objects.create(nickname="Jade"))
    for client in (stranger, Client()):
        assert client.get(address).status_code == 404
    assert Notice.objects.get().read_at is None
    assert stranger.get("/notices/99999999999999999999/").status_code == 404


def test_who_has_no_name_finds_the_answer_on_the_page(client: Client, lexicon: Lexicon) -> None:
    client.post(f"{PAGE}dispute/", FORM)
    assert "waits for an answer" in client.get(PAGE).content.decode()
    decide(Dispute.objects.get(), accept=False)
    assert "Your disputes" in client.get(PAGE).content.decode()
    assert "Your disputes" not in Client().get(PAGE).content.decode()
    assert not Notice.objects.exists()


def test_a_long_answer_fits_the_notice_and_is_whole_in_the_letter(
    lexicon: Lexicon, browser: Client
) -> None:
    browser.post(f"{PAGE}dispute/", FORM)
    decide(Dispute.objects.get(), accept=False, answer="Look. " * 150)
    assert len(Notice.objects.get().text) == 240
    assert "Look. " * 149 in Letter.objects.get().text


def test_an_answer_that_is_not_given_is_not_told(lexicon: Lexicon, browser: Client) -> None:
    browser.post(f"{PAGE}dispute/", FORM)
    lexicon.refresh_from_db()
    base = lexicon.current_revision
    change_words(lexicon, add=["EMU"], base=base, author=Author("ann"), note="n")
    with pytest.raises(StaleRevisionError):
        answer_dispute(
            Dispute.objects.get(), accept=True, answer="Yes.", author=Author("ann"), base=base
        )
    assert not Notice.objects.exists()


def test_a_player_who_is_gone_stops_no_answer(
    lexicon: Lexicon, browser: Client, amber: Any
) -> None:
    browser.post(f"{PAGE}dispute/", FORM)
    amber.delete()
    decide(Dispute.objects.get(), accept=False)
    assert Dispute.objects.get().state == Dispute.State.DECLINED
