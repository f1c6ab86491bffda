"""The catalogues are complete: every text is translated into all of the site's languages."""

import gettext
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import to_locale
from polib import POEntry, POFile

from tests.catalogues import (
    LOCALE,
    PLURALS,
    count_forms,
    find_mistakes,
    get_forms,
    get_key,
    merge,
    read_catalogue,
    write_binary,
)
from tests.extraction import extract_messages, has_gettext

TO_DO = "run .ci/messages, then translate what .ci/messages --missing lists"

languages = pytest.mark.parametrize("language", sorted(PLURALS))


def get_catalogue(language: str, ending: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"django.{ending}"


@pytest.fixture(scope="module")
def template() -> POFile:
    if not has_gettext():
        pytest.skip("Debian's package gettext is not installed, so no texts can be extracted")
    return extract_messages()


def test_every_language_of_the_site_has_a_catalogue() -> None:
    codes = [to_locale(code) for code, _name in settings.LANGUAGES if code != "en"]
    assert sorted(codes) == sorted(PLURALS)


@languages
def test_the_catalogue_has_all_texts_and_no_others(language: str, template: POFile) -> None:
    wanted = {get_key(one) for one in template}
    found = {get_key(one) for one in read_catalogue(get_catalogue(language, "po"))}
    assert not wanted - found, f"texts without an entry: {TO_DO}"
    assert not found - wanted, f"entries whose text is gone: {TO_DO}"


@languages
def test_the_catalogue_has_its_canonical_form(language: str, template: POFile) -> None:
    path = get_catalogue(language, "po")
    assert path.read_text() == str(merge(template, read_catalogue(path), language))


@languages
def test_every_text_is_translated_with_its_placeholders_and_tags(language: str) -> None:
    wrong = [
        f"{one.msgid!r}: {mistake}"
        for one in read_catalogue(get_catalogue(language, "po"))
        for mistake in find_mistakes(one, language)
    ]
    assert not wrong, f"{len(wrong)} mistakes: {TO_DO}"


@languages
def test_the_binary_matches_the_catalogue(language: str) -> None:
    messages = read_catalogue(get_catalogue(language, "po"))
    made = get_catalogue(language, "mo").read_bytes()
    assert made == write_binary(messages), "run .ci/messages --compile"
    with get_catalogue(language, "mo").open("rb") as file:
        catalogue = gettext.GNUTranslations(file)
    for one in messages:
        if not one.msgid_plural and not one.msgctxt:
            assert catalogue.gettext(one.msgid) == one.msgstr


@pytest.mark.parametrize(
    ("text", "translation", "mistakes"),
    [
        ("Play", "", ["not translated"]),
        ("%(a)s won", "%(b)s siegt", ["placeholders ['%(b)s'] instead"]),
        ("100%%", "100 %", ["placeholders [] instead of ['%%']"]),
        ("<b>{n}</b>", "<b>{n}", ["tags ['<b>'] instead"]),
        ("Seat ", "Platz", ["' ' at the edge"]),
        ("Play", "Legen", []),
    ],
)
def test_mistakes_are_found(text: str, translation: str, mistakes: list[str]) -> None:
    expect_mistakes(POEntry(msgid=text, msgstr=translation), mistakes)


def test_mistakes_in_plural_forms_are_found() -> None:
    entry = POEntry(msgid="a", msgid_plural="%(n)s b")
    entry.msgstr_plural = {0: "ein b", 1: "%(n)s b"}
    expect_mistakes(entry, [])
    entry.msgstr_plural = {0: "ein b", 1: "b"}
    expect_mistakes(entry, ["placeholders [] instead"])


def test_a_fuzzy_entry_is_a_mistake() -> None:
    expect_mistakes(POEntry(msgid="Play", msgstr="Legen", flags=["fuzzy"]), ["fuzzy"])


def expect_mistakes(entry: POEntry, mistakes: list[str]) -> None:
    found = find_mistakes(entry)
    assert len(found) == len(mistakes)
    for said, expected in zip(found, mistakes, strict=True):
        assert expected in said


def test_the_plural_rule_uses_every_form(tmp_path: Path) -> None:
    for language in PLURALS:
        entry = POEntry(msgid="x", msgid_plural="y")
        entry.msgstr_plural = {n: str(n + 1) for n in range(count_forms(language))}
        path = tmp_path / f"{language}.mo"
        path.write_bytes(write_binary(merge([entry], [entry], language)))
        with path.open("rb") as file:
            catalogue = gettext.GNUTranslations(file)
        found = {catalogue.ngettext("x", "y", n) for n in range(200)}
        assert found == set(get_forms(entry)), language


def test_a_changed_text_loses_its_translation_and_a_known_one_keeps_it() -> None:
    known = [POEntry(msgid="Play", msgstr="Legen"), POEntry(msgid="Gone", msgstr="Weg")]
    merged = merge([POEntry(msgid="Pass"), POEntry(msgid="Play")], known, "de")
    assert [(one.msgid, one.msgstr) for one in merged] == [("Pass", ""), ("Play", "Legen")]
