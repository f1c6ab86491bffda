"""Recognise database errors that mean "unavailable for now" rather than "wrong".

Work that fails for such a reason is not at fault: it stays queued, is tried again, and does not
count as a failure. The page that visitors see meanwhile is in
``scrabble_site/pages/error_views.py``.
"""

from django.db import InterfaceError, OperationalError

OUTAGE = (OperationalError, InterfaceError)


def is_outage(error: BaseException | None) -> bool:
    """Return whether the error, or any error that caused it, is an outage of the database."""
    while error is not None and not isinstance(error, OUTAGE):
        error = error.__cause__ or error.__context__
    return error is not None
