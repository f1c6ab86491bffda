"""Conditions on names for database queries."""

from functools import reduce
from operator import or_

from django.db import connection
from django.db.models import Q

from games.common.generated_names import restore_stored_name
from games.common.names import get_confusable_key

LAST_CODE_POINT = chr(0x10FFFF)


def list_wanted_keys(name: str) -> list[str]:
    """Return the confusable keys of what someone has typed: of these words, and of the stored name
    that a reader sees so."""
    typed = name.strip()
    keys = dict.fromkeys(map(get_confusable_key, (typed, restore_stored_name(typed))))
    return [key for key in keys if key]


def build_name_filter(name: str) -> Q:
    """Return a condition for players whose name begins like this; no one's begins with nothing."""
    return reduce(or_, map(_begin_with, list_wanted_keys(name)), Q(pk__in=[]))


def _begin_with(alike: str) -> Q:
    begins = Q(confusable_key__startswith=alike)
    if connection.vendor == "sqlite":  # LIKE uses no index there; a range does
        begins &= Q(confusable_key__gte=alike, confusable_key__lt=alike + LAST_CODE_POINT)
    return begins
