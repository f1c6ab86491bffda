"""The only writer of dictionaries: each public function is one change, whole or not at all.

``revisions``: words in and out, going back; ``disputes``: players' doubts; ``definitions``: what
words mean; ``importing``: a list in one call; ``installing``: a language from its package; ``jobs``
and ``job_work``: uploaded lists on their way; ``shipped``: the dictionaries every site starts with.
"""

from lexicon.services.definitions import find_definitions, save_definitions
from lexicon.services.disputes import answer_dispute, open_dispute
from lexicon.services.revisions import Author, change_words, publish_words, roll_back

__all__ = [
    "Author",
    "answer_dispute",
    "change_words",
    "find_definitions",
    "open_dispute",
    "publish_words",
    "roll_back",
    "save_definitions",
]
