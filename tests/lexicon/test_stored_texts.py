"""Rows keep codes with details, and every reader gets a sentence in their own language."""

from collections.abc import Callable
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from lexicon.models import ImportJob, Lexicon, Revision
from lexicon.perspective import wording
from lexicon.services.import_worker import run_job
from lexicon.services.revisions import Author, change_words, roll_back
from lexicon.sources.catalogue import CATALOGUE
from lexicon.terms.errors import StaleRevisionError, UploadError
from lexicon.terms.stored_texts import make_stored_text, render_stored_text


def read_in(language: str, client: Client, address: str) -> str:
    return client.get(address, headers={"Accept-Language": language}).content.decode()


def test_the_reason_of_a_failed_upload_is_in_the_readers_language(
    client_of: Callable[[str], Client], upload: Callable[..., Any]
) -> None:
    editor = client_of("editor")
    with translation.override("de"):
        address = upload(editor, b"PK\x03\x04 and so on")["Location"]
    job = ImportJob.objects.get()
    assert (job.problem, job.message) == ({"code": "upload.other_kind", "kind": "zip"}, "")
    assert "This is a zip file. Send the word list" in read_in("en", editor, address)
    with translation.override("de"):
        german = render_stored_text(job.problem)
    assert german in read_in("de", editor, address)
    assert "This is a zip file" not in read_in("de", editor, address)


def test_the_sentence_of_an_earlier_release_is_still_shown(
    client_of: Callable[[str], Client], upload: Callable[..., Any]
) -> None:
    editor = client_of("editor")
    address = upload(editor, b"cat\n")["Location"]
    ImportJob.objects.update(state="failed", problem=None, message="It went wrong in 2025.")
    assert "It went wrong in 2025." in read_in("de", editor, address)
    sentence = "From Debian's package wdanish."
    ImportJob.objects.update(package_language="da", file_name="wdanish", note=sentence)
    assert ImportJob.objects.get().reason == sentence


def test_a_process_of_the_earlier_release_goes_on_with_a_job(
    client_of: Callable[[str], Client], upload: Callable[..., Any]
) -> None:
    upload(client_of("editor"), b"cat\n")
    stale = make_stored_text("stale.changed")
    ImportJob.objects.update(problem=stale)
    assert ImportJob.objects.get().problem_text.startswith("Someone changed the dictionary")
    for state, message in (("building", ""), ("done", ""), ("failed", "It went wrong in 2025.")):
        ImportJob.objects.update(state=state, message=message)
        assert ImportJob.objects.get().problem_text == message
    ImportJob.objects.update(state="confirmed")
    run_job(ImportJob.objects.get().pk)
    job = ImportJob.objects.get()
    assert (job.state, job.problem, job.message) == ("done", None, "")


def test_a_code_of_a_later_release_has_a_sentence() -> None:
    assert "Something went wrong" in render_stored_text({"code": "upload.haunted", "ghost": 3})


def test_a_reason_that_only_a_later_release_knows_is_left_out(
    lexicon: Lexicon, client: Client
) -> None:
    for automatic in ({"code": "note.haunted", "ghost": 3}, {"code": "note.restored", "ghost": 3}):
        Revision.objects.update(note="Too hasty.", automatic_note=automatic)
        assert Revision.objects.get().reason == "Too hasty."
        assert client.get(lexicon.get_absolute_url()).status_code == 200
    assert "Something went wrong" in render_stored_text({"code": "upload.not_utf8"})


def test_an_error_is_worded_when_it_is_read() -> None:
    with translation.override("de"):
        error = UploadError("upload.empty")
    assert str(error) == "The file is empty."
    assert (error.code, error.stored) == ("upload.empty", {"code": "upload.empty"})
    with translation.override("de"):
        assert str(error) != "The file is empty."


def test_notes_of_the_site_are_in_the_readers_language(
    lexicon: Lexicon, client_of: Callable[[str], Client]
) -> None:
    first = lexicon.current_revision
    assert first is not None
    ann = Author("ann")
    second = change_words(lexicon, add=["EMU"], base=first, author=ann, note="Birds.")
    with translation.override("de"):
        third = roll_back(lexicon, first, base=second, author=ann, note="Too hasty.")
        german = third.reason
    assert (third.note, third.automatic_note) == (
        "Too hasty.",
        {"code": "note.restored", "number": 1},
    )
    assert third.reason == "Back to revision 1. Too hasty."
    assert german != third.reason and german.endswith(" Too hasty.")
    address = f"/admin/lexicon/lexicon/{lexicon.pk}/revisions/"
    assert german in read_in("de", client_of("editor"), address)
    with pytest.raises(StaleRevisionError) as refused:
        change_words(lexicon, add=["YAK"], base=second, author=ann, note="Yaks.")
    assert "(“Back to revision 1. Too hasty.”)" in str(refused.value)
    with translation.override("de"):
        assert german in str(refused.value)


def test_descriptions_of_the_site_are_translated_and_those_of_editors_are_not(
    lexicon: Lexicon, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wording, "translation", SimpleNamespace(gettext=lambda text: f"[{text}]"))
    ours, theirs = CATALOGUE["nl"].remark, "For our club."
    for address in ("/dictionaries/", lexicon.get_absolute_url()):
        Lexicon.objects.update(description=ours)
        assert f"[{ours}]" in client.get(address).content.decode()
        Lexicon.objects.update(description=theirs)
        page = client.get(address).content.decode()
        assert theirs in page and f"[{theirs}]" not in page
    german = CATALOGUE["de"].remark
    Lexicon.objects.update(description=f"{german} Use --leave-out FILE to leave out more.")
    page = unescape(client.get(lexicon.get_absolute_url()).content.decode())
    assert f"[{german}]" in page and "--leave-out" not in page
