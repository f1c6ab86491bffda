"""Hebrew words in dictionaries: typed with or without final letters, and shown with them."""

import pytest
from django.template.loader import render_to_string
from django.test import Client

from lexicon.models import Definition, Dispute, Lexicon
from lexicon.services.disputes import answer_dispute, open_dispute
from lexicon.services.revisions import Author, change_words, publish_words
from lexicon.terms.errors import MissingWordsError

PEACE, WRITTEN = "שלומ", "שלום"
PAGE = "/dictionaries/hebrew/"


@pytest.fixture
def hebrew(db: None) -> Lexicon:
    made = Lexicon.objects.create(slug="hebrew", name="עברית", language="he", default=True)
    publish_words(made, [PEACE, "ילד", "ילדימ"], base=None, author=Author("Founder"), note="First.")
    Definition.objects.create(language="he", word="ילדימ", text=f"→ {PEACE}")
    Definition.objects.create(language="he", word=PEACE, text="calm")
    return made


@pytest.mark.parametrize("typed", [PEACE, WRITTEN])
def test_a_checked_word_is_shown_with_its_final_letter(
    client: Client, hebrew: Lexicon, typed: str
) -> None:
    page = client.get(PAGE, {"words": typed}).content.decode()
    assert f'<span class="visually-hidden">{WRITTEN}</span>' in page
    assert ">מ</b>" in page, "the tile has the plain letter"
    assert "is valid" in page


@pytest.mark.parametrize("typed", [PEACE, WRITTEN])
def test_found_words_are_shown_with_their_final_letters(
    client: Client, hebrew: Lexicon, typed: str
) -> None:
    page = client.get(f"{PAGE}search/", {"letters": typed}).content.decode()
    assert f">{WRITTEN}</a>" in page
    page = client.get(f"{PAGE}search/", {"hooks": "ילדים"}).content.decode()
    assert "Hooks of ילדים" in page


def test_a_definition_names_its_headword_with_the_final_letter(
    client: Client, hebrew: Lexicon
) -> None:
    page = client.get(PAGE, {"words": "ילדים"}).content.decode()
    assert f"{WRITTEN}: calm" in page


def test_a_dispute_is_shown_with_the_final_letter(client: Client, hebrew: Lexicon) -> None:
    client.post(f"{PAGE}dispute/", {"word": WRITTEN, "reason": "Too quiet.", "name": ""})
    assert Dispute.objects.get().word == PEACE
    assert f"<b>{WRITTEN}</b>" in client.get(PAGE).content.decode()


def test_sentences_of_the_site_have_final_letters(hebrew: Lexicon) -> None:
    first, ann = hebrew.current_revision, Author("ann")
    assert first is not None
    dispute = open_dispute(first, WRITTEN, "Too quiet.")
    answer_dispute(dispute, accept=True, answer="So it is.", author=ann, base=first)
    hebrew.refresh_from_db()
    second = hebrew.current_revision
    assert second is not None
    assert second.reason == f"Dispute about “{WRITTEN}”: So it is."
    with pytest.raises(MissingWordsError, match=f"Not in the dictionary: {WRITTEN}."):
        change_words(hebrew, remove=[PEACE], base=second, author=ann)


def test_the_report_of_an_upload_has_final_letters() -> None:
    report = {"added_words": [PEACE, "ילד"], "absent_words": [PEACE], "removed_words": [PEACE]}
    shown = render_to_string("admin/lexicon/pieces/upload_report.html", {"report": report})
    assert f"{WRITTEN}, ילד" in shown
    assert (shown.count(WRITTEN), shown.count(PEACE)) == (3, 0)
