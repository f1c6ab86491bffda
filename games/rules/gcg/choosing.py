"""With which tiles, and as which game, a record was played: what it says, else what is assumed.

Nothing is ever tried out: a set is chosen by the record's headers and letters alone, so that a
wrong figure stays a slip and a tile too many stays a fault. What was not said in so many words is
told as an assumption.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.rules.errors import RuleError
from games.rules.gcg.played import letters_of
from games.rules.gcg.pragmas import OPTIONS, infer_options, read_options
from games.rules.gcg.records import EntryKind, Record
from games.rules.options import Options
from games.rules.tiles import TileSet, load_tile_set, tile_set_codes
from games.rules.variants import VARIANTS, Variant, get_variant

USUAL = "scrabble"
TILE_HEADERS = ("tile-set", "tileset", "tile-distribution", "letter-distribution")
GAME_HEADERS = ("variant", "board-layout", "game-board")

LEXICON_LANGUAGES = (
    (r"csw|nwl|owl|otcwl|twl|ospd|sowpods|collins|ecwl|cel", "en"),
    (r"osps", "pl"),
    (r"rd\d", "de"),
    (r"fra\d|ods", "fr"),
    (r"fise|file\d", "es"),
    (r"disc", "ca"),
    (r"nsf", "no"),
)
"""How the names of word lists begin that programs put in the header "lexicon"."""


SENTENCES = {
    "options": "the options it names are not offered: those of tournaments",
    "tiles_unknown": "no tile set is called {!r}",
    "game_unknown": "no game is called {!r}: " + USUAL,
    "tiles_of_lexicon": "tile set {}: the usual one for its lexicon, {}",
    "tiles_usual": "tile set {}: the usual one, as the record names none",
    "tiles_of_letters": "tile set {}: the record names none, and this one has its letters",
}


@dataclass(frozen=True, slots=True)
class Note:
    """Something that is assumed, since the record does not say it itself, and of what."""

    code: str
    about: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return SENTENCES[self.code].format(*self.about)


@dataclass(frozen=True, slots=True)
class Choice:
    """``said``: the record names its tile set, or it was asked for."""

    variant: Variant
    tile_set: TileSet
    options: Options
    notes: tuple[Note, ...]
    said: bool = True

    @property
    def assumed(self) -> tuple[str, ...]:
        """The notes in sentences."""
        return tuple(note.text for note in self.notes)


def choose_tiles(record: Record, tile_set: str | None = None) -> Choice:
    """Raises UnlawfulError "tile_set.unknown" for a ``tile_set`` asked for that there is not."""
    variant, notes = _choose_variant(record)
    options, more = _choose_options(record, variant)
    notes += more
    if tile_set:
        return Choice(variant, load_tile_set(tile_set), options, tuple(notes))
    for name in TILE_HEADERS:
        if said := record.header(name):
            if found := _named(said, variant):
                return Choice(variant, found, options, tuple(notes))
            notes.append(Note("tiles_unknown", (said[:40],)))
    found, why = _assume(record, variant)
    return Choice(variant, found, options, (*notes, why), said=False)


def _choose_options(record: Record, variant: Variant) -> tuple[Options, list[Note]]:
    seats = max(variant.min_seats, len(record.players))
    if told := read_options(record, variant, seats):
        return told, []
    odd = [Note("options")] if record.header(OPTIONS) else []
    return infer_options(record, variant, seats), odd


def _choose_variant(record: Record) -> tuple[Variant, list[Note]]:
    said = [value for name in GAME_HEADERS if (value := record.header(name))]
    for value in said:
        if value.lower() in VARIANTS:
            return get_variant(value.lower()), []
        if "super" in value.lower():
            return get_variant("super"), []
    known = {"", "classic", "crosswordgame", "standard"}
    odd = [value for value in said if value.lower() not in known]
    return get_variant(USUAL), [Note("game_unknown", (value[:40],)) for value in odd]


def _named(said: str, variant: Variant) -> TileSet | None:
    """The set of that code, or of that name or language in the variant's family."""
    wanted = said.strip().casefold().replace("_", "-")
    sets = [load_tile_set(code) for code in _usual_first(variant)]
    for one in sets:
        if wanted == one.code.casefold():
            return one
    for one in sets:
        if wanted in (one.name.casefold(), one.language.casefold()):
            return one
    return None


def _assume(record: Record, variant: Variant) -> tuple[TileSet, Note]:
    lexicon = record.header("lexicon")
    language = _language_of(lexicon)
    sets = [load_tile_set(code) for code in _usual_first(variant)]
    fitting = [one for one in sets if _lays_all(record, one)]
    spoken = [one for one in fitting if one.language == language]
    if spoken:
        return spoken[0], Note("tiles_of_lexicon", (spoken[0].code, lexicon[:40]))
    usual = load_tile_set(variant.tile_set)
    if usual in fitting or not fitting:
        return usual, Note("tiles_usual", (usual.code,))
    return fitting[0], Note("tiles_of_letters", (fitting[0].code,))


def _language_of(lexicon: str) -> str:
    for beginning, language in LEXICON_LANGUAGES:
        if re.match(beginning, lexicon.strip(), re.IGNORECASE):
            return language
    return ""


def _usual_first(variant: Variant) -> list[str]:
    usual = variant.tile_set
    return sorted(tile_set_codes(), key=lambda code: (code != usual, "-" in code, code))


def _lays_all(record: Record, tile_set: TileSet) -> bool:
    """Whether the set has every letter that was played."""
    try:
        for entry in record.entries:
            if entry.kind is EntryKind.PLAY:
                letters_of(entry.tiles, tile_set)
    except RuleError:
        return False
    return True
