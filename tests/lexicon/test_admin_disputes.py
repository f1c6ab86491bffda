"""The queue of disputes: shown with their game, answered only by editors, and only once."""

from collections.abc import Callable

import pytest
from django.test import Client

from lexicon.models import Definition, Dispute, Lexicon
from lexicon.services.disputes import open_dispute
from lexicon.services.revisions import Author, change_words, list_revision_words

QUEUE = "/admin/lexicon/dispute/"


@pytest.fixture
def dispute(lexicon: Lexicon) -> Dispute:
    assert lexicon.current_revision is not None
    return open_dispute(
        lexicon.current_revision, "zax", "Nobody says it.", "Kitchen", "/games/7/", "Amber"
    )


def answer(client: Client, dispute: Dispute, verdict: str, base: int | None) -> int:
    sent = {"verdict": verdict, "answer": "So it is.", "base": str(base or 0)}
    return client.post(f"{QUEUE}{dispute.pk}/change/", sent).status_code


def test_the_queue_shows_open_ones_first(
    client_of: Callable[[str], Client], dispute: Dispute, lexicon: Lexicon
) -> None:
    lexicon.disputes.create(word="CATS", was_valid=True, reason="r", state="declined")
    editor = client_of("editor")
    page = editor.get(QUEUE).content.decode()
    assert "ZAX" in page
    assert "CATS" not in page
    assert "CATS" in editor.get(QUEUE, {"state": "all"}).content.decode()


@pytest.mark.parametrize("typed", ["שלום", "שלומ", "Gast 482917", "Guest 482917", "Noam שלום"])
def test_the_queue_is_searched_for_what_it_shows(
    client_of: Callable[[str], Client], lexicon: Lexicon, typed: str
) -> None:
    author = "Noam שלום" if typed.startswith("Noam") else "Guest 482917"
    lexicon.disputes.create(word="שלומ", was_valid=True, reason="r", author=author)
    lexicon.disputes.create(word="CATS", was_valid=True, reason="r", author="Amber")
    page = client_of("editor").get(QUEUE, {"q": typed}, headers={"Accept-Language": "de"})
    shown = page.content.decode()
    assert ">שלום<" in shown and "CATS" not in shown


def test_the_page_shows_what_helps_to_decide(
    client_of: Callable[[str], Client], dispute: Dispute, lexicon: Lexicon
) -> None:
    Definition.objects.create(language="en", word="ZAX", text="A tool.")
    lexicon.disputes.create(
        word="ZAX", was_valid=True, reason="r", state="declined", answer="Look at the slaters."
    )
    page = client_of("editor").get(f"{QUEUE}{dispute.pk}/change/").content.decode()
    for fact in (
        "Nobody says it.", "Amber", 'href="/games/7/"', "Kitchen", "A tool.",
        "Look at the slaters.", "Agree: remove it",
    ):  # fmt: skip
        assert fact in page


def test_accepting_removes_the_word(
    client_of: Callable[[str], Client], dispute: Dispute, lexicon: Lexicon
) -> None:
    editor = client_of("editor")
    assert answer(editor, dispute, "accept", lexicon.current_revision_id) == 302
    lexicon.refresh_from_db()
    assert "ZAX" not in list_revision_words(lexicon.current_revision)
    dispute.refresh_from_db()
    assert (dispute.state, dispute.answer) == ("accepted", "So it is.")
    assert answer(editor, dispute, "decline", lexicon.current_revision_id) == 409


def test_declining_keeps_the_word(
    client_of: Callable[[str], Client], dispute: Dispute, lexicon: Lexicon
) -> None:
    assert answer(client_of("owner"), dispute, "decline", lexicon.current_revision_id) == 302
    assert lexicon.revisions.count() == 1


def test_a_change_in_the_meantime_is_shown_first(
    client_of: Callable[[str], Client], dispute: Dispute, lexicon: Lexicon
) -> None:
    seen = lexicon.current_revision_id
    change_words(
        lexicon, add=["EMU"], base=lexicon.current_revision, author=Author("ann"), note="n"
    )
    editor = client_of("editor")
    assert answer(editor, dispute, "accept", seen) == 409
    dispute.refresh_from_db()
    assert dispute.state == "open"
    lexicon.refresh_from_db()
    assert answer(editor, dispute, "accept", lexicon.current_revision_id) == 302


@pytest.mark.parametrize(
    ("who", "status"), [("owner", 302), ("editor", 302), ("stranger", 403), ("nobody", 302)]
)
def test_only_the_owner_and_editors_can_answer(
    client_of: Callable[[str], Client],
    dispute: Dispute,
    lexicon: Lexicon,
    who: str,
    status: int,
) -> None:
    assert answer(client_of(who), dispute, "decline", lexicon.current_revision_id) == status
    dispute.refresh_from_db()
    assert (dispute.state == "declined") == (who in {"owner", "editor"})


def test_an_answer_needs_a_text(client_of: Callable[[str], Client], dispute: Dispute) -> None:
    sent = {"verdict": "accept", "answer": "", "base": "1"}
    assert client_of("editor").post(f"{QUEUE}{dispute.pk}/change/", sent).status_code == 422
