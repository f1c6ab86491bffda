"""Services: the only code that writes dictionaries. Each public function is one atomic change.

- ``revisions``: changes of words, and rollbacks
- ``disputes``: players' disputes of words
- ``definitions``: the meanings of words
- ``list_import``: import of a word list in one call
- ``package_install``: a language's dictionary from its Debian package
- ``import_jobs`` and ``import_worker``: imports in the admin, with a check and a confirmation
- ``shipped_lists``: the dictionaries every site starts with
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
