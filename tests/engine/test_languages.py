"""Whole games between computers of all levels, in every language with a packaged word list.

They use some thousand words of each package, read as an upload is. Installing whole packages is
tested in ``tests/lexicon/test_real_languages.py``.
"""

from pathlib import Path

import pytest

from games.engine.levels import LEVELS
from games.engine.matches import Match, play_match_game
from games.rules.equipment.tiles import TileSet
from games.rules.flow.game import GameState, Phase
from games.rules.positions.editions import list_editions
from games.rules.positions.variants import get_variant
from lexicon.graph.build import build_graph
from lexicon.graph.wordgraph import WordGraph
from lexicon.lists.frequencies import load_word_frequencies
from lexicon.sources.catalogue import CATALOGUE
from lexicon.terms.errors import PackageError
from tests.language_packages import WORDS, read_some

TOGETHER = ((1, 2, 3, 4), (5, 6, 7), (8, 9))
"""Levels that play together at a table, to the end of a game."""


def tiles_conserved(state: GameState, tile_set: TileSet) -> bool:
    on_racks = sum(len(seat.rack) for seat in state.seats)
    return len(state.bag) + on_racks + sum(1 for _ in state.board.items()) == tile_set.total


@pytest.mark.usefixtures("_kernels")
@pytest.mark.sampled("de", "he")
@pytest.mark.parametrize("language", sorted(CATALOGUE))
def test_every_level_plays_to_the_end(language: str, tmp_path: Path) -> None:
    source = CATALOGUE[language]
    try:
        words = read_some(source)
    except PackageError as missing:
        pytest.skip(str(missing))
    assert len(words) > WORDS // 2
    tile_set = list_editions(get_variant("scrabble"), [language])[0]
    path = tmp_path / "words.graph"
    build_graph(words, tile_set.faces, path, whole=tile_set.whole)
    graph = WordGraph.open(path)
    frequencies = load_word_frequencies(language, graph)
    for levels in TOGETHER:
        match = Match(levels, graph, frequencies, tile_set=tile_set.code, seconds=0.01)
        state = play_match_game(match, seed=1)
        assert state.phase is Phase.OVER
        assert state.outcome is not None
        # Some thousand words fill a board less than a whole language does.
        assert len(list(state.board.items())) > tile_set.total / 4
        assert tiles_conserved(state, tile_set)


def test_every_level_takes_part() -> None:
    assert {code for table in TOGETHER for code in table} == {level.code for level in LEVELS}
