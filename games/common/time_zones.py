"""The time zone of a browser, and time zones by their IANA names, such as "Europe/Berlin".

``static/js/site/local_dates.js`` writes the name into a cookie. With the first page it is kept in
``Player.time_zone`` (:mod:`games.accounts.views.page_time_zones`), since e-mails and push messages
have no cookies.
"""

from collections.abc import Mapping
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings

NOT_A_PLACE = {"Factory", "localtime"}
"""Names that every machine reads in its own way."""


@cache
def list_time_zones() -> frozenset[str]:
    """Return the names of all time zones that this machine knows."""
    return frozenset(available_timezones() - NOT_A_PLACE)


def get_browser_zone(cookies: Mapping[str, str]) -> str:
    """Return the name of a browser's time zone, "" if it has sent none that is known here."""
    name = cookies.get(settings.TIME_ZONE_COOKIE_NAME, "")
    return name if name in list_time_zones() else ""


def load_time_zone(name: str) -> ZoneInfo:
    """Return a time zone by its name; UTC for "" and for names that this machine lacks."""
    return ZoneInfo(name if name in list_time_zones() else "UTC")
