"""The words with which the form for a new room sums up what is chosen, for the page's script.

Most come from :data:`games.play.perspective.room_options.ROOM_OPTIONS`, as in lists of rooms. The
host also wants to read what a list shows by other means, such as whether it is shown there.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.lobby.forms.clocks import CLOCK_CHOICES, CUSTOM
from games.play.perspective.option_definition import RoomOption
from games.play.perspective.option_words import describe_clock_in
from games.play.perspective.room_options import ROOM_OPTIONS
from games.rules.positions.variants import VARIANTS, Variant
from games.rules.time.clock import TimeControl

_FORM_WORDS: Mapping[str, Callable[[bool], str]] = {
    "late_members": lambda on: _("teams take players mid-game") if on else "",
    "may_err": lambda on: "" if on else _("computers play valid words only"),
    "unhurried": lambda on: "" if on else _("computers move at once"),
    "rated": lambda on: _("rated") if on else _("casual"),
    "public": lambda on: _("listed in the lobby") if on else _("only with the link"),
}
"""The words for switches that a room's own summary leaves out, or names in one case only. They end
the line."""


def build_summary_texts() -> dict[str, Any]:
    """Return the words of all choices, by game, option and form value, and texts of a clock.

    A choice that goes without saying has none. The options are in the order of the line.
    """
    return _build_texts(get_language())


@lru_cache
def _build_texts(_language: str | None) -> dict[str, Any]:
    last = list(_FORM_WORDS)
    options = [option for option in ROOM_OPTIONS if option.field is not None]
    options.sort(key=lambda option: last.index(option.name) if option.name in last else -1)
    return {
        "words": {
            variant.id: {option.name: _list_words(option, variant) for option in options}
            for variant in VARIANTS.values()
        },
        "clocks": {variant.id: _list_clocks(variant) for variant in VARIANTS.values()},
        "custom": CUSTOM,
        "minutes": _("%(n)s min") % {"n": "{n}"},
        "seconds": _("%(n)s s per turn") % {"n": "{n}"},
        "overtime": _("%(time)s (%(n)s min overtime)") % {"time": "{time}", "n": "{n}"},
        "invited": _("{name} invited"),
    }


def _list_clocks(variant: Variant) -> dict[str, str]:
    """Return the words for each clock of the form's list."""
    clocks = [value for value, _label in CLOCK_CHOICES if value != CUSTOM]
    return {value: describe_clock_in(variant, TimeControl.read(value)) for value in clocks}


def _list_words(option: RoomOption, variant: Variant) -> dict[str, str]:
    """Return the words for each value that a game offers, as the form writes the value."""
    if option.name in _FORM_WORDS:
        describe = _FORM_WORDS[option.name]
        return {"on": describe(True), "": describe(False)}
    if option.in_words is None or option.offered is None:
        return {}
    return {str(value): option.in_words(value, variant) for value in option.offered(variant)}
