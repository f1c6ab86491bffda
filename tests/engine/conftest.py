"""Words and compiled kernels for the engine's tests."""

from pathlib import Path
from random import Random

import pytest

from games.engine.kernel_warmup import compile_kernels
from games.engine.shipped_graphs import open_shipped_graph, read_shipped_words
from games.rules.equipment.tiles import load_tile_set
from lexicon.graph import jit
from lexicon.graph.build import build_graph
from lexicon.graph.wordgraph import WordGraph
from lexicon.lists.frequencies import WordFrequencies, load_word_frequencies
from lexicon.lists.word_text import hash_text, join_words


@pytest.fixture(scope="session")
def _kernels() -> None:
    """Compile all kernels once: the first run after an edit of a kernel takes minutes."""
    compile_kernels()


@pytest.fixture(scope="session")
def english(_kernels: None) -> WordGraph:
    """The word list with which the published positions were counted.

    It is English (open) without the additions from SCOWL, up to 15 letters.
    """
    more = frozenset(read_shipped_words("en-open.more"))
    words = [word for word in read_shipped_words("en-open") if len(word) <= 15 and word not in more]
    digest = hash_text(join_words(words))
    path = jit.cache_root() / "words" / f"word-list-{digest[:16]}.graph"
    if not path.exists():
        build_graph(words, load_tile_set("en").faces, path)
    return WordGraph.open(path)


@pytest.fixture(scope="session")
def common(_kernels: None) -> WordGraph:
    return open_shipped_graph("en-common", "en")


@pytest.fixture(scope="session")
def frequencies(english: WordGraph) -> WordFrequencies:
    return load_word_frequencies("en", english)


@pytest.fixture(scope="session")
def qwibble(_kernels: None) -> WordGraph:
    return open_shipped_graph("en-open", "qwibble-en")


@pytest.fixture(scope="session")
def spanish(_kernels: None, tmp_path_factory: pytest.TempPathFactory) -> WordGraph:
    return _invent("es", tmp_path_factory.mktemp("es"))


@pytest.fixture(scope="session")
def hungarian(_kernels: None, tmp_path_factory: pytest.TempPathFactory) -> WordGraph:
    """More than 32 letters, which need the wide masks."""
    return _invent("hu", tmp_path_factory.mktemp("hu"))


def _invent(code: str, folder: Path) -> WordGraph:
    """Build random words from a set's tiles, weighted by their numbers.

    There is no shipped list for these languages, and the generators only need letters, not meaning.
    """
    tiles = load_tile_set(code)
    chance = Random(code)
    weights = [tiles.counts[face] + 1 for face in tiles.faces]
    words = {
        "".join(chance.choices(tiles.faces, weights, k=chance.choice((2, 2, 3, 3, 4, 4, 5, 6, 8))))
        for _ in range(6000)
    }
    build_graph(sorted(words), tiles.faces, folder / "words.graph", whole=tiles.whole)
    return WordGraph.open(folder / "words.graph")
