"""Troubles of the machine, not of the program, told in one plain sentence instead of a traceback.

``manage.py`` asks here when a command fails.
"""

import errno
import sqlite3
from collections.abc import Iterator

from django.core.exceptions import ImproperlyConfigured

FULL = {errno.ENOSPC, errno.EDQUOT}
CLOSED = {errno.EROFS: "its disk is read-only", errno.EACCES: "that is not allowed"}
CLOSED[errno.EPERM] = CLOSED[errno.EACCES]

SQLITE_TROUBLES = {
    "SQLITE_FULL": "The disk that holds the database is full.",
    "SQLITE_READONLY": "The database cannot be written: its file or disk is read-only.",
    "SQLITE_CANTOPEN": "The database cannot be opened: is its folder there, and may it be written?",
    "SQLITE_IOERR": "The database cannot be read or written: its disk is full or has failed.",
    "SQLITE_NOTADB": "The database cannot be read: its file is something else.",
    "SQLITE_CORRUPT": "The database cannot be read: its file is damaged.",
}


def explain_trouble(error: BaseException) -> str | None:
    """A sentence, or ``None`` for what looks like a fault of the program."""
    for cause in _causes(error):
        if isinstance(cause, ImproperlyConfigured) and "Environment variable" in str(cause):
            return str(cause)
        if isinstance(cause, OSError) and (told := _explain_file(cause)):
            return told
        if isinstance(cause, sqlite3.Error) and (told := _explain_sqlite(cause)):
            return told
    return None


def _explain_file(error: OSError) -> str | None:
    name = error.filename2 or error.filename
    if error.errno in FULL:
        return f"The disk is full: {name} cannot be written." if name else "The disk is full."
    if name and error.errno in CLOSED:
        return f"{name} cannot be written: {CLOSED[error.errno]}. VAR_DIR can name another folder."
    return None


def _explain_sqlite(error: sqlite3.Error) -> str | None:
    code = getattr(error, "sqlite_errorname", "")
    return next((told for name, told in SQLITE_TROUBLES.items() if code.startswith(name)), None)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
