"""What log lines and error reports name, and what they leave out."""

import json
import logging
import sys
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError
from prometheus_client import REGISTRY

from games.common.metrics import ErrorCounter
from scrabble_site.observing.error_reporting import set_up_error_reporting, strip_private_data
from scrabble_site.observing.logs import (
    JsonFormatter,
    RequestContextFilter,
    TextFormatter,
    begin_request,
    build_logging_config,
    end_request,
)

REFUSED_ROW = 'null value in column "x"\nDETAIL:  Failing row contains (7, AEINRST, null).'
LINK = "/go/eyJwIjoiNGYyZiJ9:1vMxyz:0123456789abcdefghijklmnopqrstuvwxyzABCDEFG/"


def record(message: str, level: int = logging.WARNING) -> logging.LogRecord:
    """Return a log record with the error being handled, as the filter completes it."""
    made = logging.LogRecord("games.play", level, "", 1, message, None, sys.exc_info())
    RequestContextFilter().filter(made)
    return made


@pytest.mark.parametrize("formatter", [TextFormatter(), JsonFormatter()])
def test_rows_quoted_in_database_errors_are_hidden(formatter: logging.Formatter) -> None:
    try:
        raise IntegrityError(REFUSED_ROW)
    except IntegrityError:
        text = formatter.format(record("Could not write"))
    assert "AEINRST" not in text
    assert "null value in column" in text


@pytest.mark.parametrize("formatter", [TextFormatter(), JsonFormatter()])
def test_login_links_are_shortened(formatter: logging.Formatter) -> None:
    text = formatter.format(record(f"Service Unavailable: {LINK}"))
    assert "0123456789abcdef" not in text
    assert "/go/..." in text
    game = "/r/abc123/moves/0f8fad5b-d9cb-469f-a165-70867728950e/"
    assert game in formatter.format(record(game)), "the number of a game is no secret"


def test_a_log_line_names_request_and_room_until_the_request_ends() -> None:
    request = begin_request("/r/abc123/play")
    entry = json.loads(JsonFormatter().format(record("Conflict")))
    assert (entry["request_id"], entry["room"], entry["level"]) == (request, "abc123", "WARNING")
    assert request in TextFormatter().format(record("Conflict"))
    assert begin_request("/", "0123456789abcdef") == "0123456789abcdef"
    assert begin_request("/", 'x" or worse\n') != 'x" or worse\n'
    assert "room" not in json.loads(JsonFormatter().format(record("Elsewhere")))
    end_request()
    assert "request_id" not in json.loads(JsonFormatter().format(record("The worker")))


def test_no_log_level_shows_statements_with_their_values() -> None:
    loggers = build_logging_config("DEBUG", "json")["loggers"]
    assert loggers["django.db.backends"]["level"] == "INFO"
    assert loggers["games"]["level"] == "DEBUG"


def test_errors_are_counted_by_the_logger_that_reported_them() -> None:
    def count() -> float:
        return REGISTRY.get_sample_value("tileroom_errors_total", {"part": "games.play"}) or 0.0

    before = count()
    ErrorCounter().emit(record("It broke", logging.ERROR))
    assert count() == before + 1


def test_an_error_report_holds_only_the_failure() -> None:
    report: dict[str, Any] = {
        "exception": {"values": [{"type": "ValueError"}]},
        "request": {"method": "POST", "url": f"https://tiles.example{LINK}", "cookies": "s=1"},
        "extra": {"request": f"<ASGIRequest: POST '{LINK}'>"},
        "user": {"ip_address": "192.0.2.1"},
        "breadcrumbs": {"values": []},
        "transaction": LINK,
    }
    assert strip_private_data(report, None) == {
        "exception": {"values": [{"type": "ValueError"}]},
        "request": {"method": "POST"},
    }


def test_reporting_is_enabled_only_by_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    set_up_error_reporting("", "production")
    with pytest.raises(ImproperlyConfigured, match="Environment variable SENTRY_DSN: needs"):
        set_up_error_reporting("https://key@sentry.example/1", "production")


def test_error_reports_hold_no_values(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}

    class Sdk:
        @staticmethod
        def init(**named: Any) -> None:
            given.update(named)

    monkeypatch.setitem(sys.modules, "sentry_sdk", Sdk)
    set_up_error_reporting("https://key@sentry.example/1", "production")
    assert given["include_local_variables"] is False
    assert given["send_default_pii"] is False
    assert given["max_request_body_size"] == "never"
    assert given["before_send"] is strip_private_data
