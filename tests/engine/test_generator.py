"""The compiled generator compared with the published positions and the reference generator."""

import json
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games.engine.engine import Engine, pack_reference_play, rank_acts
from games.engine.kernel_position import KernelPosition, make_kernel_position
from games.engine.kernels import arrays
from games.engine.kernels.board import lay_play, value_tiles_for_seat
from games.engine.kernels.cross_checks import check_board
from games.engine.kernels.generate import ALL_PLAYS, BEST_PLAY, generate
from games.engine.leaves import load_leave_model
from games.engine.reference_generator import ReferenceGenerator
from games.rules.equipment.board import Board
from games.rules.flow.game import GameState, preview_score
from games.rules.plays.acts import Play
from lexicon.graph.wordgraph import WordGraph
from tests.engine.positions import lay_board, make_state, random_games

ROOM = 60_000
PLACE_AND_SCORE = (1 << arrays.LEAVE_SHIFT) - 1


def compiled_plays(position: KernelPosition) -> list[tuple[int, int]]:
    """Return all plays of the kernels without their leaves, sorted."""
    check_board(position.graph, position.setting, position.field)
    value_tiles_for_seat(position.setting, position.field, position.seat, 1)
    plays = np.zeros((ROOM, 2), np.int64)
    no_leaves = np.zeros(arrays.MAX_LEAVES, np.float32)
    count = generate(
        position.graph,
        position.setting,
        position.field,
        position.rack,
        no_leaves,
        ALL_PLAYS,
        plays,
    )
    assert count <= ROOM
    return sorted((packed, meta & PLACE_AND_SCORE) for packed, meta in plays[:count].tolist())


def plain_plays(position: KernelPosition) -> list[tuple[int, int]]:
    return sorted(pack_reference_play(play) for play in ReferenceGenerator(position).plays())


def best_score(position: KernelPosition) -> int:
    plays = np.zeros((1, 2), np.int64)
    no_leaves = np.zeros(arrays.MAX_LEAVES, np.float32)
    found = generate(
        position.graph,
        position.setting,
        position.field,
        position.rack,
        no_leaves,
        BEST_PLAY,
        plays,
    )
    return int(arrays.unpack_score(plays[0, 1])) if found else -1


@pytest.fixture(scope="module")
def published(facts_dir: Path) -> list[dict[str, Any]]:
    data = json.loads((facts_dir / "vectors" / "movegen.json").read_text())
    assert data["schema"] == 1
    return list(data["positions"])


def read_published_position(case: dict[str, Any], words: WordGraph) -> KernelPosition:
    state = make_state(lay_board(case["board"]), (case["rack"], ""), bag=())
    return make_kernel_position(state, 0, words)


def test_compiled_kernels_find_the_plays_of_every_published_position(
    published: list[dict[str, Any]], english: WordGraph
) -> None:
    assert len(published) == 120
    for case in published:
        position = read_published_position(case, english)
        scores = [meta & arrays.SCORE_MASK for _, meta in compiled_plays(position)]
        found = {"plays": len(scores), "best": max(scores, default=0), "sum": sum(scores)}
        assert found == case["wordlist"], case["id"]
        assert best_score(position) == case["wordlist"]["best"], case["id"]


def test_plain_python_finds_the_plays_of_every_published_position(
    published: list[dict[str, Any]], english: WordGraph
) -> None:
    for case in published:
        position = read_published_position(case, english)
        scores = [play.score for play in ReferenceGenerator(position).plays()]
        found = {"plays": len(scores), "best": max(scores, default=0), "sum": sum(scores)}
        assert found == case["wordlist"], case["id"]


@pytest.mark.parametrize(
    ("variant", "tile_set", "words", "games", "least"),
    [
        ("scrabble", "en", "english", 30, 53),
        ("scrabble", "es", "spanish", 60, 86),
        ("scrabble", "hu", "hungarian", 25, 33),
        ("qwibble", "qwibble-en", "qwibble", 30, 53),
        ("super", "en-super", "english", 6, 10),
    ],
)
def test_both_generators_agree_on_random_positions(
    variant: str,
    tile_set: str,
    words: str,
    games: int,
    least: int,
    request: pytest.FixtureRequest,
) -> None:
    """Only every ninth position is compared, since neighbours have nearly the same plays."""
    graph: WordGraph = request.getfixturevalue(words)
    seen = 0
    for state in islice(random_games(variant, tile_set, graph, games, seed=games), 0, None, 9):
        seen += 1
        seat = state.to_move
        assert seat is not None
        position = make_kernel_position(state, seat, graph)
        expected = plain_plays(position)
        assert compiled_plays(position) == expected, state.board
        scores = [meta & arrays.SCORE_MASK for _, meta in expected]
        assert best_score(position) == max(scores, default=-1)
    assert seen >= least


@pytest.mark.parametrize(
    ("variant", "tile_set", "words"),
    [("scrabble", "en", "english"), ("qwibble", "qwibble-en", "qwibble")],
)
def test_scores_agree_with_the_rules(
    variant: str, tile_set: str, words: str, request: pytest.FixtureRequest
) -> None:
    graph: WordGraph = request.getfixturevalue(words)
    compared = 0
    for state in random_games(variant, tile_set, graph, 4, seed=77):
        seat = state.to_move
        assert seat is not None
        position = make_kernel_position(state, seat, graph)
        for packed, meta in compiled_plays(position)[::23]:
            play = position.read_act(packed, meta)
            assert isinstance(play, Play)
            score = preview_score(state, seat, play, graph)
            assert score.total == meta & arrays.SCORE_MASK
            assert not score.invalid_words
            compared += 1
    assert compared > 500


def test_no_play_is_listed_twice(english: WordGraph) -> None:
    for state in random_games("scrabble", "en", english, 3, seed=5):
        assert state.to_move is not None
        plays = compiled_plays(make_kernel_position(state, state.to_move, english))
        assert max(Counter(plays).values(), default=1) == 1


def test_two_blanks_get_a_larger_buffer(english: WordGraph) -> None:
    state = make_state(lay_board(_rows("8D", "RETAINS")), ("??AEST", "Q"))
    position = make_kernel_position(state, 0, english)
    acts = rank_acts(position, load_leave_model("en", english.alphabet)).acts
    plays = acts[arrays.unpack_kind(acts[:, 1]) < arrays.EXCHANGE]
    assert len(plays) == len(plain_plays(position)) > 8192


def test_the_first_play_covers_the_start_square(english: WordGraph) -> None:
    state = make_state(Board(), ("CATSERE", "Q"))
    for found in Engine(english).survey(state, 0).first(50):
        if isinstance(found.act, Play):
            assert any(square.name == "H8" for square, _ in found.act.placed())


def test_wild_tiles_never_stand_for_s(qwibble: WordGraph) -> None:
    state = make_state(lay_board(_rows("8F", "CARE")), ("??", "Q"), "qwibble")
    plays = [found.act for found in _all(Engine(qwibble), state) if isinstance(found.act, Play)]
    assert plays
    assert not any(letter.face == "S" for play in plays for _, letter in play.placed())


def test_incremental_cross_checks_match_a_fresh_board(english: WordGraph) -> None:
    for state in random_games("scrabble", "en", english, 6, seed=9):
        assert state.to_move is not None
        position = make_kernel_position(state, state.to_move, english)
        plays = compiled_plays(position)
        if not plays:
            continue
        packed, meta = plays[len(plays) // 2]
        lay_play(position.graph, position.setting, position.field, packed, meta, position.seat)
        kept = [part.copy() for part in position.field[:4]]
        check_board(position.graph, position.setting, position.field)
        for before, after in zip(kept, position.field, strict=False):
            assert np.array_equal(before, after)


def _rows(position: str, word: str) -> list[str]:
    """Return a board with one word across, at a position such as "8D"."""
    row, col = int(position[:-1]) - 1, ord(position[-1]) - ord("A")
    rows = ["." * 15] * 15
    rows[row] = "." * col + word + "." * (15 - col - len(word))
    return rows


def _all(engine: Engine, state: GameState) -> list[Any]:
    survey = engine.survey(state, 0)
    return [survey[index] for index in range(len(survey))]
