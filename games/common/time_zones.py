"""The time zone of a browser, and time zones by their IANA names, such as "Europe/Berlin".

``static/js/site/local_dates.js`` writes the name into a cookie. With the first page it is kept in
``Player.time_zone`` (:mod:`games.accounts.views.page_time_zones`), since e-mails and push messages
have no cookies.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms import DateTimeField

NOT_A_PLACE = {"Factory", "localtime"}
"""Names whose meaning depends on the machine."""


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


def is_plausible_year(year: int) -> bool:
    """Return whether a date that someone has typed may be meant. At the ends of the calendar, sums
    of dates would overflow."""
    return 1970 < year < 3000


def read_local_time(typed: datetime | None, zone: ZoneInfo) -> datetime | None:
    """Return the instant, in UTC, of a time typed in this zone. Raises ``ValidationError``."""
    if typed is None:
        return None
    if not is_plausible_year(typed.year):
        raise ValidationError(DateTimeField.default_error_messages["invalid"], code="invalid")
    return typed.replace(tzinfo=zone).astimezone(UTC)
