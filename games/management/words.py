"""Words for commands: a list that is shipped, or a dictionary of this site."""

from django.core.management.base import CommandError

from games.engine.wordlists import list_path, open_shipped
from games.rules.tiles import load_tile_set
from lexicon.graph.wordgraph import WordGraph
from lexicon.models import Lexicon
from lexicon.store import open_lexicon

WORDS_HELP = "a shipped word list, or a dictionary's code"


def open_words(code: str, tile_set: str) -> WordGraph:
    """The graph of a shipped list or of a dictionary's newest revision, over a set's tiles."""
    if list_path(code).exists():
        return open_shipped(code, tile_set)
    found = Lexicon.objects.filter(slug=code, current_revision__isnull=False).first()
    if found is None or found.current_revision_id is None:
        raise CommandError(f"no shipped list and no dictionary is called {code!r}")
    return open_lexicon(found.current_revision_id, load_tile_set(tile_set).faces)
