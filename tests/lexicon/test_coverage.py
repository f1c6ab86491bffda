"""Coverage of running text: what is counted, and the command that prints it."""

import io
import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from lexicon.lists.coverage import count_words, measure_coverage
from lexicon.lists.list_reader import ListFormat, make_word_filter
from lexicon.lists.word_filter import CapitalsRule
from lexicon.sources.catalogue import CATALOGUE
from lexicon.sources.translations import list_catalogues, read_running_text, split_words
from lexicon.terms.errors import SourceError

README = Path(__file__).parents[2] / "README.md"


def write_catalogue(path: Path, **messages: str) -> Path:
    """Write a compiled catalogue. A text without a header comes first, as ``msgfmt`` has it."""
    pairs = [("", "Language: xx"), *messages.items()]
    at, texts = 28 + 16 * len(pairs), b""
    tables: list[bytes] = []
    for some in zip(*pairs, strict=True):
        table = b""
        for text in some:
            packed = text.encode()
            table += struct.pack("<2I", len(packed), at + len(texts))
            texts += packed + b"\0"
        tables.append(table)
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(head + b"".join(tables) + texts)
    return path


def measure(text: str, language: str, known: str, capitals: CapitalsRule = "refuse") -> str:
    word_filter = make_word_filter(ListFormat(language, capitals, from_spelling_checker=True))
    found = measure_coverage(count_words(split_words(text), word_filter), set(known.split()))
    return f"{found.words} {found.percent:.0f} {' '.join(sorted(found.missing))}".strip()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Save %(name)s or %s, {count} of 12%%", "Save or of"),
        ("<a href='x'>Open</a> &nbsp;the file /etc/hosts.conf", "Open the file"),
        ("run apt-get --force -f x_y setup.py me@there", "run apt get"),
        ("l’arbre, l'eau; col·legi", "l’arbre l'eau col·legi"),
    ],
)
def test_only_words_remain_of_a_text(text: str, words: str) -> None:
    assert split_words(text) == words.split()


def test_names_and_abbreviations_are_not_counted() -> None:
    assert measure("en katt och en hund i Lund, kg", "sv", "EN KATT OCH") == "5 80 HUND"


def test_german_nouns_are_counted() -> None:
    assert measure("Der Hund der ÖBB", "de", "DER HUND", "nouns") == "3 100"


def test_a_word_with_an_apostrophe_counts_as_its_parts() -> None:
    assert measure("l’arbre qu’elle", "fr", "ARBRE QU") == "2 50 ELLE"


def test_texts_that_were_left_in_english_are_not_read(tmp_path: Path) -> None:
    path = write_catalogue(tmp_path / "x.mo", one="ett", two="two", menu="meny\0menyer")
    assert list(read_running_text("sv", [path])) == ["ett", "meny", "menyer"]
    assert list(read_running_text("en", [path])) == ["one", "two", "menu"]


def test_a_file_that_is_no_catalogue_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.mo").write_bytes(b"no catalogue")
    with pytest.raises(SourceError, match=r"x\.mo"):
        list(read_running_text("sv", [tmp_path / "x.mo"]))


def test_django_has_texts_in_nearly_every_language() -> None:
    without = {language for language in CATALOGUE if not list_catalogues(language)}
    assert without == {"fo", "la"}


def test_the_command_prints_a_row_for_each_language(tmp_path: Path) -> None:
    (tmp_path / "danish").write_text("fil\nfilen\n", encoding="utf-8")
    texts = tmp_path / "texts"
    write_catalogue(texts / "da/LC_MESSAGES/apt.mo", file="filen", files="fil kringle")
    write_catalogue(texts / "da/LC_MESSAGES/other.mo", file="dokument")
    out = io.StringIO()
    call_command(
        "measure_coverage", "da", folder=tmp_path, texts=texts, missing=3000, sample=9, stdout=out
    )
    rows = out.getvalue().splitlines()
    assert rows[2].startswith("| Danish (`da`) | 2 | ")
    assert rows[2].endswith("| 66.7% of 3 |")
    assert "KRINGLE 1" in rows[3].split(", ") and "DOKUMENT" not in rows[3].split(", ")
    assert rows[4].strip() == "FIL, FILEN"


def test_english_is_measured_by_the_shipped_list() -> None:
    out = io.StringIO()
    call_command("measure_coverage", "en", texts=Path("nowhere"), stdout=out)
    row = out.getvalue().splitlines()[2].split(" | ")
    assert row[1] == "276,815"
    assert float(row[2].partition("%")[0]) > 95
    assert row[3] == "– |"


def test_an_unknown_language_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Unknown: xx"):
        call_command("measure_coverage", "xx")


def test_a_missing_package_is_named_and_the_others_are_measured(tmp_path: Path) -> None:
    (tmp_path / "danish").write_text("fil\n", encoding="utf-8")
    out, errors = io.StringIO(), io.StringIO()
    call_command("measure_coverage", "pl", "da", folder=tmp_path, stdout=out, stderr=errors)
    assert "apt-get install wpolish" in errors.getvalue()
    assert "| Danish" in out.getvalue()


def test_readme_has_a_row_for_every_language_of_the_pages() -> None:
    readme = README.read_text(encoding="utf-8")
    table = readme.partition("<!-- measure_coverage -->\n")[2].partition(
        "<!-- end of the coverage"
    )[0]
    shown = set(re.findall(r"\(`(\w+)`\) \|", table))
    assert shown >= {code.partition("-")[0] for code, _name in settings.LANGUAGES}
    assert shown <= {"en", *CATALOGUE}
