"""The filter of the lobby's lists. Its fields are defined in ``FILTER_FIELDS``.

A filter maps fields to chosen values; a field without a choice matches every room. The page applies
the filter in the browser (``static/js/lobby/filter.js``), so that everyone gets the same lobby.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _

from games.play.models import Room
from games.play.perspective.option_words import describe_clock
from games.rules.positions.variants import get_variant
from games.rules.time.clock import NO_CLOCK, TimeControl
from lexicon.perspective.default_lexicon import get_own_name
from lexicon.terms.alphabets import get_main_language

MAX_VALUE_LENGTH = 60
"""Values from a URL or form are cut to so many characters."""


class FacetValue(NamedTuple):
    """A room's value in one field: as used in URLs, and as shown."""

    value: str
    label: str


class FilterField(NamedTuple):
    """One field of the filter."""

    # Name in URLs and forms.
    name: str
    label: Any
    # Returns a room's value in this field.
    facet_of: Callable[[Room], FacetValue]


class FilterChoices(NamedTuple):
    """One field of the filter with the values it offers."""

    name: str
    label: str
    facets: tuple[FacetValue, ...]
    chosen: str


def _game_facet(room: Room) -> FacetValue:
    return FacetValue(room.variant, get_variant(room.variant).name)


def _language_facet(room: Room) -> FacetValue:
    return FacetValue(room.lexicon.language, get_own_name(room.lexicon.language))


def _clock_facet(room: Room) -> FacetValue:
    control = get_variant(room.variant).options(**room.options).clock
    return FacetValue("none" if control == NO_CLOCK else control.text, describe_clock(control))


def _rated_facet(room: Room) -> FacetValue:
    return FacetValue("yes", say("rated")) if room.rated else FacetValue("no", say("casual"))


FILTER_FIELDS = (
    FilterField("game", _("Game"), _game_facet),
    FilterField("language", _("Language"), _language_facet),
    FilterField(
        "dictionary",
        _("Dictionary"),
        lambda room: FacetValue(room.lexicon.slug, room.lexicon.shown_name),
    ),
    FilterField("time", _("Time"), _clock_facet),
    FilterField(
        "seats", _("Seats"), lambda room: FacetValue(str(room.seats_total), str(room.seats_total))
    ),
    FilterField("rated", _("Rated"), _rated_facet),
)


def list_facet_values(room: Room) -> tuple[FacetValue, ...]:
    """Return a room's values in the order of ``FILTER_FIELDS``."""
    return tuple(field.facet_of(room) for field in FILTER_FIELDS)


def parse_filter(fields: Mapping[str, str], prefix: str = "") -> dict[str, str]:
    """Return the filter in a URL's query, or in a form whose field names begin with ``prefix``."""
    found = {
        field.name: fields.get(prefix + field.name, "")[:MAX_VALUE_LENGTH]
        for field in FILTER_FIELDS
    }
    return {name: value for name, value in found.items() if value}


def matches_filter(facets: Iterable[FacetValue], chosen: Mapping[str, str]) -> bool:
    """Return whether a room's values match the filter."""
    pairs = zip(FILTER_FIELDS, facets, strict=True)
    return all(
        field.name not in chosen
        or chosen[field.name] == facet.value
        or (field.name == "language" and is_language(facet.value, chosen[field.name]))
        for field, facet in pairs
    )


def is_language(language: str, wanted: str) -> bool:
    """Return whether a language is the wanted one, or a region of it.

    >>> is_language("es-US", "es"), is_language("es-US", "es-US"), is_language("es", "es-US")
    (True, True, False)
    """
    return wanted in (language, get_main_language(language))


def list_filter_choices(
    listed: Iterable[tuple[FacetValue, ...]], chosen: Mapping[str, str]
) -> tuple[FilterChoices, ...]:
    """Return the values that occur in a list, plus the chosen ones even if they do not occur."""
    rows = list(listed)
    offers = []
    for column, field in enumerate(FILTER_FIELDS):
        facets = {row[column] for row in rows}
        wanted = chosen.get(field.name, "")
        if wanted and wanted not in {facet.value for facet in facets}:
            facets.add(FacetValue(wanted, _get_label(field.name, wanted)))
        ordered = tuple(sorted(facets, key=lambda facet: (facet.label.casefold(), facet.value)))
        offers.append(FilterChoices(field.name, str(field.label), ordered, wanted))
    return tuple(offers)


def _get_label(name: str, value: str) -> str:
    """Return a label for a value that no listed room has; without a better one, the value."""
    if name == "language":
        return get_own_name(value)
    if name == "rated":
        return say("rated") if value == "yes" else say("casual")
    if name == "time" and value == "none":
        return describe_clock(TimeControl())
    return value
