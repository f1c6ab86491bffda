"""The grid of common time controls, with the number of rooms that wait at each."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.lobby.perspective.entries import LobbyEntry
from games.lobby.terms.filters import FILTER_FIELDS
from games.play.models import Game
from lexicon.terms.alphabets import get_main_language

COMMON_PACES: tuple[tuple[str, Any, Any], ...] = (
    ("", pgettext_lazy("time control", "Any"), _("any clock")),
    ("3+2", "3 + 2", _("blitz")),
    ("5+5", "5 + 5", _("blitz")),
    ("15+0/1", _("15 min"), _("rapid")),
    ("25+0/5", _("25 min"), _("club")),
    ("1d", _("1 day"), _("per turn")),
    ("3d", _("3 days"), _("per turn")),
)
"""Time controls as the filter writes them ("" fits every room), with a name and a description."""

_COLUMNS = [field.name for field in FILTER_FIELDS]
_TIME, _LANGUAGE = _COLUMNS.index("time"), _COLUMNS.index("language")


class PaceChoice(NamedTuple):
    """One field of the grid."""

    value: str
    label: str
    description: str
    # The number of waiting rooms by language, whatever its region.
    waiting: dict[str, int]


def count_waiting(rooms: Iterable[LobbyEntry]) -> list[PaceChoice]:
    """Return the common time controls with the rooms that wait for players at each."""
    counted: Counter[tuple[str, str]] = Counter()
    for entry in rooms:
        if entry.status == Game.Status.WAITING:
            time = entry.facets[_TIME].value
            language = get_main_language(entry.facets[_LANGUAGE].value)
            counted.update([(time, language), ("", language)])
    return [
        PaceChoice(
            value,
            str(label),
            str(description),
            {language: n for (time, language), n in sorted(counted.items()) if time == value},
        )
        for value, label, description in COMMON_PACES
    ]
