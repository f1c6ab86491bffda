"""How common words are: known words, short words, languages without data."""

from pathlib import Path

import pytest

from lexicon.graph.build import build_graph
from lexicon.graph.wordgraph import WordGraph
from lexicon.lists.frequencies import list_frequency_languages, load_word_frequencies

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÑ"


@pytest.fixture
def make_graph(tmp_path: Path):
    def make(*words: str, alphabet: tuple[str, ...] = tuple(LETTERS)) -> WordGraph:
        path = tmp_path / "words.graph"
        build_graph(words, alphabet, path)
        return WordGraph.open(path)

    return make


def test_everyday_words_are_more_common_than_rare_ones(make_graph) -> None:
    words = ("HOUSE", "RETINA", "DOLT", "ETAERIO")
    frequencies = load_word_frequencies("en", make_graph(*words))
    zipfs = [frequencies.get(word) for word in words]
    assert zipfs == sorted(zipfs, reverse=True)
    assert zipfs[0] > 5
    assert zipfs[-1] < 1


def test_abbreviations_do_not_make_short_words_common(make_graph) -> None:
    frequencies = load_word_frequencies("en", make_graph("AA", "QI", "CAT", "TREE"))
    assert frequencies.get("AA") < frequencies.get("CAT") < frequencies.get("TREE")
    assert frequencies.get("QI") < 2


def test_words_are_looked_up_as_tiles_spell_them(make_graph) -> None:
    spanish = load_word_frequencies("es", make_graph("CORAZON", "NIÑO", "PERRO"))
    assert spanish.get("CORAZON") > 4
    faces = ("E", "O", "P", "RR")
    digraphs = make_graph("PERRO", alphabet=faces)
    assert load_word_frequencies("es", digraphs).get(("P", "E", "RR", "O")) > 4


def test_languages_under_another_code_are_known(make_graph) -> None:
    assert {"en", "no", "hr", "tr"} <= list_frequency_languages()
    assert load_word_frequencies("no", make_graph("HUS", "BARN")).get("BARN") > 4


def test_without_data_length_decides(make_graph) -> None:
    assert "la" not in list_frequency_languages()
    frequencies = load_word_frequencies("la", make_graph("ARMA", "AMICITIA"))
    assert frequencies.get("ARMA") > frequencies.get("AMICITIA") > 0
