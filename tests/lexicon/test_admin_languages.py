"""The editors' page on languages: which are installed, which are missing, and installing one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from lexicon.models import Definition, ImportJob, Lexicon
from lexicon.services.import_jobs import confirm_import, open_install
from lexicon.services.import_worker import run_job
from lexicon.services.revisions import list_revision_words
from lexicon.sources import catalogue, freedict
from tests.lexicon.test_freedict import write_dictionary

PAGE = "/admin/lexicon/lexicon/languages/"


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let packages install into a folder that holds only Danish words."""
    monkeypatch.setattr(catalogue, "LISTS_FOLDER", tmp_path)
    monkeypatch.setattr(catalogue, "STEMS_FOLDER", tmp_path)
    monkeypatch.setattr(freedict, "DICTD_FOLDER", tmp_path)
    (tmp_path / "danish").write_text("hus\nhuset\nDanmark\nfx.\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def install(
    packages: Path, client_of: Callable[[str], Client], django_capture_on_commit_callbacks: Any
) -> Callable[..., Any]:
    def ask(language: str, who: str = "editor") -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return client_of(who).post(PAGE, {"language": language})

    return ask


def test_every_language_is_listed_with_its_package(
    packages: Path, client_of: Callable[[str], Client]
) -> None:
    page = client_of("editor").get(PAGE).content.decode()
    for source in catalogue.CATALOGUE.values():
        assert source.package in page
    assert "Read Danish" in page
    assert "Read Swedish" not in page
    assert "manage.py install_language fr --install-packages" in page
    assert "Haitian" in page
    assert PAGE in client_of("editor").get("/admin/lexicon/lexicon/").content.decode()


def test_a_language_is_checked_confirmed_and_installed(
    install: Callable[..., Any], client_of: Callable[[str], Client]
) -> None:
    job_page = client_of("editor").get(install("da")["Location"]).content.decode()
    assert (
        "capital letter at the start" in job_page
        and "Danmark" in job_page
        and "Save as the next revision" in job_page
    )
    job = ImportJob.objects.get()
    assert Lexicon.objects.get(slug="da-debian").current_revision is None
    assert confirm_import(job)
    run_job(job.pk)
    lexicon = Lexicon.objects.get(slug="da-debian")
    assert list_revision_words(lexicon.current_revision) == ["HUS", "HUSET"]
    assert (lexicon.name, lexicon.language) == ("Danish (Debian)", "da")
    assert "wdanish" in lexicon.licence
    page = client_of("editor").get(PAGE).content.decode()
    assert "2 words in use" in page and "Read Danish again" in page


def test_definitions_are_installed_where_there_is_a_package(
    packages: Path, install: Callable[..., Any]
) -> None:
    write_dictionary(packages / "freedict-dan-eng", "hus\nhouse\n", "Danmark\nDenmark\n")
    install("da")
    job = ImportJob.objects.get()
    assert confirm_import(job)
    run_job(job.pk)
    definitions = Definition.objects.values_list("word", "text", "source")
    assert list(definitions) == [("HUS", "house", "dict-freedict-dan-eng")]


def test_stems_without_their_rules_are_named_with_their_package(
    packages: Path, client_of: Callable[[str], Client]
) -> None:
    (packages / "sv_SE.dic").write_text("1\nkatt\n", encoding="utf-8")
    page = client_of("editor").post(PAGE, {"language": "sv"}, follow=True).content.decode()
    missing = f"{packages / 'sv_SE.aff'} is missing. On Debian, run: apt-get install hunspell-sv"
    assert missing in page
    assert not ImportJob.objects.exists()


def test_a_dictionary_of_another_language_is_named(
    packages: Path, client_of: Callable[[str], Client]
) -> None:
    Lexicon.objects.create(slug="da-debian", name="Ours", language="en")
    page = client_of("editor").post(PAGE, {"language": "da"}, follow=True).content.decode()
    assert "The language of “da-debian” is “en”, not “da”." in page
    assert not ImportJob.objects.exists()


def test_two_requests_make_one_job(install: Callable[..., Any]) -> None:
    assert install("da")["Location"] == install("da", "owner")["Location"]
    assert ImportJob.objects.count() == 1


def test_a_running_job_is_shown_after_a_reload(
    install: Callable[..., Any], client_of: Callable[[str], Client]
) -> None:
    address = install("da")["Location"]
    ImportJob.objects.update(state="checking", stage="read", steps_done=1, steps=4)
    assert address in client_of("editor").get(PAGE).content.decode()
    part = client_of("editor").get(address, headers={"HX-Request": "true"}).content.decode()
    assert "Reading the file" in part and "25%" in part


def test_a_missing_package_is_named_but_not_installed(
    packages: Path, client_of: Callable[[str], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: Any, **_options: Any) -> None:
        raise AssertionError("a program was started")

    monkeypatch.setattr("subprocess.run", refuse)
    monkeypatch.setattr("subprocess.Popen", refuse)
    editor = client_of("editor")
    for language, hint in (("fr", "apt-get install wfrench"), ("xx", "There is no known package")):
        assert hint in editor.post(PAGE, {"language": language}, follow=True).content.decode()
    assert not ImportJob.objects.exists()
    assert not Lexicon.objects.filter(language="fr").exists()


def test_a_package_that_vanishes_fails_its_job_with_a_reason(
    packages: Path, client_of: Callable[[str], Client], django_user_model: Any, db: None
) -> None:
    user = django_user_model.objects.create(username="somebody", is_staff=True)
    job = open_install("da", user)
    (packages / "danish").unlink()
    run_job(job.pk)
    job.refresh_from_db()
    assert job.state == ImportJob.State.FAILED
    assert "apt-get install wdanish" in job.problem_text


@pytest.mark.parametrize(("who", "status"), [("stranger", 403), ("nobody", 302)])
def test_only_editors_can_open_the_page(
    who: str, status: int, packages: Path, client_of: Callable[[str], Client]
) -> None:
    assert client_of(who).get(PAGE).status_code == status
    assert client_of(who).post(PAGE, {"language": "da"}).status_code == status
    assert not ImportJob.objects.exists()
