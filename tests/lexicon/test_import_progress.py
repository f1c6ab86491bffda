"""What the page of an import shows while it runs: work done of all work, never going back."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from lexicon.lists.word_collector import WordCollector
from lexicon.models import ImportJob
from lexicon.services import import_worker
from lexicon.services.import_jobs import confirm_import, open_install
from lexicon.services.import_worker import (
    BUILD_SHARES,
    PACKAGE_SHARES,
    UPLOAD_SHARES,
    run_job,
)
from lexicon.sources import catalogue, freedict, package_reader, stem_expansion
from lexicon.sources.hunspell import Hunspell, Stem
from lexicon.sources.package_reader import STEM_SHARES
from lexicon.sources.stem_expansion import survey_stems

NOUNS, VERBS, FORMS = 4000, 400, 90
TOLERANCE = 5
"""Percentage points."""


@pytest.fixture
def verbs_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a Spanish package whose last tenth of stems has nearly all forms."""
    letters = "abcdefghij"
    stems = [a + b + c + d for a in letters for b in letters for c in letters for d in letters]
    endings = [a + b + c for a in "aeiou" for b in "lmnrst" for c in "aei"]
    rules = "".join(f"SFX V 0 {ending} .\n" for ending in endings[:FORMS])
    lines = (*stems[:NOUNS], *(f"{stem}/V" for stem in stems[-VERBS:]))
    (tmp_path / "es_ES.aff").write_text(f"SET UTF-8\nSFX V Y {FORMS}\n{rules}")
    (tmp_path / "es_ES.dic").write_text("\n".join((str(len(lines)), *lines, "")))
    for module, folder in (
        (catalogue, "LISTS_FOLDER"),
        (catalogue, "STEMS_FOLDER"),
        (freedict, "DICTD_FOLDER"),
    ):
        monkeypatch.setattr(module, folder, tmp_path)
    monkeypatch.setattr(import_worker, "_WRITE_INTERVAL", 0)
    monkeypatch.setattr(stem_expansion, "_WORK_BETWEEN_REPORTS", 200)


@pytest.fixture
def job(verbs_at_the_end: None, django_user_model: Any, db: None) -> ImportJob:
    return open_install("es", django_user_model.objects.create(username="edda"))


class Watch:
    """A clock of the work, instead of seconds, which reads the job's row meanwhile.

    A stem takes ten times as long as one of its forms, as measured with Hungarian.
    """

    def __init__(self, job: ImportJob) -> None:
        self.job, self.ticks = job, 0
        self.seen: list[tuple[int, int]] = []

    def tick(self, ticks: int) -> None:
        before, self.ticks = self.ticks, self.ticks + ticks
        if before // 500 < self.ticks // 500:
            self.look()

    def look(self) -> None:
        self.job.refresh_from_db()
        self.seen.append((self.ticks, self.job.percent or 0))


@pytest.fixture
def watch(job: ImportJob, monkeypatch: pytest.MonkeyPatch) -> Watch:
    made, add, read_stems = Watch(job), WordCollector.add, Hunspell.stems

    def add_and_tick(words: WordCollector, word: str) -> bool:
        made.tick(1)
        return add(words, word)

    def read_and_tick(source: Hunspell) -> Iterator[Stem]:
        for stem in read_stems(source):
            made.tick(10)
            yield stem

    monkeypatch.setattr(WordCollector, "add", add_and_tick)
    monkeypatch.setattr(Hunspell, "stems", read_and_tick)
    return made


def test_progress_follows_the_work_and_not_the_number_of_stems(
    watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look_and_forget(*args: Any) -> Any:
        found = survey_stems(*args)
        watch.ticks = 0
        watch.seen.clear()
        return found

    monkeypatch.setattr(f"{package_reader.__name__}.survey_stems", look_and_forget)
    run_job(watch.job.pk)
    assert len(watch.seen) > 100
    look, make, _sort = (share / sum(STEM_SHARES) for share in STEM_SHARES)
    for ticks, percent in watch.seen:
        expected = PACKAGE_SHARES["read"] * (look + make * ticks / watch.ticks)
        assert percent == pytest.approx(expected, abs=TOLERANCE)


def test_progress_never_goes_back_and_is_whole_only_at_the_end(
    watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = import_worker._write

    def write_and_look(job: ImportJob, **fields: Any) -> None:
        write(job, **fields)
        watch.look()

    monkeypatch.setattr(import_worker, "_write", write_and_look)
    for state in (ImportJob.State.CHECKED, ImportJob.State.DONE):
        run_job(watch.job.pk)
        shown = [percent for _ticks, percent in watch.seen]
        assert watch.job.state == state
        assert shown == sorted(shown)
        assert shown[-1] == 100
        assert max(shown[:-1]) < 100
        watch.seen.clear()
        confirm_import(watch.job)
        watch.job.refresh_from_db()
        assert state == ImportJob.State.DONE or watch.job.percent is None


def test_all_stages_have_a_name_for_the_page(
    watch: Watch, client_of: Callable[[str], Client]
) -> None:
    editor, address = client_of("editor"), page_of(watch.job)
    for stage in (*PACKAGE_SHARES, *UPLOAD_SHARES, *BUILD_SHARES):
        ImportJob.objects.update(state="checking", stage=stage, steps_done=2_999, steps=10_000)
        page = editor.get(address, headers={"HX-Request": "true"}).content.decode()
        assert "Starting" not in page
        assert "29%" in page
    assert "29%" in editor.get("/admin/lexicon/lexicon/languages/").content.decode()


def page_of(job: ImportJob) -> str:
    return f"/admin/lexicon/lexicon/{job.lexicon_id}/upload/{job.pk}/"
