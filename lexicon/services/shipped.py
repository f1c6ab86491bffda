"""The two dictionaries every site starts with, and how a site comes by newer lists.

Where the lists come from is told by :mod:`lexicon.sources.derivation`.
"""

from dataclasses import dataclass
from pathlib import Path

from lexicon.alphabets import alphabets_of
from lexicon.lists.text import hash_text, join_words, pack_text, unpack_text
from lexicon.models import Lexicon, Revision, WordList
from lexicon.services.revisions import Author, publish_words, words_of
from lexicon.sources.derivation import DATA, read_list
from lexicon.store import graph_path, open_lexicon

AUTHOR = Author("Tileroom")
LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class Shipped:
    """``note`` is the reason given by the revision that brings the list as it is now.

    ``sha256`` is the digest of its words as :func:`lexicon.lists.text.hash_text` takes it.
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


SHIPPED = (
    Shipped(
        "en-open",
        "English (open)",
        "Broad: most words that word games know.",
        "npm package word-list 4.1.0, widened by SCOWL (sizes 10 to 70, as packaged by Debian)",
        "As shipped: the npm package word-list 4.1.0, widened by the lower-case words of SCOWL up "
        "to size 70, by EW and OK, and by words of 16 to 21 letters.",
        "9961e83d1483e4a4f3a2007d48e6d2942a73846008570eddb338e6898bfb745c",
        default=True,
    ),
    Shipped(
        "en-common",
        "English (common)",
        "Everyday: only words most people have met, in every spelling.",
        "SCOWL sizes 10 to 60, as packaged by Debian, within the npm package word-list 4.1.0",
        "As shipped: words of SCOWL up to size 60 that the npm package word-list 4.1.0 has, EW and "
        "OK, and words of 16 to 21 letters.",
        "a9c28b3b0d90b96323ec586c4451f8a19e02fcebb187ec784187486fb84b9a8a",
        default=False,
    ),
)


def load_shipped(shipped: Shipped) -> bool:
    """Have the dictionary with its shipped words and its graph; tell whether words came in.

    What editors changed since an older list came in stays as they changed it. A dictionary of
    this code that somebody else made is left alone.
    """
    lexicon = Lexicon.objects.filter(slug=shipped.slug).first() or _make(shipped)
    base = lexicon.current_revision
    before = WordList.objects.filter(sha256=lexicon.shipped).first()
    if base and (before is None or lexicon.shipped == shipped.sha256):
        _have_graph(base)
        return False
    text = join_words(word.upper() for word in read_list(shipped.path))
    digest = hash_text(text)
    words, now = set(text.split()), set(words_of(base))
    if before:
        old = set(unpack_text(before.packed).split())
        words = (now - (old - words)) | (words - old)
    # Kept whatever editors made of it: the next list is compared with it.
    WordList.objects.get_or_create(sha256=digest, defaults={"packed": pack_text(text)})

    def note_list(*_revision: Revision) -> None:
        Lexicon.objects.filter(pk=lexicon.pk).update(
            shipped=digest, source=shipped.source, licence=shipped.licence
        )

    if words == now:
        note_list()
        return False
    publish_words(lexicon, words, base=base, author=AUTHOR, note=shipped.note, also=note_list)
    return True


def _make(shipped: Shipped) -> Lexicon:
    return Lexicon.objects.create(
        slug=shipped.slug,
        name=shipped.name,
        language=LANGUAGE,
        description=shipped.description,
        default=shipped.default
        and not Lexicon.objects.filter(language=LANGUAGE, default=True).exists(),
    )


def _have_graph(revision: Revision) -> None:
    faces = alphabets_of(LANGUAGE)[0].faces
    if not graph_path(revision.sha256, faces).exists():
        open_lexicon(revision.pk, faces)
