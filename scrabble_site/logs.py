"""What a line of the log holds: which request and room it is about, and no secret.

Lines for people, or JSON for programs (``LOG_FORMAT``). A request's id is the proxy's, or made
here; it goes back with the answer. Statements of the database are never logged with their values,
nor the rows that a database quotes when it refuses one: they hold racks. Links that let one in are
cut short.
"""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from scrabble_site.sparing import Sparing

REQUEST_HEADER = "X-Request-ID"

_GIVEN = re.compile(r"[0-9A-Za-z-]{8,64}")
_ROOM = re.compile(r"/r/(\w{1,40})/")
_TOKEN = re.compile(r"/[\w:.=-]{38,}")
"""Part of an address that is good for something: links in letters, and to other devices."""
_QUOTED_ROW = re.compile(r"^DETAIL: .*$", re.MULTILINE)

_about: ContextVar[tuple[str, str]] = ContextVar("about", default=("", ""))


def begin_request(path: str, given: str = "") -> str:
    """From now on this thread's lines are about a request; returns its id."""
    request = given if _GIVEN.fullmatch(given) else uuid4().hex
    room = _ROOM.match(path)
    _about.set((request, room[1] if room else ""))
    return request


def end_request() -> None:
    _about.set(("", ""))


class AboutFilter(logging.Filter):
    """Adds the ids of the request and the room."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id, record.room = _about.get()
        return True


class LineFormatter(logging.Formatter):
    """For people."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        return _TOKEN.sub("/...", super().format(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the name it has there
        return _QUOTED_ROW.sub("DETAIL: not shown", super().formatException(ei))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        line = super().formatMessage(record) + getattr(record, "spared", "")
        request = getattr(record, "request_id", "")
        return f"{line} [{request}]" if request and record.levelno >= logging.WARNING else line


class JsonFormatter(LineFormatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _TOKEN.sub("/...", record.getMessage()),
            "process": record.process,
        }
        for name in ("request_id", "room", "spared"):
            if said := getattr(record, name, "").strip():
                told[name] = said
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


FORMATTERS = {"line": LineFormatter, "json": JsonFormatter}


def describe_logging(level: str, form: str) -> dict[str, Any]:
    """Django's setting."""
    own = {name: {"level": level} for name in ("games", "lexicon", "scrabble_site", "django")}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"about": {"()": AboutFilter}, "sparing": {"()": Sparing}},
        "formatters": {"chosen": {"()": FORMATTERS[form]}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "chosen",
                "filters": ["about", "sparing"],
            },
            "counter": {"class": "games.common.figures.ErrorCounter", "level": "ERROR"},
        },
        "root": {"handlers": ["stderr", "counter"], "level": "WARNING"},
        "loggers": own
        | {
            "django.server": {"handlers": ["stderr"], "level": level, "propagate": False},
            "django.db.backends": {"level": "INFO"},
            "django.template": {"level": "INFO"},
        },
    }
