"""The two dictionaries every site starts with.

Where they come from is told by :mod:`lexicon.sources.derivation`.
"""

from dataclasses import dataclass

from lexicon.alphabets import alphabets_of
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from lexicon.sources.derivation import DATA, read_list
from lexicon.store import graph_path, open_lexicon


@dataclass(frozen=True, slots=True)
class Shipped:
    slug: str
    name: str
    description: str
    source: str
    default: bool


SHIPPED = (
    Shipped(
        "en-open",
        "English (open)",
        "Broad: most words that word games know, 2 to 15 letters.",
        "npm package word-list 4.1.0",
        default=True,
    ),
    Shipped(
        "en-common",
        "English (common)",
        "Everyday: only words most people have met, in every spelling.",
        "SCOWL sizes 10 to 60, as packaged by Debian, within English (open)",
        default=False,
    ),
)


def load_shipped(shipped: Shipped) -> bool:
    """Make sure the dictionary has words and its graph is compiled; tell whether words came in.

    A dictionary that was edited since is left as it is.
    """
    lexicon, _made = Lexicon.objects.get_or_create(
        slug=shipped.slug, defaults=_describe(shipped)
    )  # fmt: skip
    if lexicon.current_revision_id is not None:
        faces = alphabets_of(lexicon.language)[0].faces
        revision = lexicon.current_revision
        if revision and not graph_path(revision.sha256, faces).exists():
            open_lexicon(revision.pk, faces)
        return False
    words = [word.upper() for word in read_list(DATA / f"{shipped.slug}.txt.gz")]
    publish_words(lexicon, words, base=None, author=Author("Tileroom"), note="As shipped.")
    return True


def _describe(shipped: Shipped) -> dict[str, object]:
    rival = Lexicon.objects.filter(language="en", default=True).exists()
    return {
        "name": shipped.name,
        "language": "en",
        "description": shipped.description,
        "licence": (DATA / f"{shipped.slug}.licence.txt").read_text(encoding="utf-8"),
        "source": shipped.source,
        "default": shipped.default and not rival,
    }
