"""Editors' page on languages: what is here, what is missing, and a job like an upload's."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from lexicon.models import Definition, ImportJob, Lexicon
from lexicon.services.job_work import run_job
from lexicon.services.jobs import confirm_import, open_install
from lexicon.services.revisions import words_of
from lexicon.sources import catalogue, freedict
from tests.lexicon.test_freedict import write_dictionary

PAGE = "/admin/lexicon/lexicon/languages/"


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where packages put their files; only Danish words are there."""
    monkeypatch.setattr(catalogue, "LISTS", tmp_path)
    monkeypatch.setattr(catalogue, "STEMS", tmp_path)
    monkeypatch.setattr(freedict, "FOLDER", tmp_path)
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


def test_every_language_is_told_with_its_package(
    packages: Path, client_of: Callable[[str], Client]
) -> None:
    page = client_of("editor").get(PAGE).content.decode()
    for source in catalogue.CATALOGUE.values():
        assert source.package in page
    assert "Read Danish" in page
    assert "Read Swedish" not in page
    assert "manage.py install_language sv --install-packages" in page
    assert "Voikko" in page
    assert PAGE in client_of("editor").get("/admin/lexicon/lexicon/").content.decode()


def test_a_language_is_read_then_confirmed_then_there(
    install: Callable[..., Any], client_of: Callable[[str], Client]
) -> None:
    told = client_of("editor").get(install("da")["Location"]).content.decode()
    assert "capital initial" in told and "Danmark" in told and "Make it the next revision" in told
    job = ImportJob.objects.get()
    assert Lexicon.objects.get(slug="da-debian").current_revision is None
    assert confirm_import(job)
    run_job(job.pk)
    lexicon = Lexicon.objects.get(slug="da-debian")
    assert words_of(lexicon.current_revision) == ["HUS", "HUSET"]
    assert (lexicon.name, lexicon.language) == ("Danish (Debian)", "da")
    assert "wdanish" in lexicon.licence
    page = client_of("editor").get(PAGE).content.decode()
    assert "2 words in force" in page and "Read Danish again" in page


def test_what_words_mean_comes_with_them_where_a_package_tells(
    packages: Path, install: Callable[..., Any]
) -> None:
    write_dictionary(packages / "freedict-dan-eng", "hus\nhouse\n", "Danmark\nDenmark\n")
    install("da")
    job = ImportJob.objects.get()
    assert confirm_import(job)
    run_job(job.pk)
    told = Definition.objects.values_list("word", "text", "source")
    assert list(told) == [("HUS", "house", "dict-freedict-dan-eng")]


def test_asking_twice_is_one_job(install: Callable[..., Any]) -> None:
    assert install("da")["Location"] == install("da", "owner")["Location"]
    assert ImportJob.objects.count() == 1


def test_a_job_under_way_is_shown_after_a_reload(
    install: Callable[..., Any], client_of: Callable[[str], Client]
) -> None:
    address = install("da")["Location"]
    ImportJob.objects.update(state="checking", stage="read", steps_done=1, steps=4)
    assert address in client_of("editor").get(PAGE).content.decode()
    part = client_of("editor").get(address, headers={"HX-Request": "true"}).content.decode()
    assert "Reading the file" in part and "25 %" in part


def test_a_missing_package_is_named_and_never_fetched(
    packages: Path, client_of: Callable[[str], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: Any, **_options: Any) -> None:
        raise AssertionError("a program was started")

    monkeypatch.setattr("subprocess.run", refuse)
    monkeypatch.setattr("subprocess.Popen", refuse)
    editor = client_of("editor")
    for language, told in (("sv", "apt-get install wswedish"), ("xx", "No package is known")):
        assert told in editor.post(PAGE, {"language": language}, follow=True).content.decode()
    assert not ImportJob.objects.exists()
    assert not Lexicon.objects.filter(language="sv").exists()


def test_a_package_that_vanishes_fails_its_job_with_a_reason(
    packages: Path, client_of: Callable[[str], Client], django_user_model: Any, db: None
) -> None:
    user = django_user_model.objects.create(username="somebody", is_staff=True)
    job = open_install("da", user)
    (packages / "danish").unlink()
    run_job(job.pk)
    job.refresh_from_db()
    assert job.state == ImportJob.State.FAILED
    assert "apt-get install wdanish" in job.message


@pytest.mark.parametrize(("who", "status"), [("stranger", 403), ("nobody", 302)])
def test_only_editors_come_here(
    who: str, status: int, packages: Path, client_of: Callable[[str], Client]
) -> None:
    assert client_of(who).get(PAGE).status_code == status
    assert client_of(who).post(PAGE, {"language": "da"}).status_code == status
    assert not ImportJob.objects.exists()
