"""``{% plural_forms "points" %}``: a text with a number, in all its forms, for the page's scripts.

The server knows the forms and the browser knows the rules (``Intl.PluralRules``), so each form
comes with a number that takes it: "1:{n} point|100:{n} points". ``static/js/site/plurals.js``
chooses.
"""

from collections.abc import Callable

from django import template
from django.utils.translation import ngettext

register = template.Library()

SAMPLES = (0, 1, 2, 3, 11, 100)
"""Together these numbers take every form of every language. The last stands for all others."""

FORMS: dict[str, Callable[[int], str]] = {
    "points": lambda n: ngettext("{n} point", "{n} points", n),
    "scored": lambda n: ngettext("{n} point: show the scoring", "{n} points: show the scoring", n),
    "new_moves": lambda n: ngettext("{n} new move", "{n} new moves", n),
    "hidden_rooms": lambda n: ngettext(
        "{n} room hidden by the filter.", "{n} rooms hidden by the filter.", n
    ),
    "players": lambda n: ngettext("{n} player", "{n} players", n),
    "teams": lambda n: ngettext("{n} team", "{n} teams", n),
    "turn_days": lambda n: ngettext("%(n)s day per turn", "%(n)s days per turn", n) % {"n": "{n}"},
    "waiting": lambda n: ngettext("{n} waiting", "{n} waiting", n),
    "plays_found": lambda n: ngettext(
        "{n} play found. Best: {play}", "{n} plays found. Best: {play}", n
    ),
}
"""The texts by name. ``{n}`` is the number, which the script puts in."""


@register.simple_tag
def plural_forms(name: str) -> str:
    """Return the forms of a text in the page's language, each with a number that takes it."""
    forms = {number: FORMS[name](number) for number in SAMPLES}
    usual = forms[SAMPLES[-1]]
    return "|".join(
        f"{number}:{form}"
        for number, form in forms.items()
        if form != usual or number == SAMPLES[-1]
    )
