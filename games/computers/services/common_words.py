"""The list of everyday words that the easy computer players know."""

from lexicon.graph.wordgraph import WordGraph
from lexicon.models import Lexicon
from lexicon.store import open_lexicon

COMMON_WORDS_LIST = "en-common"


def load_common_words(lexicon: Lexicon, faces: tuple[str, ...]) -> WordGraph | None:
    """Return a list of well-known words for the easy levels. It exists only for English."""
    if lexicon.language.split("-")[0] != "en":
        return None
    common = Lexicon.objects.filter(slug=COMMON_WORDS_LIST).first()
    if common is None or common.current_revision_id is None:
        return None
    return open_lexicon(common.current_revision_id, faces)
