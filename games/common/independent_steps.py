"""Steps of a worker's loop that do not depend on each other."""

import logging
from collections.abc import Callable, Iterable

from games.common.database_outages import is_outage

logger = logging.getLogger(__name__)
_failures: dict[str, str] = {}


def do_each(codes: Iterable[str], act: Callable[[str], object]) -> list[str]:
    """Call ``act`` with each code, and return the codes for which it returned a true value.

    A failure is logged, and the others have their turn: one broken row must not stop a whole site.
    The same failure is logged once, however often the loop comes back to it. An outage of the
    database concerns all of them, so it is raised.
    """
    done = []
    for code in codes:
        try:
            if act(code):
                done.append(code)
            _failures.pop(code, None)
        except Exception as error:
            if is_outage(error):
                raise
            if _failures.get(code) != repr(error):
                logger.exception("Could not attend to %s", code)
                _failures[code] = repr(error)
    return done
