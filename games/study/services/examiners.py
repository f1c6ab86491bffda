"""Who asks in a dictionary: its words in force, in the plain edition's tiles."""

from games.common.refusals import Conflict
from games.study.questions import Examiner
from lexicon.alphabets import alphabets_of
from lexicon.bags import list_bags
from lexicon.models import Lexicon
from lexicon.store import open_lexicon


def examiner_of(lexicon: Lexicon) -> Examiner:
    """Raises ``Conflict`` for a dictionary without words."""
    if lexicon.current_revision_id is None:
        raise Conflict("room.lexicon_empty")
    faces = alphabets_of(lexicon.language)[0].faces
    graph = open_lexicon(lexicon.current_revision_id, faces)
    return Examiner(graph, list_bags(lexicon.language)[0].over(graph.alphabet))
