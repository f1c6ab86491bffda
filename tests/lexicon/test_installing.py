"""Languages from Debian's packages: small ones made by the tests, real ones where installed."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from lexicon.models import Lexicon
from lexicon.services.revisions import list_revision_words
from lexicon.sources.catalogue import CATALOGUE, MISSING_LANGUAGES
from lexicon.store import open_lexicon
from lexicon.terms.alphabets import list_language_alphabets, list_languages

pytestmark = pytest.mark.django_db


def install(*languages: str, **options: Any) -> str:
    out = io.StringIO()
    call_command("install_language", *languages, stdout=out, stderr=out, **options)
    return out.getvalue()


def words(code: str) -> list[str]:
    return list_revision_words(Lexicon.objects.get(slug=code).current_revision)


def test_german_nouns_are_kept(tmp_path: Path) -> None:
    some = "Haus\nStraße\ngehen\nGmbH\nBerlin\nKarins\nXanten\n"
    (tmp_path / "ngerman").write_text(some, encoding="utf-8")
    names = tmp_path / "names"
    names.write_text("Xanten\n", encoding="utf-8")
    output = install("de", folder=tmp_path, leave_out=names)
    assert "2 rejected, name: Berlin, Karins" in output
    assert "100% read" in output and "100% of the word graph built" in output
    assert words("de-debian") == ["GEHEN", "HAUS", "STRASSE"]
    lexicon = Lexicon.objects.get(slug="de-debian")
    assert (lexicon.name, lexicon.language) == ("German (Debian)", "de")
    assert "/usr/share/doc/wngerman/copyright" in lexicon.licence


def test_norwegian_is_read_from_its_old_encoding(tmp_path: Path) -> None:
    for name in ("bokmaal", "nynorsk"):
        (tmp_path / name).write_bytes("åka\nAnna\nø\nælg\n".encode("iso-8859-1"))
    install("no", folder=tmp_path)
    assert words("no-debian") == ["ÅKA", "ÆLG"]


@pytest.fixture
def spanish(tmp_path: Path) -> Path:
    aff = "SET UTF-8\nSFX S Y 2\nSFX S 0 s [aeo]\nSFX S 0 es [^aeo]\n"
    (tmp_path / "es_ES.aff").write_text(aff, encoding="utf-8")
    stems = ("calle/S", "perro/S", "niño/S", "árbol/S", "Madrid/S", "ONU")
    text = "\n".join((str(len(stems)), *stems, ""))
    (tmp_path / "es_ES.dic").write_text(text, encoding="utf-8")
    return tmp_path


def test_spanish_is_installed_with_inflected_forms(spanish: Path) -> None:
    output = install("es", folder=spanish)
    assert words("es-debian") == [
        "ARBOL", "ARBOLES", "CALLE", "CALLES", "NIÑO", "NIÑOS", "PERRO", "PERROS",
    ]  # fmt: skip
    assert "2 rejected, capital letter at the start or inside: Madrid, ONU" in output
    revision = Lexicon.objects.get(slug="es-debian").current_revision
    assert revision is not None
    graph = open_lexicon(revision.pk, list_language_alphabets("es")[0].faces)
    assert ("C", "A", "LL", "E", "S") in graph


def test_installing_again_changes_nothing_until_the_package_does(spanish: Path) -> None:
    install("es", folder=spanish)
    assert "Nothing to change" in install("es", folder=spanish)
    with (spanish / "es_ES.dic").open("a", encoding="utf-8") as file:
        file.write("gato/S\n")
    assert "revision 2, 10 words" in install("es", folder=spanish)


def test_a_dry_run_changes_nothing(spanish: Path) -> None:
    assert "Dry run" in install("es", folder=spanish, dry_run=True)
    assert not Lexicon.objects.exists()


def test_a_missing_package_is_named(tmp_path: Path) -> None:
    out = io.StringIO()
    for language, package in (("pl", "wpolish"), ("es", "hunspell-es")):
        with pytest.raises(CommandError, match=f"Not installed: {language}"):
            call_command("install_language", language, folder=tmp_path, stderr=out, stdout=out)
        assert f"apt-get install {package}" in out.getvalue()


def test_a_failing_language_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "danish").write_bytes(b"ko\nby\n")
    monkeypatch.setattr("lexicon.sources.catalogue.LISTS_FOLDER", tmp_path)
    with pytest.raises(CommandError, match=r"Not installed: xx, fr\. --list shows the languages\."):
        install("xx", "fr", "da")
    assert words("da-debian") == ["BY", "KO"]


def test_the_list_shows_every_language_and_its_package() -> None:
    output = install("--list")
    for language, source in CATALOGUE.items():
        assert dict(list_languages())[language] in output
        assert source.package in output


def test_every_language_of_the_catalogue_has_tiles_and_a_size() -> None:
    assert len(CATALOGUE) >= 35
    for language, source in CATALOGUE.items():
        assert source.language == language
        assert list_language_alphabets(language)
        assert source.words > 1000
        assert source.licence


def test_readme_has_the_table_of_the_catalogue() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    _before, _mark, after = readme.partition("<!-- manage.py install_language --table -->\n")
    assert after.partition("<!-- end of the table -->")[0] == install(table=True)
    assert readme.count(f"{len(CATALOGUE)} more languages") == 2


def test_languages_without_a_word_list_have_a_reason() -> None:
    known = CATALOGUE.keys() | MISSING_LANGUAGES.keys() | {"en"}
    assert known == {code for code, _name in list_languages()}
    assert not CATALOGUE.keys() & MISSING_LANGUAGES.keys()
    assert "Haitian" in install("--list")
