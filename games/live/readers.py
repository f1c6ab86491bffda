"""Who reads a state: a viewer, in the language of their page."""

from typing import NamedTuple

from django.conf import settings
from django.utils.translation import get_language


class Reader(NamedTuple):
    """A viewer of a topic and the language of their page, a code in ``settings.LANGUAGES``."""

    # Id of the viewer, empty for a visitor without one.
    viewer: str
    language: str


def get_current_reader(viewer: str) -> Reader:
    """Return a viewer who reads the language of the request that is being answered."""
    return Reader(viewer, get_language() or settings.LANGUAGE_CODE)
