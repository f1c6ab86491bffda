"""Word graphs of the shipped word lists, for commands and benchmarks that run without a database.

Games use the graphs of :mod:`lexicon.store` instead.
"""

import gzip
import hashlib
import unicodedata
from pathlib import Path

from games.rules.equipment.tiles import load_tile_set
from lexicon.graph import jit
from lexicon.graph.build import build_graph
from lexicon.graph.wordgraph import MAGIC, WordGraph

DATA = jit.BASE_DIR / "lexicon" / "data"


def get_list_path(slug: str) -> Path:
    return DATA / f"{slug}.txt.gz"


def read_shipped_words(slug: str) -> list[str]:
    """Return the words of a shipped list in upper case."""
    with gzip.open(get_list_path(slug), "rt", encoding="utf-8") as file:
        return [unicodedata.normalize("NFC", line.strip()).upper() for line in file]


def open_shipped_graph(slug: str, tile_set_code: str) -> WordGraph:
    """Open the graph of a shipped list; it is built on first use and kept beside the compiled
    kernels."""
    tile_set = load_tile_set(tile_set_code)
    named = "|".join((*tile_set.faces, *tile_set.whole)).encode()
    digest = hashlib.sha256(MAGIC + named + get_list_path(slug).read_bytes())
    name = f"{slug}-{digest.hexdigest()[:16]}.graph"
    path = jit.cache_root() / "words" / name
    if not path.exists():
        build_graph(read_shipped_words(slug), tile_set.faces, path, whole=tile_set.whole)
    return WordGraph.open(path)
