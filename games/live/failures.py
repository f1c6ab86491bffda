"""Log failures in the hub so that one failing step does not stop the others."""

import contextlib
import logging
from collections.abc import Iterator

logger = logging.getLogger(__name__)


@contextlib.contextmanager
def log_failures(message: str, *args: object) -> Iterator[None]:
    """Log an exception raised in the block with its traceback, then continue after the block.

    Cancellation is not a failure and passes through.
    """
    try:
        yield
    except Exception:
        logger.exception(message, *args)
