"""Creates the examiner of a dictionary, using its current words and the language's standard
tiles.
"""

from games.study.services.questions import Examiner
from lexicon.models import Lexicon
from lexicon.store import open_lexicon
from lexicon.terms.alphabets import list_language_alphabets
from lexicon.terms.bags import list_bags
from scrabble_site.shared.refusals import Conflict


def get_examiner(lexicon: Lexicon) -> Examiner:
    """Return the examiner of a dictionary. Raises ``Conflict`` if it has no words."""
    if lexicon.current_revision_id is None:
        raise Conflict("room.lexicon_empty")
    faces = list_language_alphabets(lexicon.language)[0].faces
    graph = open_lexicon(lexicon.current_revision_id, faces)
    return Examiner(graph, list_bags(lexicon.language)[0].over(graph.alphabet))
