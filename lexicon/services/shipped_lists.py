"""The two dictionaries every site starts with, and their updates.

:mod:`lexicon.sources.derivation` describes how the lists are made.
"""

from dataclasses import dataclass
from pathlib import Path

from django.utils.translation import gettext_noop as _

from lexicon.lists.word_text import hash_text, join_words, pack_text, unpack_text
from lexicon.models import Lexicon, Revision, WordList
from lexicon.services.revisions import Author, list_revision_words, publish_words
from lexicon.sources.derivation import DATA, read_list
from lexicon.store import compile_words, graph_path, open_lexicon
from lexicon.terms.alphabets import list_language_alphabets

AUTHOR = Author("Tileroom")
LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class ShippedList:
    """A word list that comes with the program.

    Pages show ``description`` in the reader's language. ``note`` is the reason shown for the
    revision that loads it. ``sha256`` is the digest of its words by
    :func:`lexicon.lists.word_text.hash_text`.
    """

    slug: str
    name: str
    description: str
    source: str
    note: str
    sha256: str
    default: bool

    @property
    def licence(self) -> str:
        return (DATA / f"{self.slug}.licence.txt").read_text(encoding="utf-8")

    @property
    def path(self) -> Path:
        return DATA / f"{self.slug}.txt.gz"


SHIPPED_LISTS = (
    ShippedList(
        "en-open",
        "English (open)",
        _("Broad: most words that word games know."),
        "npm package word-list 4.1.0, widened by SCOWL (sizes 10 to 70, as packaged by Debian)",
        "As shipped: the npm package word-list 4.1.0, widened by the lower-case words of SCOWL up "
        "to size 70, by EW and OK, and by words of 16 to 21 letters.",
        "9961e83d1483e4a4f3a2007d48e6d2942a73846008570eddb338e6898bfb745c",
        default=True,
    ),
    ShippedList(
        "en-common",
        "English (common)",
        _("Everyday: only words most people have met, in every spelling."),
        "SCOWL sizes 10 to 60, as packaged by Debian, within the npm package word-list 4.1.0",
        "As shipped: words of SCOWL up to size 60 that the npm package word-list 4.1.0 has, EW and "
        "OK, and words of 16 to 21 letters.",
        "a9c28b3b0d90b96323ec586c4451f8a19e02fcebb187ec784187486fb84b9a8a",
        default=False,
    ),
)


def load_shipped(shipped: ShippedList, *, compiling: bool = True) -> bool:
    """Create or update a shipped dictionary and its word graph. Returns whether words changed.

    Without ``compiling``, the words are loaded and the graph is left to a later call.

    This is a three-way merge: changes by editors since the last shipped list are kept. A dictionary
    with the same code that was not shipped is left alone.
    """
    lexicon = Lexicon.objects.filter(slug=shipped.slug).first() or _make(shipped)
    base = lexicon.current_revision
    before = WordList.objects.filter(sha256=lexicon.shipped).first()
    if base and (before is None or lexicon.shipped == shipped.sha256):
        if compiling:
            _have_graph(base)
        return False
    text = join_words(word.upper() for word in read_list(shipped.path))
    digest = hash_text(text)
    words, now = set(text.split()), set(list_revision_words(base))
    if before:
        old = set(unpack_text(before.packed).split())
        # Remove what the new list dropped and add what it gained; the rest is the editors'.
        words = (now - (old - words)) | (words - old)
    # Store the list as shipped, without the editors' changes: the next merge needs it.
    WordList.objects.get_or_create(sha256=digest, defaults={"packed": pack_text(text)})

    def note_list(*_revision: Revision) -> None:
        Lexicon.objects.filter(pk=lexicon.pk).update(
            shipped=digest, source=shipped.source, licence=shipped.licence
        )

    if words == now:
        note_list()
        return False
    publish_words(
        lexicon,
        words,
        base=base,
        author=AUTHOR,
        note=shipped.note,
        also=note_list,
        compiling=compiling,
    )
    return True


def compile_shipped(shipped: ShippedList) -> bool:
    """Build the word graph of a shipped dictionary without asking the database.

    Returns whether it was missing.
    """
    faces = list_language_alphabets(LANGUAGE)[0].faces
    if graph_path(shipped.sha256, faces).exists():
        return False
    text = join_words(word.upper() for word in read_list(shipped.path))
    compile_words(text, shipped.sha256, faces, lambda _done, _total: None)
    return True


def _make(shipped: ShippedList) -> Lexicon:
    return Lexicon.objects.create(
        slug=shipped.slug,
        name=shipped.name,
        language=LANGUAGE,
        description=shipped.description,
        default=shipped.default
        and not Lexicon.objects.filter(language=LANGUAGE, default=True).exists(),
    )


def _have_graph(revision: Revision) -> None:
    faces = list_language_alphabets(LANGUAGE)[0].faces
    if not graph_path(revision.sha256, faces).exists():
        open_lexicon(revision.pk, faces)
