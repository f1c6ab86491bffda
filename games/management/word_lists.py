"""Word graphs for commands, from a shipped list or a dictionary of this site."""

from django.core.management.base import CommandError

from games.engine.shipped_graphs import get_list_path, open_shipped_graph
from games.rules.equipment.tiles import load_tile_set
from lexicon.graph.wordgraph import WordGraph
from lexicon.models import Lexicon
from lexicon.store import open_lexicon

WORDS_HELP = "a shipped word list or a dictionary's code"


def open_word_graph(code: str, tile_set: str) -> WordGraph:
    """Open the graph of a shipped list, or of a dictionary's current revision, for a tile set.

    Raises ``CommandError`` if there is neither.
    """
    if get_list_path(code).exists():
        return open_shipped_graph(code, tile_set)
    found = Lexicon.objects.filter(slug=code, current_revision__isnull=False).first()
    if found is None or found.current_revision_id is None:
        raise CommandError(f"No shipped list or dictionary is called {code!r}.")
    return open_lexicon(found.current_revision_id, load_tile_set(tile_set).faces)
