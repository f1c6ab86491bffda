"""Conditions on names for database queries."""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from django.db import connection
from django.db.models import Q

from games.common.generated_names import restore_beginning, restore_stored_name
from games.common.names import get_confusable_key

LAST_CODE_POINT = chr(0x10FFFF)


def list_name_keys(name: str) -> list[str]:
    """Return the confusable keys under which a name that someone typed may be stored.

    They are that of the name as typed and, for a generated name that readers see in their own
    language, that of the stored one. Earlier releases stored such names in any language.
    """
    return _list_keys(name, restore_stored_name(name.strip()))


def list_beginning_keys(text: str) -> list[str]:
    """Return the confusable keys that stored names may begin with, given the beginning someone
    typed.

    A generated name is found by what the reader sees of it: "Gast 48" begins "Gast 482917".
    """
    return list(dict.fromkeys([*list_name_keys(text), *_list_keys(restore_beginning(text))]))


def _list_keys(*names: str) -> list[str]:
    return list(dict.fromkeys(map(get_confusable_key, names)))


def build_name_filter(keys: Iterable[str]) -> Q:
    """Return a condition for players whose name begins like this, see
    :func:`list_beginning_keys`."""
    return reduce(or_, map(_begin_with, keys))


def _begin_with(alike: str) -> Q:
    begins = Q(confusable_key__startswith=alike)
    if connection.vendor == "sqlite":  # LIKE uses no index there; a range does
        begins &= Q(confusable_key__gte=alike, confusable_key__lt=alike + LAST_CODE_POINT)
    return begins
