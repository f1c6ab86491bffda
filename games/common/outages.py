"""What a database says that is away, or will take no more for now.

Work that fails for such a reason is not at fault: it is left as it is and tried again, and no
failure of its own is counted. What a visitor is told meanwhile: ``scrabble_site/failures.py``.
"""

from django.db import InterfaceError, OperationalError

OUTAGE = (OperationalError, InterfaceError)


def is_outage(error: BaseException | None) -> bool:
    """Whether such a thing is the error, or what led to it."""
    while error is not None and not isinstance(error, OUTAGE):
        error = error.__cause__ or error.__context__
    return error is not None
