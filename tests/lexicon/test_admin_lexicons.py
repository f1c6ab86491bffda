"""Dictionaries in the admin: the form, hiding, deleting, the history and restoring a revision."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from games.play.models import Game
from lexicon.models import Lexicon, Revision
from lexicon.services.revisions import Author, change_words, list_revision_words
from tests.site_processes import ROOT

LIST = "/admin/lexicon/lexicon/"
CARD = {
    "name": "Club list",
    "slug": "club",
    "language": "es",
    "description": "",
    "source": "",
    "licence": "",
}


@pytest.fixture
def base(lexicon: Lexicon) -> str:
    return f"{LIST}{lexicon.pk}/"


@pytest.fixture
def two(lexicon: Lexicon) -> list[Revision]:
    """Create a second revision, which has EMU and lacks ZAX; return both."""
    first = lexicon.current_revision
    assert first is not None
    second = change_words(
        lexicon, add=["EMU"], remove=["ZAX"], base=first, author=Author("ann"), note="Birds in."
    )
    return [first, second]


def test_a_new_dictionary_redirects_to_its_upload(client_of: Callable[[str], Client]) -> None:
    answer = client_of("editor").post(f"{LIST}add/", CARD)
    made = Lexicon.objects.get(slug="club")
    assert answer["Location"] == f"{LIST}{made.pk}/upload/"
    assert made.language == "es"


def test_the_language_cannot_change_once_there_are_words(
    client_of: Callable[[str], Client], base: str, lexicon: Lexicon
) -> None:
    client_of("editor").post(f"{base}change/", CARD | {"hidden": "on"})
    lexicon.refresh_from_db()
    assert (lexicon.name, lexicon.language, lexicon.slug) == ("Club list", "en", "few")
    assert lexicon.hidden


def test_a_hidden_default_is_refused(client_of: Callable[[str], Client], base: str) -> None:
    answer = client_of("editor").post(f"{base}change/", CARD | {"hidden": "on", "default": "on"})
    assert "be the default" in answer.content.decode()


def test_the_list_shows_words_and_open_disputes(
    client_of: Callable[[str], Client], lexicon: Lexicon
) -> None:
    lexicon.disputes.create(word="ZAX", was_valid=True, reason="r")
    page = client_of("editor").get(LIST).content.decode()
    assert "Few words" in page
    assert "Founder" in page
    assert 'class="state-label alert">1<' in page


def test_the_list_writes_the_last_change_for_the_pages_script(
    client_of: Callable[[str], Client], lexicon: Lexicon
) -> None:
    Revision.objects.update(created_at=datetime(2026, 5, 3, 23, tzinfo=UTC))
    assert ">1 · 3 May 2026, 23:00 UTC<br>" in client_of("editor").get(LIST).content.decode()


def test_history_shows_who_when_and_why(
    client_of: Callable[[str], Client], base: str, two: list[Revision]
) -> None:
    page = client_of("editor").get(f"{base}revisions/").content.decode()
    for text in ("ann", "Birds in.", "Founder", "First list.", ">current<"):
        assert text in page


def test_compare_shows_both_directions(
    client_of: Callable[[str], Client], base: str, two: list[Revision]
) -> None:
    editor = client_of("editor")
    sides = editor.get(f"{base}compare/", {"old": "1", "new": "2"}).context["sides"]
    assert [(count, words) for _name, count, words in sides] == [(1, ["EMU"]), (1, ["ZAX"])]
    sides = editor.get(f"{base}compare/", {"old": "2", "new": "1"}).context["sides"]
    assert [words for _name, _count, words in sides] == [["ZAX"], ["EMU"]]
    assert editor.get(f"{base}compare/", {"old": "7"}).status_code == 404


@pytest.mark.parametrize("number", ["9" * 30, "-1", "²", "one"])
def test_an_invalid_revision_number_selects_none(
    client_of: Callable[[str], Client], base: str, two: list[Revision], number: str
) -> None:
    editor = client_of("editor")
    sides = editor.get(f"{base}compare/", {"old": number, "new": number}).context["sides"]
    assert [words for _name, _count, words in sides] == [["EMU"], ["ZAX"]]
    assert editor.get(f"{base}export/", {"revision": number}).status_code == 200


def test_an_earlier_revision_can_be_restored(
    client_of: Callable[[str], Client], base: str, two: list[Revision], lexicon: Lexicon
) -> None:
    editor = client_of("editor")
    stale = editor.post(f"{base}revisions/1/restore/", {"note": "Hasty.", "base": two[0].pk})
    assert stale.status_code == 409
    editor.post(f"{base}revisions/1/restore/", {"note": "Hasty.", "base": two[1].pk})
    lexicon.refresh_from_db()
    assert lexicon.current_revision is not None
    assert lexicon.current_revision.number == 3
    assert list_revision_words(lexicon.current_revision) == list_revision_words(two[0])


def test_only_unused_revisions_can_be_deleted(
    client_of: Callable[[str], Client],
    base: str,
    two: list[Revision],
    lexicon: Lexicon,
    pin: Callable[[Revision], Game],
) -> None:
    editor = client_of("editor")
    pinned = pin(two[0])
    for number in (1, 2):
        page = editor.post(f"{base}revisions/{number}/delete/", follow=True).content.decode()
        assert "it is current or games use it" in page
    pinned.delete()
    editor.post(f"{base}revisions/1/delete/")
    assert [revision.number for revision in lexicon.revisions.all()] == [2]


def test_a_dictionary_used_by_games_cannot_be_deleted(
    client_of: Callable[[str], Client], base: str, two: list[Revision], pin: Any
) -> None:
    editor = client_of("editor")
    game = pin(two[0])
    refused = editor.post(f"{base}delete/", {"post": "yes"})
    assert "protected" in refused.content.decode()
    assert Lexicon.objects.filter(slug="few").exists()
    game.room.delete()
    editor.post(f"{base}delete/", {"post": "yes"})
    assert not Lexicon.objects.filter(slug="few").exists()


@pytest.mark.parametrize(
    ("who", "status"), [("owner", 302), ("editor", 302), ("stranger", 403), ("nobody", 302)]
)
def test_only_the_owner_and_editors_can_delete(
    client_of: Callable[[str], Client], base: str, who: str, status: int
) -> None:
    assert client_of(who).post(f"{base}delete/", {"post": "yes"}).status_code == status
    gone = not Lexicon.objects.filter(slug="few").exists()
    assert gone == (who in {"owner", "editor"})


def test_every_class_of_the_editors_style_sheet_is_used() -> None:
    sheet = (ROOT / "lexicon/static/lexicon/editor_pages.css").read_text()
    selectors = " ".join(re.findall(r"[^{}]+(?=\{)", re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)))
    classes = set(re.findall(r"\.([a-z][a-z-]*)", selectors))
    templates = " ".join(page.read_text() for page in (ROOT / "templates/admin").rglob("*.html"))
    values = re.findall(r'class="((?:{%.*?%}|{{.*?}}|[^"])*)"', templates)
    words = {word for value in values for word in re.findall(r"[a-z][a-z-]*", value)}
    assert "form-grid" in classes
    # Django's own lists of errors have the last one.
    assert classes - words == {"errorlist"}
