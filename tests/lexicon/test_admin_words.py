"""The editors' pages on words: search, add, remove, export; and who may open them."""

from collections.abc import Callable

import pytest
from django.test import Client

from lexicon.models import Definition, Lexicon
from lexicon.services.revisions import Author, change_words, list_revision_words

SEARCHES = [
    ({"kind": "exact", "q": "cat"}, {"CAT"}),
    ({"kind": "exact", "q": "ca"}, set()),
    ({"kind": "prefix", "q": "ca"}, {"CAT", "CATS"}),
    ({"kind": "prefix", "q": "", "length": "4"}, {"CATS", "DOGS"}),
    ({"kind": "pattern", "q": "?a?"}, {"CAT", "ZAX"}),
    ({"kind": "pattern", "q": "*s"}, {"CATS", "DOGS"}),
    ({"kind": "pattern", "q": "*o*", "length": "3"}, {"DOG"}),
    ({"kind": "pattern", "q": "[A-Z]"}, set()),
]


@pytest.fixture
def base(lexicon: Lexicon) -> str:
    return f"/admin/lexicon/lexicon/{lexicon.pk}/"


@pytest.mark.parametrize(("asked", "expected"), SEARCHES)
def test_words_are_searched_with_patterns(
    client_of: Callable[[str], Client], base: str, asked: dict[str, str], expected: set[str]
) -> None:
    answer = client_of("editor").get(f"{base}words/", asked, headers={"HX-Request": "true"})
    assert {row["word"] for row in answer.context["rows"]} == expected
    assert answer.context["total"] == len(expected)


def test_search_pages_through_long_lists(
    client_of: Callable[[str], Client], base: str, lexicon: Lexicon
) -> None:
    words = [f"{a}{b}{c}" for a in "ABCDE" for b in "AEIOU" for c in "BCDFGHJKL"]
    change_words(lexicon, add=words, base=lexicon.current_revision, author=Author("x"), note="n")
    editor = client_of("editor")
    first = editor.get(f"{base}words/", {"length": "3"})
    second = editor.get(f"{base}words/", {"length": "3", "page": "2"})
    shown = [row["word"] for answer in (first, second) for row in answer.context["rows"]]
    assert shown == sorted(shown)
    assert len(set(shown)) == 200
    assert "page=2" in first.content.decode()
    assert "page=1" in second.content.decode()


def test_a_found_word_shows_its_meaning_and_who_added_it(
    client_of: Callable[[str], Client], base: str, lexicon: Lexicon
) -> None:
    Definition.objects.create(language="en", word="EMU", text="A tall bird.")
    change_words(
        lexicon, add=["EMU"], base=lexicon.current_revision, author=Author("ann"), note="Birds."
    )
    page = client_of("editor").get(f"{base}words/", {"q": "emu"}).content.decode()
    assert "A tall bird." in page
    assert "added in revision 2 by ann: Birds." in page


def test_too_many_stars_are_refused(client_of: Callable[[str], Client], base: str) -> None:
    answer = client_of("editor").get(f"{base}words/", {"kind": "pattern", "q": "*a*a*a*a*a*"})
    assert "at most 4 stars" in answer.content.decode()


def test_a_pasted_list_becomes_a_revision(
    client_of: Callable[[str], Client], base: str, lexicon: Lexicon
) -> None:
    sent = {
        "add": "emu, Owl\nyak",
        "remove": "zax",
        "reason": "As agreed.",
        "base": lexicon.current_revision_id,
    }
    answer = client_of("editor").post(f"{base}words/save/", sent, follow=True)
    assert "Revision 2: 3 added, 1 removed." in answer.content.decode()
    lexicon.refresh_from_db()
    revision = lexicon.current_revision
    assert revision is not None
    assert {"EMU", "OWL", "YAK"} <= set(list_revision_words(revision))
    assert "ZAX" not in list_revision_words(revision)
    assert (revision.author, revision.note) == ("editor", "As agreed.")
    assert revision.created_by is not None


def test_known_words_are_reported_and_unknown_ones_keep_the_form(
    client_of: Callable[[str], Client], base: str, lexicon: Lexicon
) -> None:
    editor, seen = client_of("editor"), lexicon.current_revision_id
    sent = {"add": "emu cat", "remove": "yak", "reason": "r", "base": seen}
    refused = editor.post(f"{base}words/save/", sent)
    assert list(refused.context["change"].errors) == ["remove"]
    assert "emu cat" in refused.content.decode()
    done = editor.post(f"{base}words/save/", sent | {"remove": ""}, follow=True).content.decode()
    assert "Revision 2: 1 added, 0 removed. Already in the dictionary: CAT." in done


def test_the_slower_of_two_editors_keeps_the_form(
    client_of: Callable[[str], Client], base: str, lexicon: Lexicon
) -> None:
    seen = lexicon.current_revision_id
    one = {"add": "emu", "remove": "", "reason": "One.", "base": seen}
    other = {"add": "owl", "remove": "", "reason": "Other.", "base": seen}
    assert client_of("editor").post(f"{base}words/save/", one).status_code == 302
    slow = client_of("editor2")
    refused = slow.post(f"{base}words/save/", other)
    assert refused.status_code == 409
    page = refused.content.decode()
    assert "editor saved revision 2" in page
    assert "owl" in page
    again = refused.context["change"].data.dict()
    assert slow.post(f"{base}words/save/", again).status_code == 302
    lexicon.refresh_from_db()
    assert {"EMU", "OWL"} <= set(list_revision_words(lexicon.current_revision))


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"add": "", "remove": ""}, "Enter words"),
        ({"add": "naïve"}, "naïve (letters outside the tile set)"),
        ({"add": "don't"}, "apostrophe"),
        ({"add": "emu", "remove": "emu"}, "in both lists"),
        ({"add": "cat"}, "This changes nothing"),
        ({"remove": "emu cat owl"}, "Not in the dictionary: EMU, OWL."),
        ({"add": "yak", "remove": "emu"}, "Not in the dictionary: EMU."),
        ({"add": "emu", "reason": ""}, "required"),
    ],
)
def test_an_invalid_change_is_refused_as_a_whole(
    client_of: Callable[[str], Client],
    base: str,
    lexicon: Lexicon,
    fields: dict[str, str],
    complaint: str,
) -> None:
    sent = {"reason": "r", "base": str(lexicon.current_revision_id)} | fields
    answer = client_of("editor").post(f"{base}words/save/", sent)
    assert answer.status_code == 422
    assert complaint in answer.content.decode()
    assert lexicon.revisions.count() == 1


def test_the_export_can_be_uploaded_again(
    client_of: Callable[[str], Client], base: str, lexicon: Lexicon
) -> None:
    Definition.objects.create(language="en", word="ZAX", text="A tool.")
    editor = client_of("editor")
    plain = editor.get(f"{base}export/")
    assert plain.getvalue() == b"ACT\nCAT\nCATS\nDOG\nDOGS\nQI\nZAX\n"
    assert plain["Content-Disposition"] == 'attachment; filename="few-1.txt"'
    export = editor.get(f"{base}export/", {"definitions": ""})
    assert export.getvalue().endswith(b"QI\nZAX\tA tool.\n")


PAGES = [
    ("get", "words/", 200),
    ("post", "words/save/", 422),
    ("get", "export/", 200),
    ("get", "upload/", 200),
    ("post", "upload/", 422),
    ("get", "revisions/", 200),
    ("get", "compare/", 200),
    ("get", "revisions/1/restore/", 200),
    ("post", "revisions/1/delete/", 302),
    ("get", "change/", 200),
]


@pytest.mark.parametrize(("method", "page", "welcome"), PAGES)
def test_only_owner_and_editor_can_open_the_pages(
    client_of: Callable[[str], Client], base: str, method: str, page: str, welcome: int
) -> None:
    answers = {
        who: getattr(client_of(who), method)(base + page).status_code
        for who in ("owner", "editor", "stranger", "nobody")
    }
    assert answers == {"owner": welcome, "editor": welcome, "stranger": 403, "nobody": 302}


@pytest.mark.parametrize("page", ["words/save/", "revisions/1/delete/"])
def test_changes_need_a_post_request(
    client_of: Callable[[str], Client], base: str, page: str
) -> None:
    assert client_of("editor").get(base + page).status_code == 405
