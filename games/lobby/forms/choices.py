"""The choices a room's form offers for each game: seats, dictionaries, tile sets and options."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.play.perspective.room_options import ROOM_OPTIONS
from games.rules.equipment.tiles import load_tile_set
from games.rules.positions.editions import list_editions
from games.rules.positions.variants import VARIANTS, Options, Variant
from games.rules.time.clock import NO_CLOCK
from lexicon.models import Lexicon
from lexicon.perspective.default_lexicon import list_own_names
from lexicon.terms.alphabets import get_main_language


def list_form_choices(variant: Variant, offered: Iterable[Lexicon]) -> dict[str, list[str]]:
    """Return the form values that a game offers, field by field, with these dictionaries.

    The page hides fields with a single value.
    """
    lexicons = list_playable_lexicons(variant, offered)
    editions = list_editions(variant, [item.language for item in lexicons])
    return {
        "seats": [str(n) for n in variant.seat_numbers],
        "lexicon": [item.slug for item in lexicons],
        "edition": ["", *[item.code for item in editions]] if len(editions) > 1 else [""],
    } | {
        option.name: [str(value) for value in option.offered(variant)]
        for option in ROOM_OPTIONS
        if option.offered is not None
    }


def list_seat_counts() -> range:
    """Return every number of seats, from the smallest to the largest of any game."""
    return range(
        min(variant.min_seats for variant in VARIANTS.values()),
        max(variant.max_seats for variant in VARIANTS.values()) + 1,
    )


def list_playable_lexicons(
    variant: Variant, offered: Iterable[Lexicon] | None = None
) -> list[Lexicon]:
    """Return the offered dictionaries for whose language this game has a tile set.

    Without ``offered``, they are loaded.
    """
    known = Lexicon.objects.offered() if offered is None else offered
    return [item for item in known if list_editions(variant, [item.language])]


def list_language_choices(lexicons: Iterable[Lexicon]) -> list[tuple[str, str]]:
    """Return the languages that at least one game can be played in, with their native names."""
    spoken = {get_main_language(item.language) for item in lexicons}
    playable = [
        language
        for language in spoken
        if any(list_editions(variant, [language]) for variant in VARIANTS.values())
    ]
    return list_own_names(playable)


def map_languages(
    lexicons: Iterable[Lexicon], editions: Iterable[str]
) -> dict[str, dict[str, str]]:
    """Return the language of every dictionary and tile set, by form field and value."""
    return {
        "lexicon": {item.slug: get_main_language(item.language) for item in lexicons},
        "edition": {
            code: get_main_language(load_tile_set(code).language) for code in editions if code
        },
    }


def list_edition_choices(lexicons: Any) -> list[tuple[str, str]]:
    """Return every tile set that fits one of these dictionaries in at least one game."""
    languages = {item.language for item in lexicons}
    found = {
        item.code: item.name
        for variant in VARIANTS.values()
        for item in list_editions(variant, languages)
    }
    return [("", str(_("Default"))), *sorted(found.items(), key=lambda pair: pair[1])]


def build_options(variant: Variant, wanted: Mapping[str, Any], seats: int) -> Options:
    """Return the game's options: the ``wanted`` ones that it offers, its defaults for the rest.

    Raises ``NotAllowedError`` for choices that exclude each other or do not fit the seats.
    """
    chosen = {
        option.name: wanted[option.name]
        for option in ROOM_OPTIONS
        if option.is_rule
        and option.offered is not None
        and wanted.get(option.name) in option.offered(variant)
    }
    options = variant.options(**chosen, clock=wanted.get("clock", NO_CLOCK))
    variant.check_options(options, seats)
    return options
