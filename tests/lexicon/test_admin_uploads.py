"""The editors' pages on uploads: the dry run's report, the decision, faulty files."""

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from lexicon.models import ImportJob, Lexicon
from lexicon.services.revisions import list_revision_words

LIST = "cat\nemu\tA tall bird.\nParis\nU.S.\ndon't\nwell-known\npre-\nnaïve\nx\ncat\n".encode()


def decide(client: Client, job: ImportJob, choice: str, capture: Any) -> Any:
    address = f"/admin/lexicon/lexicon/{job.lexicon_id}/upload/{job.pk}/confirm/"
    with capture(execute=True):
        answer = client.post(address, {"choice": choice})
    return client.get(answer["Location"]) if answer.status_code == 302 else answer


def test_the_dry_run_reports_everything_and_changes_nothing(
    client_of: Callable[[str], Client], upload: Callable[..., Any], lexicon: Lexicon
) -> None:
    editor = client_of("editor")
    page = editor.get(upload(editor, LIST)["Location"]).content.decode()
    for text in (
        "capital letter at the start", "full stop of an abbreviation", "apostrophe", "hyphen",
        "prefix or suffix mark", "letters outside the tile set", "too short", "duplicate",
        "well-known", "naïve", "EMU", "Save as the next revision",
    ):  # fmt: skip
        assert text in page
    assert lexicon.revisions.count() == 1


def test_confirming_builds_the_dictionary(
    client_of: Callable[[str], Client],
    upload: Callable[..., Any],
    lexicon: Lexicon,
    django_capture_on_commit_callbacks: Any,
) -> None:
    editor = client_of("editor")
    upload(editor, gzip.compress(LIST), "list.txt.gz")
    job = ImportJob.objects.get()
    page = decide(editor, job, "build", django_capture_on_commit_callbacks)
    assert "Revision 2 is now current, with 2 words." in page.content.decode()
    lexicon.refresh_from_db()
    assert list_revision_words(lexicon.current_revision) == ["CAT", "EMU"]


def test_discarding_deletes_the_job(
    client_of: Callable[[str], Client],
    upload: Callable[..., Any],
    lexicon: Lexicon,
    django_capture_on_commit_callbacks: Any,
) -> None:
    editor = client_of("editor")
    upload(editor, LIST)
    decide(editor, ImportJob.objects.get(), "discard", django_capture_on_commit_callbacks)
    assert ImportJob.objects.count() == 0
    assert lexicon.revisions.count() == 1


def test_the_page_polls_progress_during_a_job(
    client_of: Callable[[str], Client], upload: Callable[..., Any], lexicon: Lexicon
) -> None:
    editor = client_of("editor")
    address = upload(editor, LIST)["Location"]
    ImportJob.objects.update(
        state="building", stage="build", steps_done=2, steps=5, worker="elsewhere:1"
    )
    ImportJob.objects.update(heartbeat_at=ImportJob.objects.get().created_at)
    part = editor.get(address, headers={"HX-Request": "true"}).content.decode()
    assert part.startswith('<section id="_job"')
    assert "every 700ms" in part
    assert "Building the word graph" in part
    assert "40%" in part


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (bytes(range(256)), "a text file"),
        (b"PK\x03\x04 and so on", "zip"),
        (b"Paris\n", "no usable words"),
        ("cat\n".encode("utf-16"), "UTF-16"),
        (b"\n\n \n", "empty"),
        (b"word,meaning\ncat,a pet\ndog,another\n", "looks like a table (CSV): “word,meaning”"),
        ('katze;a cat\nhund;"a dog"\nemu\n'.encode("iso-8859-1"), "looks like a table (CSV)"),
        (b'"cat"\n"dog"\n', "one word per line"),
    ],
)
def test_faulty_files_get_a_clear_message_and_change_nothing(
    client_of: Callable[[str], Client],
    upload: Callable[..., Any],
    lexicon: Lexicon,
    content: bytes,
    complaint: str,
) -> None:
    editor = client_of("editor")
    page = editor.get(upload(editor, content)["Location"]).content.decode()
    assert complaint in page
    assert "Save as the next revision" not in page
    assert lexicon.revisions.count() == 1


def test_a_list_with_columns_is_refused_with_a_hint(
    client_of: Callable[[str], Client], upload: Callable[..., Any]
) -> None:
    editor = client_of("editor")
    page = editor.get(upload(editor, b"emu\nowl\tA bird, at night.\ncat,dog\n")["Location"])
    assert "columns or quotation marks" in page.content.decode()
    assert ImportJob.objects.get().report["accepted"] == 2


def test_words_to_remove_that_are_not_there_are_counted(
    client_of: Callable[[str], Client], upload: Callable[..., Any]
) -> None:
    editor = client_of("editor")
    page = editor.get(upload(editor, b"cat\nemu\nowl\n", mode="remove")["Location"])
    report = ImportJob.objects.get().report
    assert (report["removed"], report["absent"]) == (1, 2)
    text = " ".join(page.content.decode().split())
    assert "not in the dictionary, for example</b> EMU, OWL" in text


def test_an_empty_file_and_a_missing_reason_are_refused_at_once(
    client_of: Callable[[str], Client], upload: Callable[..., Any]
) -> None:
    assert upload(client_of("editor"), b"").status_code == 422
    assert upload(client_of("editor"), LIST, note="").status_code == 422
    assert ImportJob.objects.count() == 0


def test_only_editors_upload_and_confirm(
    client_of: Callable[[str], Client],
    upload: Callable[..., Any],
    lexicon: Lexicon,
    django_capture_on_commit_callbacks: Any,
) -> None:
    upload(client_of("editor"), LIST)
    job = ImportJob.objects.get()
    answer = decide(client_of("stranger"), job, "build", django_capture_on_commit_callbacks)
    assert answer.status_code == 403
    assert upload(client_of("stranger"), LIST).status_code == 403
    assert lexicon.revisions.count() == 1


def test_a_job_belongs_to_its_dictionary(
    client_of: Callable[[str], Client], upload: Callable[..., Any]
) -> None:
    editor = client_of("editor")
    upload(editor, LIST)
    other = Lexicon.objects.create(slug="other", name="Other", language="en")
    job = ImportJob.objects.get()
    answer = editor.get(f"/admin/lexicon/lexicon/{other.pk}/upload/{job.pk}/")
    assert answer.status_code == 404
