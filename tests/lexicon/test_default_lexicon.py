"""Which dictionary is used if none was chosen."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from lexicon.models import Lexicon
from lexicon.perspective.default_lexicon import choose_lexicon, read_languages

pytestmark = pytest.mark.django_db


@pytest.fixture
def present() -> dict[str, Lexicon]:
    """Two English dictionaries; Danish and German sort before them by name or language."""
    rows = [
        ("common", "en", "A common list", False),
        ("open", "en", "Open list", True),
        ("da", "da", "Dansk", True),
        ("de", "de", "Deutsch", False),
    ]
    return {
        slug: Lexicon.objects.create(slug=slug, language=language, name=name, default=default)
        for slug, language, name, default in rows
    }


def chosen(*languages: str, among: Any = None) -> str | None:
    found = choose_lexicon(Lexicon.objects.all() if among is None else among, languages)
    return found.slug if found else None


def test_the_default_is_english_unless_the_browser_prefers_another_language(
    present: dict[str, Lexicon],
) -> None:
    assert chosen() == "open"
    assert chosen("fr", "tlh") == "open"
    assert chosen("fr", "de", "da") == "de"
    assert chosen("da-DK") == "da"


def test_the_default_of_the_site_comes_first(present: dict[str, Lexicon]) -> None:
    present["de"].site_default = True
    present["de"].save()
    assert chosen("da") == "de"
    only = [present["common"], present["da"]]
    assert chosen("da", among=only) == "da", "where it is not offered it is not chosen"


def test_without_english_the_oldest_dictionary_is_the_default(present: dict[str, Lexicon]) -> None:
    assert chosen(among=[present["de"], present["da"]]) == "da"
    assert chosen(among=[]) is None


def test_setting_a_default_unsets_the_earlier_one(
    present: dict[str, Lexicon], client_of: Callable[[str], Client]
) -> None:
    editor = client_of("editor")
    address = f"/admin/lexicon/lexicon/{present['common'].pk}/change/"
    card = {"name": "x", "slug": "common", "language": "en", "default": "on"}
    assert editor.post(address, card).status_code == 302
    assert chosen() == "common"
    assert Lexicon.objects.filter(language="en", default=True).count() == 1
    for slug in ("de", "da"):
        card = {"name": slug, "slug": slug, "language": slug, "site_default": "on"}
        answer = editor.post(f"/admin/lexicon/lexicon/{present[slug].pk}/change/", card)
        assert answer.status_code == 302
    assert [each.slug for each in Lexicon.objects.filter(site_default=True)] == ["da"]
    page = editor.get("/admin/lexicon/lexicon/").content.decode()
    assert page.count('<span class="state-label">site default</span>') == 1


def test_a_hidden_dictionary_is_no_default_of_the_site(
    present: dict[str, Lexicon], client_of: Callable[[str], Client]
) -> None:
    card = {"name": "x", "slug": "de", "language": "de", "hidden": "on", "site_default": "on"}
    address = f"/admin/lexicon/lexicon/{present['de'].pk}/change/"
    answer = client_of("editor").post(address, card)
    assert "A hidden dictionary can&#x27;t be the default." in answer.content.decode()


@pytest.mark.parametrize(
    ("header", "languages"),
    [
        ("", ()),
        ("*", ()),
        ("de-CH, de;q=0.9, en;q=0.5", ("de", "en")),
        ("fr;q=0, es;q=0.1, da", ("da", "es")),
        ("en;q=nonsense, \x00, ;;;", ()),
    ],
)
def test_browser_languages_are_parsed(header: str, languages: tuple[str, ...]) -> None:
    assert read_languages(header) == languages
