"""Explanations of problems with the machine, shown instead of a traceback.

``manage.py`` calls this when a command fails.
"""

import errno
import sqlite3
from collections.abc import Iterator

from django.core.exceptions import ImproperlyConfigured

DISK_FULL_ERRNOS = {errno.ENOSPC, errno.EDQUOT}
NOT_WRITABLE_REASONS = {errno.EROFS: "its disk is read-only", errno.EACCES: "permission denied"}
NOT_WRITABLE_REASONS[errno.EPERM] = NOT_WRITABLE_REASONS[errno.EACCES]

SQLITE_EXPLANATIONS = {
    "SQLITE_FULL": "The disk that holds the database is full.",
    "SQLITE_READONLY": "The database can't be written: its file or disk is read-only.",
    "SQLITE_CANTOPEN": (
        "The database can't be opened. Check that its folder exists and is writable."
    ),
    "SQLITE_IOERR": "The database can't be read or written: its disk is full or has failed.",
    "SQLITE_NOTADB": "The database can't be read: its file is not a database.",
    "SQLITE_CORRUPT": "The database can't be read: its file is damaged.",
}


def explain_startup_error(error: BaseException) -> str | None:
    """Return a sentence about an error, or ``None`` if it looks like a bug in the program."""
    for cause in _iterate_causes(error):
        if isinstance(cause, ImproperlyConfigured) and "Environment variable" in str(cause):
            return str(cause)
        if isinstance(cause, OSError) and (explanation := _explain_file_error(cause)):
            return explanation
        if isinstance(cause, sqlite3.Error) and (explanation := _explain_sqlite_error(cause)):
            return explanation
    return None


def _explain_file_error(error: OSError) -> str | None:
    name = error.filename2 or error.filename
    if error.errno in DISK_FULL_ERRNOS:
        return f"The disk is full: {name} can't be written." if name else "The disk is full."
    if name and error.errno in NOT_WRITABLE_REASONS:
        reason = NOT_WRITABLE_REASONS[error.errno]
        return f"{name} can't be written: {reason}. Set VAR_DIR to use another folder."
    return None


def _explain_sqlite_error(error: sqlite3.Error) -> str | None:
    code = getattr(error, "sqlite_errorname", "")
    return next(
        (explanation for name, explanation in SQLITE_EXPLANATIONS.items() if code.startswith(name)),
        None,
    )


def _iterate_causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
