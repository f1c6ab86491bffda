"""Random numbers that tests can know."""

from random import Random

from django.conf import settings


def make_random(*subject: object) -> Random:
    """Return a new generator. Under ``TEST_SEED`` (never in production) a subject always gets the
    same numbers.
    """
    if settings.TEST_SEED:
        return Random("/".join(map(str, (settings.TEST_SEED, *subject))))
    return Random()
