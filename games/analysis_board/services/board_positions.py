"""A position with its dictionary, and the URL that holds both.

    /analyse/?v=1&dict=en-open.1&game=scrabble&tiles=en&board=...&rack=AEINRST

``v`` is the version of the format, and ``dict`` a dictionary's code and revision number. The other
parameters are described in :mod:`games.rules.positions.setup_text`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from games.rules.equipment.tiles import TileSet
from games.rules.flow.game import GameState
from games.rules.positions.editions import list_editions
from games.rules.positions.setup_text import SETUP_FIELDS, read_setup, write_setup
from games.rules.positions.setups import Setup, make_empty_setup, make_setup
from games.rules.positions.variants import VARIANTS
from lexicon.graph.wordgraph import WordGraph
from lexicon.models import Lexicon, Revision
from lexicon.perspective.default_lexicon import choose_lexicon
from lexicon.store import open_lexicon
from lexicon.terms.alphabets import get_main_language
from scrabble_site.shared.numbers import parse_small_number
from scrabble_site.shared.refusals import InvalidRequest

ADDRESS_VERSION = "1"
ADDRESS_FIELDS = ("v", "dict", *SETUP_FIELDS)
"""All parameters of the URL, in order."""

UNESCAPED_CHARACTERS = "/,.?-:"
"""Characters that are not percent-encoded, to keep the URL readable."""


@dataclass(frozen=True, slots=True)
class BoardPosition:
    setup: Setup
    revision: Revision

    def words(self) -> WordGraph:
        """Open the dictionary for the tiles of this position."""
        return open_lexicon(self.revision.pk, self.setup.tile_set.faces)


def build_board_url(state: GameState, seat: int, revision: Revision | None) -> str:
    """Return the URL of the board with what ``seat`` sees in a state, as if it were that seat's
    turn.

    Without a ``revision``, the board uses the default dictionary of the language.
    """
    return build_position_url(make_setup(state, seat), revision)


def build_position_url(setup: Setup, revision: Revision | None) -> str:
    query = urlencode(build_query(setup, revision), safe=UNESCAPED_CHARACTERS)
    return f"{reverse('games:analysis_board')}?{query}"


def build_query(setup: Setup, revision: Revision | None) -> dict[str, str]:
    """Return the URL's parameters.

    Defaults are omitted, and so is a dictionary that is not public.
    """
    is_public = revision is not None and not revision.lexicon.hidden
    book = f"{revision.lexicon.slug}.{revision.number}" if revision and is_public else ""
    return {"v": ADDRESS_VERSION, **({"dict": book} if book else {}), **write_setup(setup)}


def get_default_position(languages: Sequence[str]) -> BoardPosition:
    """Return an empty board of the first game, preferably in one of these languages.

    Raises ``InvalidRequest`` if no dictionary is installed.
    """
    variant = next(iter(VARIANTS.values()))
    offered = Lexicon.objects.offered().select_related("current_revision__lexicon")
    fitting = [lexicon for lexicon in offered if list_editions(variant, [lexicon.language])]
    chosen = choose_lexicon(fitting, languages)
    if chosen is None or chosen.current_revision is None:
        raise InvalidRequest("setup.no_dict")
    tile_set = list_editions(variant, [chosen.language])[0]
    return BoardPosition(make_empty_setup(variant.id, tile_set.code), chosen.current_revision)


def parse_position(fields: Mapping[str, str]) -> BoardPosition:
    """Read a position from URL parameters.

    Raises ``InvalidRequest`` or a rule error with the cause.
    """
    if fields.get("v", "") not in ("", ADDRESS_VERSION):
        raise InvalidRequest("setup.version")
    setup = read_setup(fields)
    return BoardPosition(setup, _find_revision(fields.get("dict", "").strip(), setup.tile_set))


def _find_revision(text: str, tile_set: TileSet) -> Revision:
    if not text:
        return _get_default_revision(tile_set)
    # Cut off, because the text comes from a URL and may be of any length.
    slug, _point, number = text[:80].rpartition(".")
    found = Revision.objects.select_related("lexicon").filter(
        lexicon__slug=slug, lexicon__hidden=False, number=parse_small_number(number) or 0
    )
    revision = found.first()
    if revision is None or not _suits_tile_set(revision.lexicon, tile_set):
        raise InvalidRequest("setup.dict", said=text[:40])
    return revision


def _get_default_revision(tile_set: TileSet) -> Revision:
    offered = Lexicon.objects.offered().select_related("current_revision__lexicon")
    chosen = choose_lexicon([each for each in offered if _suits_tile_set(each, tile_set)])
    if chosen is None or chosen.current_revision is None:
        raise InvalidRequest("setup.no_dict")
    return chosen.current_revision


def _suits_tile_set(lexicon: Lexicon, tile_set: TileSet) -> bool:
    return get_main_language(lexicon.language) == get_main_language(tile_set.language)
