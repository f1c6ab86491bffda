"""Commands that import, export and compare lists, read WordNet, and load the shipped lists."""

import gzip
import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from lexicon.lists.word_text import hash_text, join_words
from lexicon.models import Definition, Lexicon
from lexicon.services import shipped_lists
from lexicon.services.revisions import list_revision_words
from lexicon.services.shipped_lists import SHIPPED_LISTS
from lexicon.sources.derivation import (
    COMMON_SIZE,
    DATA,
    OPEN_SIZE,
    WORDS_WITHOUT_VOWELS,
    find_added_words,
    read_list,
    read_scowl,
)
from lexicon.sources.wordnet import WORDNET_FOLDER as WORDNET

NAMES = ("en-open", "en-open.more", "en-common")
SYNSET = "{offset} 05 {kind} 01 {word} 0 000 | {gloss}  \n"


def run(*arguments: Any, **options: Any) -> str:
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def list_file(tmp_path: Path) -> Path:
    path = tmp_path / "list.txt"
    path.write_text("cat\nemu\tA tall bird.\nParis\ncat\n", encoding="utf-8")
    return path


@pytest.mark.django_db
class TestImport:
    def test_a_new_dictionary_is_imported(self, list_file: Path) -> None:
        out = run("import_lexicon", "club", list_file, "--language=en", "--name=Club list")
        lexicon = Lexicon.objects.get(slug="club")
        assert (lexicon.name, lexicon.language) == ("Club list", "en")
        assert list_revision_words(lexicon.current_revision) == ["CAT", "EMU"]
        assert Definition.objects.get().text == "A tall bird."
        assert "1 rejected, capital letter at the start or inside: Paris" in out
        assert "1 rejected, duplicate: cat" in out
        assert "revision 1, 2 words" in out

    def test_a_dry_run_writes_nothing(self, list_file: Path) -> None:
        out = run("import_lexicon", "club", list_file, "--language=en", "--dry-run")
        assert "2 words added, 0 removed" in out
        assert "Dry run" in out
        assert not Lexicon.objects.exists()
        assert not Definition.objects.exists()

    def test_a_second_import_makes_a_revision_only_if_words_change(
        self, list_file: Path, lexicon: Lexicon
    ) -> None:
        run("import_lexicon", "few", list_file, "--add")
        assert "Nothing to change" in run("import_lexicon", "few", list_file, "--add")
        lexicon.refresh_from_db()
        assert lexicon.revisions.count() == 2
        assert len(list_revision_words(lexicon.current_revision)) == 8

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (["club"], "Add its --language"),
            (["club", "--language=xx"], "no tile set"),
            (["Club!", "--language=en"], "is not a code"),
            (["few", "--language=de"], "The language of “few” is “en”, not “de”"),
        ],
    )
    def test_errors_are_helpful(
        self, list_file: Path, lexicon: Lexicon, arguments: list[str], complaint: str
    ) -> None:
        with pytest.raises(CommandError, match=complaint):
            run("import_lexicon", arguments[0], list_file, *arguments[1:])

    def test_faulty_files_change_nothing(self, tmp_path: Path, lexicon: Lexicon) -> None:
        file = tmp_path / "bad"
        for content in (b"", bytes(256), b"Paris\n"):
            file.write_bytes(content)
            with pytest.raises(CommandError):
                run("import_lexicon", "few", file)
        with pytest.raises(CommandError):
            run("import_lexicon", "few", tmp_path / "missing")
        assert lexicon.revisions.count() == 1


def test_an_export_can_be_imported_again(lexicon: Lexicon, tmp_path: Path) -> None:
    file = tmp_path / "out.txt.gz"
    Definition.objects.create(language="en", word="ZAX", text="A tool.")
    run("export_lexicon", "few", file, "--definitions")
    assert gzip.decompress(file.read_bytes()).endswith(b"QI\nZAX\tA tool.\n")
    assert "Nothing to change" in run("import_lexicon", "few", file)
    assert run("export_lexicon", "few") == "ACT\nCAT\nCATS\nDOG\nDOGS\nQI\nZAX\n"
    with pytest.raises(CommandError, match="Available: few"):
        run("export_lexicon", "fwe")


def test_revisions_and_dictionaries_are_compared(lexicon: Lexicon, list_file: Path) -> None:
    run("import_lexicon", "few", list_file)
    out = run("lexicon_diff", "few")
    assert "+EMU\n" in out
    assert "-ZAX\n" in out
    assert "1 added, 6 removed" in out
    run("import_lexicon", "club", list_file, "--language=en")
    assert "0 added, 0 removed" in run("lexicon_diff", "few", "--with", "club", "--count")
    with pytest.raises(CommandError, match="no revision 9"):
        run("lexicon_diff", "few", "9", "1")


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    """Write a WordNet of a few words, in the layout of the real files."""
    folder = tmp_path / "wordnet"
    folder.mkdir()
    notice = "  1 This notice stands at the head of every file.  \n"
    for part in ("noun", "verb", "adj", "adv"):
        (folder / f"index.{part}").write_text(notice, encoding="ascii")
        (folder / f"data.{part}").write_text(notice, encoding="ascii")
        (folder / f"{part}.exc").write_text("", encoding="ascii")
    cat = SYNSET.format(offset="00000001", kind="n", word="cat", gloss='a feline; "she has a cat"')
    act = SYNSET.format(offset="00000002", kind="v", word="act", gloss="do something")
    (folder / "data.noun").write_text(notice + cat, encoding="ascii")
    (folder / "data.verb").write_text(notice + act, encoding="ascii")
    (folder / "index.noun").write_text(f"{notice}cat n 1 1 @ 1 1 00000001  \n", encoding="ascii")
    (folder / "index.verb").write_text(f"{notice}act v 1 1 @ 1 1 00000002  \n", encoding="ascii")
    (folder / "noun.exc").write_text("zax cat\n", encoding="ascii")
    return folder


def test_wordnet_defines_words_and_their_forms(lexicon: Lexicon, wordnet: Path) -> None:
    for _again in range(2):
        assert "4 of 7 words defined" in run("import_wordnet", folder=wordnet)
    texts = dict(Definition.objects.values_list("word", "text"))
    assert texts == {
        "CAT": "n. a feline",
        "CATS": "CAT: n. a feline",
        "ACT": "v. do something",
        "ZAX": "CAT: n. a feline",
    }


def test_a_missing_wordnet_is_reported(lexicon: Lexicon, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="apt-get install wordnet-base"):
        run("import_wordnet", folder=tmp_path / "nowhere")


def test_the_real_wordnet_defines_words(lexicon: Lexicon) -> None:
    if not (WORDNET / "data.noun").exists():
        pytest.skip("apt-get install wordnet-base")
    run("import_wordnet")
    assert "feline" in Definition.objects.get(word="CATS").text


def test_definitions_are_read_from_a_list(lexicon: Lexicon, list_file: Path) -> None:
    assert "1 definitions saved" in run("import_definitions", "en", list_file, "--source=Birds")
    assert Definition.objects.get(word="EMU").source == "Birds"
    list_file.write_text("emu\tA bird, tall.\n", encoding="utf-8")
    run("import_definitions", "en", list_file)
    assert Definition.objects.get(word="EMU").text == "A bird, tall."


@pytest.mark.django_db
class TestShipped:
    def test_loading_twice_changes_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert "English (open): loaded" in run("load_default_lexicons")
        words = list_revision_words(Lexicon.objects.get(slug="en-open").current_revision)
        assert len(words) == 276_815
        common = Lexicon.objects.get(slug="en-common")
        assert set(list_revision_words(common.current_revision)) <= set(words)
        assert Lexicon.objects.get(default=True).slug == "en-open"
        # The second call must not read a list.
        monkeypatch.setattr(shipped_lists, "read_list", None)
        assert run("load_default_lexicons") == ""
        assert Lexicon.objects.count() == 2

    def test_the_shipped_lists_have_their_stated_sizes(self) -> None:
        for name in ("en-open", "en-common"):
            words = read_list(DATA / f"{name}.txt.gz")
            assert words == sorted(set(words))
            assert all(2 <= len(word) <= 21 and word.isalpha() and word.islower() for word in words)
            assert {"ok", "ew", "absentmindedness"} <= set(words)
            assert not {"kb", "ps"} & set(words)
            digest = hash_text(join_words(word.upper() for word in words))
            assert digest in {
                shipped_lists.sha256
                for shipped_lists in SHIPPED_LISTS
                if shipped_lists.slug == name
            }
            assert (DATA / f"{name}.licence.txt").stat().st_size > 1000

    def test_the_shipped_lists_contain_the_words_of_scowl(self) -> None:
        scowl = Path("/usr/share/dict/scowl")
        if not scowl.is_dir():
            pytest.skip("apt-get install scowl")
        lists = {name: set(read_list(DATA / f"{name}.txt.gz")) for name in NAMES}
        more = lists["en-open.more"]
        package = lists["en-open"] - more
        assert more <= lists["en-open"]
        assert find_added_words(package, read_scowl(scowl, OPEN_SIZE)) == more
        assert read_scowl(scowl, COMMON_SIZE) & package | WORDS_WITHOUT_VOWELS == lists["en-common"]

    def test_the_licence_names_both_sources(self) -> None:
        licence = SHIPPED_LISTS[0].licence
        assert "MIT License" in licence
        assert "Copyright 2000-2011 by Kevin Atkinson" in licence
        assert "en-open.more.txt.gz" in licence

    def test_deriving_without_sources_explains_how_to_get_them(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match=r"npm pack word-list@4\.1\.0"):
            run("derive_lexicons", tmp_path / "missing.tgz")
