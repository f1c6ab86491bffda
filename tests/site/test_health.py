"""Liveness and readiness: what each address answers, and when."""

import errno
import os
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from games.health.services import SILENT_AFTER, WATCHED_LOOPS, record_loop_heartbeats
from lexicon.models import Lexicon
from scrabble_site.health import readiness
from tests.play.conftest import lexicon

__all__ = ["lexicon"]


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.fixture
def well(monkeypatch: pytest.MonkeyPatch, lexicon: Lexicon) -> None:
    """A site that has been running for a while without any fault."""
    Lexicon.objects.filter(pk=lexicon.pk).update(default=True)
    monkeypatch.setattr(readiness, "has_graph", lambda *_asked: True)
    monkeypatch.setattr(readiness, "_STARTED_AT", float("-inf"))
    record_loop_heartbeats(WATCHED_LOOPS, timezone.now())


def ask() -> tuple[int, dict[str, str]]:
    answer = Client().get("/readyz")
    lines = answer.content.decode().splitlines()
    return answer.status_code, dict(line.split(": ", 1) for line in lines)


def test_a_complete_site_is_ready(well: None) -> None:
    status, said = ask()
    assert (status, set(said.values())) == (200, {"ok"})
    assert said.keys() == {"disk", "redis", "database", "migrations", "dictionaries", "worker"}


def let_worker_fall_silent(_patch: pytest.MonkeyPatch, _settings: Any) -> None:
    record_loop_heartbeats(["referee"], timezone.now() - SILENT_AFTER - timedelta(seconds=1))


def leave_migration_out(_patch: pytest.MonkeyPatch, _settings: Any) -> None:
    MigrationRecorder(connection).record_unapplied(*max(readiness._list_known_migrations()))


def hide_dictionaries(_patch: pytest.MonkeyPatch, _settings: Any) -> None:
    Lexicon.objects.update(hidden=True)


def lose_graphs(patch: pytest.MonkeyPatch, _settings: Any) -> None:
    patch.setattr(readiness, "has_graph", lambda *_asked: False)


def take_redis_away(_patch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"


def fill_disk(patch: pytest.MonkeyPatch, _settings: Any) -> None:
    def refuse(**_wanted: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    patch.setattr(readiness, "TemporaryFile", refuse)


def fill_disk_nearly(patch: pytest.MonkeyPatch, _settings: Any) -> None:
    patch.setattr("shutil.disk_usage", lambda _folder: Usage(2**40, 2**40 - 1, 1))


@pytest.mark.parametrize(
    ("spoil", "name", "reason"),
    [
        (let_worker_fall_silent, "worker", "referee"),
        (leave_migration_out, "migrations", "manage.py prepare"),
        (hide_dictionaries, "dictionaries", "no default"),
        (lose_graphs, "dictionaries", "not compiled"),
        (take_redis_away, "redis", "unreachable"),
        (fill_disk, "disk", "No space left"),
        (fill_disk_nearly, "disk", "only 0 MB"),
    ],
)
def test_a_fault_is_named_and_the_process_stays_alive(
    well: None,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    spoil: Callable[[pytest.MonkeyPatch, Any], None],
    name: str,
    reason: str,
) -> None:
    spoil(monkeypatch, settings)
    status, said = ask()
    assert status == 503
    assert reason in said.pop(name)
    assert set(said.values()) == {"ok"}
    assert Client().get("/healthz").status_code == 200


def test_a_new_site_waits_for_the_first_heartbeat(
    well: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_worker_fall_silent(monkeypatch, None)
    monkeypatch.setattr(readiness, "_STARTED_AT", time.monotonic())
    assert ask()[0] == 200


def test_without_a_database_the_page_only_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "check_database", lambda: "unreachable")
    status, said = ask()
    assert (status, said["database"], said["worker"]) == (503, "unreachable", "not checked")
    assert Client().get("/healthz").content == b"ok\n"


@pytest.mark.django_db
@pytest.mark.parametrize("htmx", [True, False])
def test_an_outage_of_the_database_asks_clients_to_retry(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, htmx: bool
) -> None:
    def fail(*_asked: Any, **_named: Any) -> None:
        raise OperationalError("connection refused at 10.0.0.3")

    monkeypatch.setattr("games.lobby.views.pages.render", fail)
    browser = Client(raise_request_exception=False, headers={"HX-Request": "true"} if htmx else {})
    answer = browser.get("/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "10.0.0.3" not in answer.content.decode()
    assert "Traceback" not in caplog.text
    assert "unreachable" in caplog.text


@pytest.mark.django_db
def test_an_error_page_shows_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_asked: Any, **_named: Any) -> None:
        raise ValueError("the secret of the house")

    monkeypatch.setattr("games.lobby.views.pages.render", fail)
    answer = Client(raise_request_exception=False).get("/")
    text = answer.content.decode()
    assert answer.status_code == 500
    assert "Something went wrong" in text
    assert not [word for word in ("secret", "Traceback", ".py", "ValueError") if word in text]
