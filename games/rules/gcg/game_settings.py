"""Detect the variant, tile set and options of a record: what it states, otherwise what is assumed.

The tile set is chosen by the record's headers and letters alone and never by trying which one
replays best. Otherwise a wrong figure would select another set instead of being reported.
Everything that is not stated explicitly is reported as an assumption.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.rules.equipment.errors import RuleError
from games.rules.equipment.tiles import TileSet, load_tile_set, tile_set_codes
from games.rules.gcg.play_notation import list_named_letters
from games.rules.gcg.pragmas import OPTIONS, infer_options, read_options
from games.rules.gcg.records import EntryKind, GcgRecord
from games.rules.positions.options import Options
from games.rules.positions.variants import VARIANTS, Variant, get_variant

DEFAULT_VARIANT = "scrabble"
TILE_HEADERS = ("tile-set", "tileset", "tile-distribution", "letter-distribution")
VARIANT_HEADERS = ("variant", "board-layout", "game-board")

LEXICON_LANGUAGES = (
    (r"csw|nwl|owl|otcwl|twl|ospd|sowpods|collins|ecwl|cel", "en"),
    (r"osps", "pl"),
    (r"rd\d", "de"),
    (r"fra\d|ods", "fr"),
    (r"fise|file\d", "es"),
    (r"disc", "ca"),
    (r"nsf", "no"),
)
"""Patterns for the beginnings of word list names that programs write in the header "lexicon"."""


SENTENCES = {
    "options": "its options are not supported; assuming tournament options",
    "tiles_unknown": "no tile set is called {!r}",
    "game_unknown": "no game is called {!r}; assuming " + DEFAULT_VARIANT,
    "tiles_of_lexicon": "tile set {}: the default for its lexicon, {}",
    "tiles_usual": "tile set {}: the default, as the record names none",
    "tiles_of_letters": "tile set {}: the record names none; this one has its letters",
}


@dataclass(frozen=True, slots=True)
class Assumption:
    """An assumption about something the record does not state; ``about`` fills in its sentence."""

    code: str
    about: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return SENTENCES[self.code].format(*self.about)


@dataclass(frozen=True, slots=True)
class RecordedSettings:
    """The settings of a record; ``is_stated`` if its tile set was stated or requested."""

    variant: Variant
    tile_set: TileSet
    options: Options
    notes: tuple[Assumption, ...]
    is_stated: bool = True

    @property
    def assumed(self) -> tuple[str, ...]:
        """The assumptions as sentences."""
        return tuple(note.text for note in self.notes)


def detect_settings(record: GcgRecord, tile_set: str | None = None) -> RecordedSettings:
    """Detect the settings of a record; ``tile_set`` overrides the record.

    Raises NotAllowedError "tile_set.unknown" if there is no such tile set.
    """
    variant, notes = _choose_variant(record)
    options, more = _choose_options(record, variant)
    notes += more
    if tile_set:
        return RecordedSettings(variant, load_tile_set(tile_set), options, tuple(notes))
    for name in TILE_HEADERS:
        if value := record.header(name):
            if found := _find_tile_set(value, variant):
                return RecordedSettings(variant, found, options, tuple(notes))
            notes.append(Assumption("tiles_unknown", (value[:40],)))
    found, why = _assume(record, variant)
    return RecordedSettings(variant, found, options, (*notes, why), is_stated=False)


def _choose_options(record: GcgRecord, variant: Variant) -> tuple[Options, list[Assumption]]:
    seats = max(variant.min_seats, len(record.players))
    if stated := read_options(record, variant, seats):
        return stated, []
    odd = [Assumption("options")] if record.header(OPTIONS) else []
    return infer_options(record, variant, seats), odd


def _choose_variant(record: GcgRecord) -> tuple[Variant, list[Assumption]]:
    values = [value for name in VARIANT_HEADERS if (value := record.header(name))]
    for value in values:
        if value.lower() in VARIANTS:
            return get_variant(value.lower()), []
        if "super" in value.lower():
            return get_variant("super"), []
    known = {"", "classic", "crosswordgame", "standard"}
    odd = [value for value in values if value.lower() not in known]
    return get_variant(DEFAULT_VARIANT), [
        Assumption("game_unknown", (value[:40],)) for value in odd
    ]


def _find_tile_set(name: str, variant: Variant) -> TileSet | None:
    """Return the set with that code, or else with that name or language."""
    wanted = name.strip().casefold().replace("_", "-")
    sets = [load_tile_set(code) for code in _usual_first(variant)]
    for tile_set in sets:
        if wanted == tile_set.code.casefold():
            return tile_set
    for tile_set in sets:
        if wanted in (tile_set.name.casefold(), tile_set.language.casefold()):
            return tile_set
    return None


def _assume(record: GcgRecord, variant: Variant) -> tuple[TileSet, Assumption]:
    lexicon = record.header("lexicon")
    language = _language_of(lexicon)
    sets = [load_tile_set(code) for code in _usual_first(variant)]
    fitting = [tile_set for tile_set in sets if _lays_all(record, tile_set)]
    spoken = [tile_set for tile_set in fitting if tile_set.language == language]
    if spoken:
        return spoken[0], Assumption("tiles_of_lexicon", (spoken[0].code, lexicon[:40]))
    usual = load_tile_set(variant.tile_set)
    if usual in fitting or not fitting:
        return usual, Assumption("tiles_usual", (usual.code,))
    return fitting[0], Assumption("tiles_of_letters", (fitting[0].code,))


def _language_of(lexicon: str) -> str:
    for beginning, language in LEXICON_LANGUAGES:
        if re.match(beginning, lexicon.strip(), re.IGNORECASE):
            return language
    return ""


def _usual_first(variant: Variant) -> list[str]:
    usual = variant.tile_set
    return sorted(tile_set_codes(), key=lambda code: (code != usual, "-" in code, code))


def _lays_all(record: GcgRecord, tile_set: TileSet) -> bool:
    """Return whether the set has every letter that was played."""
    try:
        for entry in record.entries:
            if entry.kind is EntryKind.PLAY:
                list_named_letters(entry.tiles, tile_set)
    except RuleError:
        return False
    return True
