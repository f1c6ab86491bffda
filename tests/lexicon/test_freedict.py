"""Definitions from dictionaries in the dictd format, with a small one made by the tests."""

import gzip
import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from lexicon.models import Definition, Lexicon
from lexicon.services.definitions import find_definitions, save_definitions
from lexicon.services.revisions import Author, publish_words
from lexicon.sources.freedict import find_stem, read_meanings
from lexicon.terms.errors import SourceError

HEAD = "00-database-info\nA made dictionary\n"
HOUSE = (
    "Haus /haʊs/ <neut, n, sg>\nhouse <n>\n"
    '      "ein Haus bauen"  - build a house\n   Synonym: {Heim}\n see: {Häuser}\n\n'
)
HOME = "Haus /haʊs/ <neut, n, sg>\n [ugs.] home <n>\n"
RUN = "laufen /laʊfn/ <v>\n1. run, race\n2. walk\n"
TOWN = "Berlin\nBerlin\n"
LAWYER = (
    "Anwalt /ˈanvalt/ (RA /ɛɾˈaː/) <masc, n, sg>\n"
    "lawyer <n>, counsel <n> [Sc.] , attorney <n> [Am.] att.,  /ˈat/ atty,  /(en)ˈati(de)/\n"
)
UNIT = (
    "Netzteil /nˈɛtstaɪl/\n [electr.] power supply unit <n>PSU,  /pzˈuː/ , power/mains pack <n>\n"
)
EMPTY = "leer\n see: {Leere}\n"
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def write_number(value: int) -> str:
    return (write_number(value // 64) if value > 63 else "") + DIGITS[value % 64]


def write_dictionary(stem: Path, *entries: str) -> None:
    lines, text = [], b""
    for entry in entries:
        packed = entry.encode()
        word = entry.split("\n", 1)[0].split(" ", 1)[0]
        lines.append(f"{word}\t{write_number(len(text))}\t{write_number(len(packed))}\n")
        text += packed
    stem.with_suffix(".index").write_text("".join(lines), encoding="utf-8")
    stem.with_suffix(".dict.dz").write_bytes(gzip.compress(text))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_dictionary(tmp_path / "freedict-deu-eng", HEAD, HOUSE, HOME, RUN, TOWN, EMPTY)
    return tmp_path


def install(folder: Path, *languages: str, **options: Any) -> str:
    out = io.StringIO()
    call_command("install_language", *languages, folder=folder, stdout=out, stderr=out, **options)
    return out.getvalue()


def test_a_definition_holds_only_the_translations(folder: Path) -> None:
    assert list(read_meanings(find_stem("de", folder))) == [
        ("Haus", "house"), ("Haus", "home"), ("laufen", "run, race; walk"), ("Berlin", "Berlin"),
    ]  # fmt: skip


def test_abbreviations_and_their_pronunciation_are_left_out(tmp_path: Path) -> None:
    write_dictionary(tmp_path / "freedict-deu-eng", LAWYER, UNIT)
    assert dict(read_meanings(find_stem("de", tmp_path))) == {
        "Anwalt": "lawyer, counsel, attorney",
        "Netzteil": "power supply unit, power/mains pack",
    }


@pytest.mark.parametrize(("language", "named"), [("de", "dict-freedict-deu-eng"), ("et", "“et”")])
def test_a_missing_dictionary_is_named(language: str, named: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=named):
        find_stem(language, tmp_path)


@pytest.mark.django_db
def test_only_words_of_the_dictionary_get_definitions(folder: Path) -> None:
    (folder / "ngerman").write_text("Haus\nlaufen\nleer\n", encoding="utf-8")
    assert "2 words with definitions" in install(folder, "de", definitions=True)
    assert dict(Definition.objects.values_list("word", "text")) == {
        "HAUS": "house · home",
        "LAUFEN": "run, race; walk",
    }
    assert set(Definition.objects.values_list("source", flat=True)) == {"dict-freedict-deu-eng"}


@pytest.mark.django_db
def test_an_inflected_form_has_the_definition_of_its_headword(folder: Path) -> None:
    """The stems come from another package of the language, which adds no words."""
    (folder / "ngerman").write_text("Haus\nHauses\nHäuser\nlaufen\nBaums\n", encoding="utf-8")
    (folder / "de_DE.aff").write_text("SET UTF-8\nSFX S Y 1\nSFX S 0 es .\n", encoding="utf-8")
    (folder / "de_DE.dic").write_text("2\nHaus/S\nBaum/S\n", encoding="utf-8")
    assert "3 words with definitions" in install(folder, "de", definitions=True)
    assert Definition.objects.get(word="HAUSES").text == "→ HAUS"
    assert find_definitions("de", ["HAUS", "HAUSES", "HÄUSER"]) == {
        "HAUS": "house · home",
        "HAUSES": "HAUS: house · home",
    }


@pytest.mark.django_db
def test_a_reference_to_a_headword_without_a_definition_names_it() -> None:
    save_definitions("de", {"GING": "→ GEHEN", "RAD": "→ FAHRRAD", "FAHRRAD": "→ RAD"}, "made")
    assert find_definitions("de", ["GING", "RAD"]) == {"GING": "GEHEN", "RAD": "FAHRRAD"}


@pytest.mark.django_db
def test_words_are_installed_without_definitions(tmp_path: Path) -> None:
    (tmp_path / "ngerman").write_text("Haus\n", encoding="utf-8")
    with pytest.raises(CommandError, match=r"^Installed without definitions: de\.$"):
        install(tmp_path, "de", definitions=True)
    lexicon = Lexicon.objects.get(slug="de-debian")
    assert lexicon.current_revision is not None
    again = publish_words(
        lexicon, ["HAUS", "HOF"], base=lexicon.current_revision, author=Author("x"), note="n"
    )
    assert again.number == 2
