"""Records that take long to inspect, on a quiet machine and on a busy one."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from games.api.services.uploads import RecordSubmission, save_sent_record
from games.common.subprocesses import run_program
from games.players.models import Player
from games.uploads.models import UploadedGame
from games.uploads.services import record_inspection
from scrabble_site.shared.refusals import Overloaded
from tests.play.conftest import NOON
from tests.uploads.sample_records import WHOLE
from tests.uploads.test_pages import CHOSEN, NEW, a_file, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def amber(people: list[Player], client_of: Callable[..., Client]) -> Client:
    return client_of(people[0])


def test_a_record_that_takes_too_long_is_stopped(
    amber: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is on processor time."""
    monkeypatch.setattr(record_inspection, "CPU_SECONDS", 1)
    monkeypatch.setattr(
        record_inspection, "INSPECTION_COMMAND", ("sh", "-c", "while :; do :; done")
    )
    answer = amber.post(NEW, {"text": WHOLE, **CHOSEN})
    assert answer.status_code == 422
    assert "takes too long" in text_of(answer)
    assert WHOLE in answer.content.decode().replace("&gt;", ">"), "nothing typed is lost"


SLEEPER = ("sh", "-c", "exec sleep 60")
"""A program that gets no processor time, as on a busy machine."""


@pytest.mark.parametrize("file", [False, True])
def test_a_busy_machine_refuses_no_record_for_good(
    amber: Client, monkeypatch: pytest.MonkeyPatch, *, file: bool
) -> None:
    """The answer asks to try again, and its page keeps the record, even one from a file."""
    monkeypatch.setattr(record_inspection, "TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(record_inspection, "INSPECTION_COMMAND", SLEEPER)
    jade = WHOLE.replace("Jade", "Jadé")
    sent = {"file": a_file(jade.encode("latin-1"))} if file else {"text": jade}
    answer = amber.post(NEW, {**sent, **CHOSEN, "title": "At the club"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
    page = answer.content.decode()
    assert jade in page.replace("&gt;", ">")
    for name, value in (("title", "At the club"), ("tile_set", "en"), ("dictionary", "none")):
        assert f'<input type="hidden" name="{name}" value="{value}">' in page
    assert "The server is busy" in text_of(answer)
    monkeypatch.undo()
    assert amber.post(NEW, {"text": jade, **CHOSEN}).status_code == 200
    assert UploadedGame.objects.get().names == ["Amber", "Jadé"]


def test_programs_learn_that_the_server_is_busy(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_inspection, "TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(record_inspection, "INSPECTION_COMMAND", SLEEPER)
    with pytest.raises(Overloaded) as refused:
        save_sent_record(people[0], RecordSubmission(WHOLE, "", "-", "", shared=False), NOON)
    assert (refused.value.status, refused.value.seconds) == (503, 10)


def test_waiting_time_is_not_counted_as_work() -> None:
    """Only processor time is limited, so a program that merely waited is not stopped."""
    slow = ("sh", "-c", "sleep 1.5; cat")
    done = run_program(slow, b"whole", cwd=Path.cwd(), processor=1, wait=30)
    assert done == (0, b"whole", b"")


def test_a_record_the_program_fails_at_is_refused(
    amber: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_inspection, "INSPECTION_COMMAND", ("false",))
    answer = amber.post(NEW, {"text": WHOLE, **CHOSEN})
    assert (answer.status_code, UploadedGame.objects.count()) == (422, 0)


def test_few_records_are_inspected_at_once(amber: Client) -> None:
    """Further requests are refused at once: waiting would block threads that others need."""
    held = 0
    # Take every free place, as other inspections would.
    while record_inspection._free_places.acquire(blocking=False):
        held += 1
    try:
        answer = amber.post(NEW, {"text": WHOLE, **CHOSEN})
    finally:
        for _ in range(held):
            record_inspection._free_places.release()
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
    assert "The server is busy" in text_of(answer)
