"""Hebrew words from the files of Hspell: a small copy in the same format."""

import gzip
import io
from pathlib import Path

import pytest
from django.core.management import call_command

from lexicon.models import Lexicon
from lexicon.services.revisions import list_revision_words
from lexicon.sources.hspell import expand_hspell

ANY, ONLY_TO = 0b111111, 0b10
INFINITIVE, NOUN = "XB", "AA"


def write_files(folder: Path, *entries: tuple[str, int, str]) -> list[Path]:
    """Write words as ``hspell`` packs them. ``entries`` are how a word follows the previous one,
    its byte of prefixes and the codes of its meanings."""
    parts = {
        "hebrew.wgz": "".join(entry for entry, _prefix, _codes in entries).encode("iso-8859-8"),
        "hebrew.wgz.desc": "".join(f"{codes}\n" for *_most, codes in entries).encode(),
        "hebrew.wgz.prefixes": bytes(prefix for _entry, prefix, _codes in entries),
    }
    for name, content in parts.items():
        (folder / name).write_bytes(gzip.compress(content))
    return [folder / name for name in parts]


def test_words_are_unpacked_and_only_infinitives_have_their_prefix(tmp_path: Path) -> None:
    paths = write_files(
        tmp_path,
        ("בית", ANY, NOUN),
        ("0ים", ANY, NOUN),
        ("5כתוב", ANY, NOUN + INFINITIVE),
        ("4עשות", ONLY_TO, INFINITIVE),
        ("2", ANY, NOUN),
    )
    reported: list[tuple[int, int]] = []
    words = list(expand_hspell(paths, lambda done, total: reported.append((done, total))))
    assert words == ["בית", "ביתים", "כתוב", "לכתוב", "לעשות", "עש"]
    assert reported[-1] == (5, 5)


def test_a_single_vav_is_doubled_behind_the_prefix(tmp_path: Path) -> None:
    single = write_files(tmp_path, ("ותר", ONLY_TO, INFINITIVE), ("3וועד", ONLY_TO, INFINITIVE))
    assert list(expand_hspell(single, lambda *_progress: None)) == ["לוותר", "לוועד"]


@pytest.mark.django_db
def test_hebrew_is_installed_as_tiles_spell_it(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        ("ילדים", ANY, NOUN),
        ("5צ'ק", ANY, NOUN),
        ("3קולג'", ANY, NOUN),
        ("5רח'", ANY, NOUN),
        ('3צה"ל', ANY, NOUN),
        ("4שיר", ANY, INFINITIVE),
    )
    out = io.StringIO()
    call_command("install_language", "he", folder=tmp_path, stdout=out)
    words = list_revision_words(Lexicon.objects.get(slug="he-debian").current_revision)
    assert set(words) == {"ילדימ", "צק", "קולג", "שיר", "לשיר"}
    assert "6 lines read" in out.getvalue()
