"""Conditions on names for database queries."""

from django.db import connection
from django.db.models import Q

LAST_CODE_POINT = chr(0x10FFFF)


def build_name_filter(alike: str) -> Q:
    """Return a condition for players whose name begins like this.

    ``alike`` is the confusable key of the beginning; see
    :func:`games.common.names.get_confusable_key`.
    """
    begins = Q(confusable_key__startswith=alike)
    if connection.vendor == "sqlite":  # LIKE uses no index there; a range does
        begins &= Q(confusable_key__gte=alike, confusable_key__lt=alike + LAST_CODE_POINT)
    return begins
