"""What words mean, from dictionaries made for dictd: a small one made here."""

import gzip
import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from lexicon.errors import SourceError
from lexicon.models import Definition, Lexicon
from lexicon.services.revisions import Author, publish_words
from lexicon.sources.freedict import find_stem, read_meanings

HEAD = "00-database-info\nA made dictionary\n"
HOUSE = (
    "Haus /haʊs/ <neut, n, sg>\nhouse <n>\n"
    '      "ein Haus bauen"  - build a house\n   Synonym: {Heim}\n see: {Häuser}\n\n'
)
HOME = "Haus /haʊs/ <neut, n, sg>\n [ugs.] home <n>\n"
RUN = "laufen /laʊfn/ <v>\n1. run, race\n2. walk\n"
TOWN = "Berlin\nBerlin\n"
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


def test_a_meaning_is_the_translations_alone(folder: Path) -> None:
    assert list(read_meanings(find_stem("de", folder))) == [
        ("Haus", "house"), ("Haus", "home"), ("laufen", "run, race; walk"), ("Berlin", "Berlin"),
    ]  # fmt: skip


@pytest.mark.parametrize(("language", "told"), [("de", "dict-freedict-deu-eng"), ("et", "“et”")])
def test_a_dictionary_that_is_not_there_is_named(language: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=told):
        find_stem(language, tmp_path)


@pytest.mark.django_db
def test_words_of_the_dictionary_are_explained_and_no_others(folder: Path) -> None:
    (folder / "ngerman").write_text("Haus\nlaufen\nleer\n", encoding="utf-8")
    assert "2 words explained" in install(folder, "de", definitions=True)
    assert dict(Definition.objects.values_list("word", "text")) == {
        "HAUS": "house · home",
        "LAUFEN": "run, race; walk",
    }
    assert set(Definition.objects.values_list("source", flat=True)) == {"dict-freedict-deu-eng"}


@pytest.mark.django_db
def test_words_are_installed_though_their_meanings_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "ngerman").write_text("Haus\n", encoding="utf-8")
    with pytest.raises(CommandError, match=r"^Installed without definitions: de\.$"):
        install(tmp_path, "de", definitions=True)
    lexicon = Lexicon.objects.get(slug="de-debian")
    assert lexicon.current_revision is not None
    again = publish_words(
        lexicon, ["HAUS", "HOF"], base=lexicon.current_revision, author=Author("x"), note="n"
    )
    assert again.number == 2
