"""By what the rooms in the lobby are told apart: one line each in ``FIELDS``.

A filter is what somebody has chosen, field by field; what is not chosen fits everything. The page
applies it by itself (``static/js/lobby/filter.js``), so that one picture of the lobby serves all.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _

from games.play.models import Room
from games.play.perspective.options import clock_in_words
from games.rules.clock import NO_CLOCK, TimeControl
from games.rules.variants import get_variant
from lexicon.choice import own_name

LONGEST = 60
"""Characters of a value somebody may ask for."""


class Facet(NamedTuple):
    """What a room is in one field: as it stands in an address, and as it is read."""

    value: str
    label: str


class Field(NamedTuple):
    name: str
    label: Any
    facet_of: Callable[[Room], Facet]


class Offer(NamedTuple):
    """One field of the filter with what may be chosen there."""

    name: str
    label: str
    facets: tuple[Facet, ...]
    chosen: str


def _game(room: Room) -> Facet:
    return Facet(room.variant, get_variant(room.variant).name)


def _language(room: Room) -> Facet:
    return Facet(room.lexicon.language, own_name(room.lexicon.language))


def _clock(room: Room) -> Facet:
    control = get_variant(room.variant).options(**room.options).clock
    return Facet("none" if control == NO_CLOCK else control.text, clock_in_words(control))


def _rated(room: Room) -> Facet:
    return Facet("yes", say("rated")) if room.rated else Facet("no", say("not rated"))


FIELDS = (
    Field("game", _("Game"), _game),
    Field("language", _("Language"), _language),
    Field("dictionary", _("Dictionary"), lambda room: Facet(room.lexicon.slug, room.lexicon.name)),
    Field("time", _("Time"), _clock),
    Field("seats", _("Seats"), lambda room: Facet(str(room.seats_total), str(room.seats_total))),
    Field("rated", _("Rated"), _rated),
)


def facets_of(room: Room) -> tuple[Facet, ...]:
    """What a room is in every field, in their order."""
    return tuple(field.facet_of(room) for field in FIELDS)


def read_filter(said: Mapping[str, str], prefix: str = "") -> dict[str, str]:
    """What of an address, or of a form whose names begin with ``prefix``, is a filter."""
    found = {field.name: said.get(prefix + field.name, "")[:LONGEST] for field in FIELDS}
    return {name: value for name, value in found.items() if value}


def fits(facets: Iterable[Facet], chosen: Mapping[str, str]) -> bool:
    """Whether a room is what somebody wants to see."""
    pairs = zip(FIELDS, facets, strict=True)
    return all(chosen.get(field.name, facet.value) == facet.value for field, facet in pairs)


def offer(listed: Iterable[tuple[Facet, ...]], chosen: Mapping[str, str]) -> tuple[Offer, ...]:
    """What there is in a list, and what is chosen whether it is there or not."""
    rows = list(listed)
    offers = []
    for column, field in enumerate(FIELDS):
        facets = {row[column] for row in rows}
        wanted = chosen.get(field.name, "")
        if wanted and wanted not in {facet.value for facet in facets}:
            facets.add(Facet(wanted, _label_of(field.name, wanted)))
        ordered = tuple(sorted(facets, key=lambda facet: (facet.label.casefold(), facet.value)))
        offers.append(Offer(field.name, str(field.label), ordered, wanted))
    return tuple(offers)


def _label_of(name: str, value: str) -> str:
    """What a value is called that no room has just now, as far as it says so itself."""
    if name == "language":
        return own_name(value)
    if name == "rated":
        return say("rated") if value == "yes" else say("not rated")
    if name == "time" and value == "none":
        return clock_in_words(TimeControl())
    return value
