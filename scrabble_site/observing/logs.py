"""Logging: each line names its request and room, and contains no secrets.

Lines are text for people or JSON for programs (``LOG_FORMAT``). A request's id comes from the proxy
or is generated here, and is returned in the response. SQL statements are never logged with their
values, nor the rows that a database quotes in an error, because these contain racks. Links that log
a person in are shortened.

python-json-logger would save a few lines at most: masking and our field names would still need a
subclass.
"""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from scrabble_site.observing.log_throttling import LogThrottle

REQUEST_HEADER = "X-Request-ID"

_GIVEN = re.compile(r"[0-9A-Za-z-]{8,64}")
_ROOM = re.compile(r"/r/(\w{1,40})/")
_TOKEN = re.compile(r"/[\w:.=-]{38,}")
"""Secret part of a URL: links in e-mails, and links that continue on another device."""
_QUOTED_ROW = re.compile(r"^DETAIL: .*$", re.MULTILINE)

_request_context: ContextVar[tuple[str, str]] = ContextVar("about", default=("", ""))


def begin_request(path: str, given: str = "") -> str:
    """Attach this thread's log lines to a request from now on. Returns the request's id."""
    request = given if _GIVEN.fullmatch(given) else uuid4().hex
    room = _ROOM.match(path)
    _request_context.set((request, room[1] if room else ""))
    return request


def end_request() -> None:
    """Detach this thread's log lines from the request."""
    _request_context.set(("", ""))


class RequestContextFilter(logging.Filter):
    """Adds the ids of the request and the room to each record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id, record.room = _request_context.get()
        return True


class TextFormatter(logging.Formatter):
    """Formats records as text for people."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        return _TOKEN.sub("/...", super().format(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the name it has there
        return _QUOTED_ROW.sub("DETAIL: not shown", super().formatException(ei))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        line = super().formatMessage(record) + getattr(record, "suppressed", "")
        request = getattr(record, "request_id", "")
        return f"{line} [{request}]" if request and record.levelno >= logging.WARNING else line


class JsonFormatter(TextFormatter):
    """Formats each record as one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        values: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _TOKEN.sub("/...", record.getMessage()),
            "process": record.process,
        }
        for name in ("request_id", "room", "suppressed"):
            if value := getattr(record, name, "").strip():
                values[name] = value
        if record.exc_info:
            values["exception"] = self.formatException(record.exc_info)
        return json.dumps(values, ensure_ascii=False)


FORMATTERS = {"line": TextFormatter, "json": JsonFormatter}


def build_logging_config(level: str, form: str) -> dict[str, Any]:
    """Build Django's setting ``LOGGING``."""
    own = {name: {"level": level} for name in ("games", "lexicon", "scrabble_site", "django")}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"about": {"()": RequestContextFilter}, "sparing": {"()": LogThrottle}},
        "formatters": {"chosen": {"()": FORMATTERS[form]}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "chosen",
                "filters": ["about", "sparing"],
            },
            "counter": {"class": "games.common.metrics.ErrorCounter", "level": "ERROR"},
        },
        "root": {"handlers": ["stderr", "counter"], "level": "WARNING"},
        "loggers": own
        | {
            "django.server": {"handlers": ["stderr"], "level": level, "propagate": False},
            # At DEBUG it would log every SQL statement with its values, among them racks.
            "django.db.backends": {"level": "INFO"},
            "django.template": {"level": "INFO"},
        },
    }
