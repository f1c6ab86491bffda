"""Steps of a worker's loop that do not depend on each other."""

import logging
from collections.abc import Callable, Iterable

logger = logging.getLogger(__name__)


def do_each(codes: Iterable[str], act: Callable[[str], object]) -> list[str]:
    """Act on each of these, and return those for which the act returned something true.

    A failure is logged, and the others have their turn: one broken row must not stop a whole site.
    """
    done = []
    for code in codes:
        try:
            if act(code):
                done.append(code)
        except Exception:
            logger.exception("Could not attend to %s", code)
    return done
