"""The word graph file: everything written can be read back, in every alphabet."""

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from lexicon.graph.build import STEPS, build_graph
from lexicon.graph.wordgraph import NODE_WIDTH, ROOT, GraphFileError, WordGraph
from lexicon.terms.spelling import Spelling

ENGLISH = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
SPANISH = ("A", "C", "CH", "E", "H", "L", "LL", "N", "Ñ", "O", "R", "RR", "S")
REPOSITORY = Path(__file__).resolve().parents[2]


def build(words: list[str], alphabet: tuple[str, ...], folder: Path) -> WordGraph:
    path = folder / "words.graph"
    build_graph(words, alphabet, path)
    return WordGraph.open(path)


def random_words(alphabet: tuple[str, ...], count: int, seed: int) -> list[str]:
    source = random.Random(seed)
    return ["".join(source.choices(alphabet, k=source.randint(2, 9))) for _ in range(count)]


def spell(graph: WordGraph, state: int, before: tuple[str, ...], turned: bool) -> Iterator[str]:
    """Yield every word that the generator's arrays spell, through every GADDAG string."""
    letters, ends, base, after = (int(part) for part in graph.nodes[state : state + NODE_WIDTH])
    rank = 0
    for code, face in enumerate(graph.alphabet):
        word = (*before, face) if turned else (face, *before)
        if ends >> code & 1:
            yield "".join(word)
        if letters >> code & 1:
            child = int(graph.arcs[base + rank])
            rank += 1
            yield from spell(graph, child, word, turned)
    if after:
        assert not turned
        yield from spell(graph, after, before, True)


def test_a_graph_holds_exactly_the_given_words(tmp_path: Path) -> None:
    words = random_words(tuple("ABCDE"), 2000, seed=1)
    graph = build(words, ENGLISH, tmp_path)
    assert len(graph) == len(set(words))
    assert all(word in graph and tuple(word) in graph for word in words)
    others = set(random_words(tuple("ABCDEZ"), 4000, seed=2)) - set(words)
    assert others and not any(word in graph for word in others)


def test_prefixes_suffixes_and_foreign_letters_are_not_words(tmp_path: Path) -> None:
    graph = build(["CATTLE", "RAT"], ENGLISH, tmp_path)
    for other in ("", "C", "CAT", "ATTLE", "TLE", "RATS", "CATTLE\0RAT", "cattle", "ÇATTLE"):
        assert other not in graph
    assert ("CA", "T", "T", "L", "E") not in graph


def test_words_come_in_alphabet_order_from_any_prefix(tmp_path: Path) -> None:
    words = random_words(SPANISH, 600, seed=3)
    graph = build(words, SPANISH, tmp_path)
    rank = SPANISH.index
    listed = list(graph.words())
    assert listed == sorted(set(listed), key=lambda word: [rank(face) for face in word])
    assert len(listed) == len(graph)
    for prefix in [("A",), ("CH",), ("C", "H"), ("RR", "A"), ("Z",), ("S", "S", "S", "S", "S")]:
        expected = [word for word in listed if word[: len(prefix)] == prefix]
        assert list(graph.words(prefix)) == expected


def test_a_word_is_stored_in_every_spelling_by_tiles(tmp_path: Path) -> None:
    graph = build(["CHARRO"], SPANISH, tmp_path)
    assert ("CH", "A", "RR", "O") in graph
    assert ("C", "H", "A", "R", "R", "O") in graph
    assert len(graph) == 4
    assert Spelling(SPANISH).first("CHARRO") == ("CH", "A", "RR", "O")
    assert Spelling(SPANISH).first("CHIARO") == ()


def test_a_required_digraph_uses_only_its_own_tile(tmp_path: Path) -> None:
    build_graph(["CHARRO", "RRR"], SPANISH, tmp_path / "g", whole=("CH", "RR"))
    graph = WordGraph.open(tmp_path / "g")
    assert set(graph.words()) == {("CH", "A", "RR", "O"), ("R", "RR"), ("RR", "R")}


def test_plain_letters_are_matched_to_tiles(tmp_path: Path) -> None:
    words = random_words(SPANISH, 400, seed=9)
    graph = build(words, SPANISH, tmp_path)
    for word in words:
        tiles = graph.find(word)
        assert (tiles is not None) == (len(word) > 1)
        assert tiles is None or (tiles in graph and "".join(tiles) == word)
    for other in ("", "A", "CHARRO" * 6, "?", "ARRO\0"):
        assert graph.find(other) is None


@pytest.mark.parametrize("whole", [(), ("CH", "RR")])
def test_long_rows_of_pairs_are_not_expanded(whole: tuple[str, ...], tmp_path: Path) -> None:
    """Listing the millions of ways to lay them would exceed the time limit of a test."""
    absurd = "CR" + "R" * 40
    build_graph(["CARRO", absurd, "CH" * 16, "RR"], SPANISH, tmp_path / "g", whole=whole)
    graph = WordGraph.open(tmp_path / "g")
    assert graph.find(absurd + "R") is None
    assert graph.find("CARRO") == ("C", "A", "RR", "O")
    spelling = Spelling(SPANISH, whole)
    assert spelling.fewest(absurd) == 22
    assert len(spelling.first(absurd)) > 20
    assert len(spelling.list_spellings(absurd)) == 64


def test_words_that_cannot_be_spelt_with_tiles_are_counted(tmp_path: Path) -> None:
    report = build_graph(["ÑAÑA", "K", "KILO", "A", "ECO"], SPANISH, tmp_path / "g")
    assert (report.words, report.skipped) == (2, 3)
    assert report.size == (tmp_path / "g").stat().st_size


@pytest.mark.parametrize(
    "alphabet", [tuple("ABC"), SPANISH, tuple(map(chr, range(0x3041, 0x3080)))]
)
def test_every_path_of_the_arrays_spells_the_same_words(
    alphabet: tuple[str, ...], tmp_path: Path
) -> None:
    words = random_words(alphabet, 300, seed=len(alphabet))
    graph = build(words, alphabet, tmp_path)
    spelt = list(spell(graph, ROOT, (), False))
    expected = ["".join(word) for word in graph.words() for _ in word]
    assert sorted(spelt) == sorted(expected)


def test_a_long_word_and_the_largest_alphabet_are_stored(tmp_path: Path) -> None:
    alphabet = tuple(map(chr, range(0x4E00, 0x4E00 + 63)))
    long_word = "".join(alphabet[-1:] * 25)
    graph = build([long_word, alphabet[0] + alphabet[62]], alphabet, tmp_path)
    assert long_word in graph and long_word[1:] not in graph
    assert graph.longest == 25
    with pytest.raises(ValueError, match="63"):
        build_graph([], (*alphabet, "X"), tmp_path / "too-many")


def test_an_empty_graph_has_no_words(tmp_path: Path) -> None:
    graph = build([], ENGLISH, tmp_path)
    assert len(graph) == 0 and "AA" not in graph and list(graph.words()) == []


def test_progress_is_reported_from_start_to_end(tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    build_graph(["AB"], ENGLISH, tmp_path / "g", lambda done, total: steps.append((done, total)))
    done = [one for one, _total in steps]
    assert {total for _done, total in steps} == {STEPS}
    assert (done[0], done[-1]) == (0, STEPS)
    assert done == sorted(done)


def test_a_new_graph_replaces_the_old_one_while_it_is_read(tmp_path: Path) -> None:
    old = build(["OLD"], ENGLISH, tmp_path)
    new = build(["NEW"], ENGLISH, tmp_path)
    assert "OLD" in old and "NEW" not in old
    assert "NEW" in new and "OLD" not in new
    assert [entry.name for entry in tmp_path.iterdir()] == ["words.graph"]


def test_equal_word_lists_make_equal_files(tmp_path: Path) -> None:
    words = random_words(ENGLISH, 500, seed=9)
    build_graph(words, ENGLISH, tmp_path / "one")
    build_graph(reversed(words), ENGLISH, tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize("damage", [b"", b"TR", b"PK\x03\x04" + bytes(400)])
def test_other_files_are_refused(damage: bytes, tmp_path: Path) -> None:
    path = tmp_path / "damaged"
    path.write_bytes(damage)
    with pytest.raises(GraphFileError):
        WordGraph.open(path)


def test_a_file_cut_short_is_refused(tmp_path: Path) -> None:
    build(random_words(ENGLISH, 200, seed=4), ENGLISH, tmp_path)
    path = tmp_path / "words.graph"
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(GraphFileError, match="incomplete"):
        WordGraph.open(path)


def test_arrays_are_mapped_and_cannot_be_written(tmp_path: Path) -> None:
    graph = build(["AB", "BA"], ENGLISH, tmp_path)
    assert graph.nodes.dtype == np.uint32 and graph.arcs.dtype == np.uint32
    with pytest.raises(ValueError, match="read-only"):
        graph.nodes[ROOT] = 0


def test_readers_never_load_the_compiler(tmp_path: Path) -> None:
    build(["AB"], ENGLISH, tmp_path)
    program = (
        "import sys; from lexicon.graph.wordgraph import WordGraph; import lexicon.graph.build;"
        f"print('AB' in WordGraph.open({str(tmp_path / 'words.graph')!r}), 'numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "False"]
