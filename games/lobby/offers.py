"""What each game lets choose in a room's form: seats, dictionaries, tile sets, options; and what
there is in which language."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.play.models.rooms import RACKS_POLICIES
from games.rules.clock import NO_CLOCK
from games.rules.editions import editions_for
from games.rules.tiles import load_tile_set
from games.rules.variants import VARIANTS, Options, Variant
from lexicon.alphabets import main_language
from lexicon.choice import sort_by_own_name
from lexicon.models import Lexicon

SWITCH = ["on", ""]
"""What a switch may say."""


def offers(variant: Variant) -> dict[str, list[str]]:
    """What a game lets choose, field by field, as the form's values. One value is no choice."""
    lexicons = playable_lexicons(variant)
    editions = editions_for(variant, [item.language for item in lexicons])
    return {
        "seats": [str(n) for n in variant.seat_numbers],
        "teams": SWITCH if variant.team_size > 1 else [""],
        "late_members": SWITCH if variant.team_size > 1 else [""],
        "lexicon": [item.slug for item in lexicons],
        "edition": ["", *[item.code for item in editions]] if len(editions) > 1 else [""],
        "racks": list(RACKS_POLICIES),
    } | {name: [str(value) for value in offer] for name, offer in _offered(variant).items()}


def seat_numbers() -> range:
    """Every number of seats some game is for."""
    return range(
        min(variant.min_seats for variant in VARIANTS.values()),
        max(variant.max_seats for variant in VARIANTS.values()) + 1,
    )


def exchange_choices() -> list[tuple[int, str]]:
    """The tiles the bag must hold for an exchange, in any of the games."""
    found = {n: None for variant in VARIANTS.values() for n in variant.exchange_minimums}
    text = "%(n)s tile in the bag", "%(n)s tiles in the bag"
    return [(n, ngettext(*text, n) % {"n": n}) for n in found]


def end_choices() -> list[tuple[str, str]]:
    """The rules that end a game before its tiles do, with their numbers where one can choose."""
    found: dict[str, set[int]] = {"passes": set(), "scoreless": set()}
    for variant in VARIANTS.values():
        for rule, turns in variant.end_rules.items():
            found[rule] |= {turns} if len(variant.end_rules) > 1 else set()
    return [(rule, _end_label(rule, sorted(turns))) for rule, turns in found.items() if turns]


def _end_label(rule: str, turns: Sequence[int]) -> str:
    if rule == "passes":
        text = ngettext(
            "%(n)s pass in a row by everyone", "%(n)s passes in a row by everyone", turns[-1]
        )
    else:
        text = ngettext(
            "%(n)s scoreless turn in a row by everyone",
            "%(n)s scoreless turns in a row by everyone",
            turns[-1],
        )
    return text % {"n": "/".join(map(str, turns))}


def playable_lexicons(variant: Variant) -> list[Lexicon]:
    """The dictionaries on offer in whose language there are tiles for this game."""
    return [item for item in Lexicon.objects.offered() if editions_for(variant, [item.language])]


def language_choices(lexicons: Iterable[Lexicon]) -> list[tuple[str, str]]:
    """The languages some game can be played in, by what they call themselves."""
    spoken = {main_language(item.language) for item in lexicons}
    playable = [
        language
        for language in spoken
        if any(editions_for(variant, [language]) for variant in VARIANTS.values())
    ]
    return sort_by_own_name(playable)


def spoken_by(lexicons: Iterable[Lexicon], editions: Iterable[str]) -> dict[str, dict[str, str]]:
    """The language of every dictionary and of every tile set, by the fields that choose them."""
    return {
        "lexicon": {item.slug: main_language(item.language) for item in lexicons},
        "edition": {code: main_language(load_tile_set(code).language) for code in editions if code},
    }


def edition_choices(lexicons: Any) -> list[tuple[str, str]]:
    """Every tile set that goes with one of these dictionaries in one of the games."""
    languages = {item.language for item in lexicons}
    found = {
        item.code: item.name
        for variant in VARIANTS.values()
        for item in editions_for(variant, languages)
    }
    return [("", str(_("The usual one"))), *sorted(found.items(), key=lambda pair: pair[1])]


def settle_options(variant: Variant, wanted: Mapping[str, Any], seats: int) -> Options:
    """The options among ``wanted`` that this game offers, its own defaults for the rest.

    Raises ``UnlawfulError`` for a choice that does not go with another or with so many seats.
    """
    offered = _offered(variant)
    chosen = {name: wanted[name] for name, offer in offered.items() if wanted.get(name) in offer}
    options = variant.options(**chosen, clock=wanted.get("clock", NO_CLOCK))
    variant.check_options(options, seats)
    return options


def _offered(variant: Variant) -> dict[str, Any]:
    """The choices of every option of a room, the game's own default first."""
    return {
        "challenge": variant.challenge_rules,
        "end_rule": variant.end_rules,
        "adjustment": variant.settlements,
        "exchange_minimum": variant.exchange_minimums,
        "placement": variant.placements,
    }
