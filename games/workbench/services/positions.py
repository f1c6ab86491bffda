"""A position with its dictionary, and the address that holds both.

    /analyse/?v=1&dict=en-open.1&game=scrabble&tiles=en&board=...&rack=AEINRST

``v`` is the version of the form; ``dict`` a dictionary's code and the number of its revision; the
rest is said in :mod:`games.rules.setup_text`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from games.common.refusals import Unsuitable
from games.rules.editions import editions_for
from games.rules.game import GameState
from games.rules.setup_text import FIELDS, read_setup, write_setup
from games.rules.setups import Setup, empty_setup, setup_of
from games.rules.tiles import TileSet
from games.rules.variants import VARIANTS
from lexicon.alphabets import main_language
from lexicon.choice import choose_lexicon
from lexicon.graph.wordgraph import WordGraph
from lexicon.models import Lexicon, Revision
from lexicon.numbers import read_small
from lexicon.store import open_lexicon

VERSION = "1"
NAMES = ("v", "dict", *FIELDS)
"""All texts of an address, in its order."""

PLAIN = "/,.?-:"
"""Signs that an address may hold as they are: it stays readable."""


@dataclass(frozen=True, slots=True)
class Position:
    setup: Setup
    revision: Revision

    def words(self) -> WordGraph:
        """The dictionary over the tiles of this position."""
        return open_lexicon(self.revision.pk, self.setup.tile_set.faces)


def address_of(state: GameState, seat: int, revision: Revision | None) -> str:
    """The analysis board with what ``seat`` sees in a state, as if it were to move. Without a
    dictionary the usual one of the language is meant."""
    return write_address(setup_of(state, seat), revision)


def write_address(setup: Setup, revision: Revision | None) -> str:
    query = urlencode(write_query(setup, revision), safe=PLAIN)
    return f"{reverse('games:analyse')}?{query}"


def write_query(setup: Setup, revision: Revision | None) -> dict[str, str]:
    """The texts of an address by name, those with their usual value left out, and a dictionary that
    is not shown to everybody."""
    shown = revision is not None and not revision.lexicon.hidden
    book = f"{revision.lexicon.slug}.{revision.number}" if revision and shown else ""
    return {"v": VERSION, **({"dict": book} if book else {}), **write_setup(setup)}


def usual_position(languages: Sequence[str]) -> Position:
    """An empty board of the first game, in a language that somebody asks for, if there is a
    dictionary in it. Raises ``Unsuitable`` where there is none at all."""
    variant = next(iter(VARIANTS.values()))
    offered = Lexicon.objects.offered().select_related("current_revision__lexicon")
    fitting = [one for one in offered if editions_for(variant, [one.language])]
    chosen = choose_lexicon(fitting, languages)
    if chosen is None or chosen.current_revision is None:
        raise Unsuitable("setup.no_dict")
    tile_set = editions_for(variant, [chosen.language])[0]
    return Position(empty_setup(variant.id, tile_set.code), chosen.current_revision)


def read_position(told: Mapping[str, str]) -> Position:
    """Raises ``Unsuitable`` or a rules' error, of which each says what cannot be read."""
    if told.get("v", "") not in ("", VERSION):
        raise Unsuitable("setup.version")
    setup = read_setup(told)
    return Position(setup, _find_revision(told.get("dict", "").strip(), setup.tile_set))


def _find_revision(said: str, tile_set: TileSet) -> Revision:
    if not said:
        return _usual_revision(tile_set)
    slug, _point, number = said[:80].rpartition(".")
    found = Revision.objects.select_related("lexicon").filter(
        lexicon__slug=slug, lexicon__hidden=False, number=read_small(number) or 0
    )
    revision = found.first()
    if revision is None or not _fits(revision.lexicon, tile_set):
        raise Unsuitable("setup.dict", said=said[:40])
    return revision


def _usual_revision(tile_set: TileSet) -> Revision:
    offered = Lexicon.objects.offered().select_related("current_revision__lexicon")
    chosen = choose_lexicon([each for each in offered if _fits(each, tile_set)])
    if chosen is None or chosen.current_revision is None:
        raise Unsuitable("setup.no_dict")
    return chosen.current_revision


def _fits(lexicon: Lexicon, tile_set: TileSet) -> bool:
    return main_language(lexicon.language) == main_language(tile_set.language)
