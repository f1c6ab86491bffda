"""Dates in the short form of browsers, as ``static/js/site/dates.js`` writes them.

A page whose dates the server has written in the reader's zone looks the same once its script runs.
"""

from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language

_MONTHS = {
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec",
    "de": "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
    "es": "ene feb mar abr may jun jul ago sept oct nov dic",
    "fr": "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    "it": "gen feb mar apr mag giu lug ago set ott nov dic",
    "nl": "jan feb mrt apr mei jun jul aug sep okt nov dec",
    "pl": "sty lut mar kwi maj cze lip sie wrz paź lis gru",
    "pt-br": "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.",
    "ru": "янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.",
    "sv": "jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.",
    "ar": "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
}
_DAYS = {
    "de": "{day}. {month} {year}",
    "pt-br": "{day} de {month} de {year}",
    "ru": "{day} {month} {year} г.",
}
_MOMENTS = {"sv": "{day} {time}", "ar": "{day}، {time}"}


def write_short_day(day: date) -> str:
    """Return a date, such as "3 Sept 2026". An instant is read in the current zone."""
    local = timezone.localtime(day) if isinstance(day, datetime) else day
    language = get_language() or "en"
    if (months := _MONTHS.get(language)) is None:
        return str(date_format(local, "DATE_FORMAT"))
    form = _DAYS.get(language, "{day} {month} {year}")
    return form.format(day=local.day, month=months.split()[local.month - 1], year=local.year)


def write_short_moment(at: datetime) -> str:
    """Return a date and time in the current zone, such as "3 Sept 2026, 15:00"."""
    form = _MOMENTS.get(get_language() or "en", "{day}, {time}")
    return form.format(day=write_short_day(at), time=f"{timezone.localtime(at):%H:%M}")
