"""The compiled generator against the published positions and against the plain generator."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games.engine.engine import Engine, pack, rank_acts
from games.engine.kernels import arrays
from games.engine.kernels.board import face_seat, lay_play
from games.engine.kernels.crosses import check_board
from games.engine.kernels.generate import ALL_PLAYS, BEST_PLAY, generate
from games.engine.leaves import load_model
from games.engine.position import Position, see_position
from games.engine.reference import Reference
from games.rules.board import Board
from games.rules.game import GameState, preview
from games.rules.moves import Play
from lexicon.graph.wordgraph import WordGraph
from tests.engine.positions import lay_board, make_state, random_games

ROOM = 60_000
PLACE_AND_SCORE = (1 << arrays.LEAVE_SHIFT) - 1


def compiled_plays(position: Position) -> list[tuple[int, int]]:
    """All plays of the kernels without their leaves, sorted."""
    check_board(position.graph, position.setting, position.field)
    face_seat(position.setting, position.field, position.seat, 1)
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


def plain_plays(position: Position) -> list[tuple[int, int]]:
    return sorted(pack(play) for play in Reference(position).plays())


def best_score(position: Position) -> int:
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
    return int(arrays.score_of(plays[0, 1])) if found else -1


@pytest.fixture(scope="module")
def published(facts_dir: Path) -> list[dict[str, Any]]:
    data = json.loads((facts_dir / "vectors" / "movegen.json").read_text())
    assert data["schema"] == 1
    return list(data["positions"])


def see_published(case: dict[str, Any], words: WordGraph) -> Position:
    state = make_state(lay_board(case["board"]), (case["rack"], ""), bag=())
    return see_position(state, 0, words)


def test_compiled_plays_of_every_published_position(
    published: list[dict[str, Any]], english: WordGraph
) -> None:
    assert len(published) == 120
    for case in published:
        position = see_published(case, english)
        scores = [meta & arrays.SCORE_MASK for _, meta in compiled_plays(position)]
        found = {"plays": len(scores), "best": max(scores, default=0), "sum": sum(scores)}
        assert found == case["wordlist"], case["id"]
        assert best_score(position) == case["wordlist"]["best"], case["id"]


def test_plain_plays_of_every_published_position(
    published: list[dict[str, Any]], english: WordGraph
) -> None:
    for case in published:
        position = see_published(case, english)
        scores = [play.score for play in Reference(position).plays()]
        found = {"plays": len(scores), "best": max(scores, default=0), "sum": sum(scores)}
        assert found == case["wordlist"], case["id"]


@pytest.mark.parametrize(
    ("variant", "tile_set", "words", "games", "least"),
    [
        ("scrabble", "en", "english", 30, 500),
        ("scrabble", "es", "spanish", 60, 800),
        ("scrabble", "hu", "hungarian", 25, 300),
        ("qwibble", "qwibble-en", "qwibble", 30, 500),
        ("super", "en-super", "english", 6, 100),
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
    graph: WordGraph = request.getfixturevalue(words)
    seen = 0
    for state in random_games(variant, tile_set, graph, games, seed=games):
        seen += 1
        seat = state.to_move
        assert seat is not None
        position = see_position(state, seat, graph)
        expected = plain_plays(position)
        assert compiled_plays(position) == expected, state.board
        scores = [meta & arrays.SCORE_MASK for _, meta in expected]
        assert best_score(position) == max(scores, default=-1)
    assert seen >= least


@pytest.mark.parametrize(
    ("variant", "tile_set", "words"),
    [("scrabble", "en", "english"), ("qwibble", "qwibble-en", "qwibble")],
)
def test_the_rules_score_every_play_alike(
    variant: str, tile_set: str, words: str, request: pytest.FixtureRequest
) -> None:
    graph: WordGraph = request.getfixturevalue(words)
    compared = 0
    for state in random_games(variant, tile_set, graph, 4, seed=77):
        seat = state.to_move
        assert seat is not None
        position = see_position(state, seat, graph)
        for packed, meta in compiled_plays(position)[::23]:
            play = position.read_act(packed, meta)
            assert isinstance(play, Play)
            score = preview(state, seat, play, graph)
            assert score.total == meta & arrays.SCORE_MASK
            assert not score.invalid_words
            compared += 1
    assert compared > 500


def test_no_play_is_given_twice(english: WordGraph) -> None:
    for state in random_games("scrabble", "en", english, 3, seed=5):
        assert state.to_move is not None
        plays = compiled_plays(see_position(state, state.to_move, english))
        assert max(Counter(plays).values(), default=1) == 1


def test_two_blanks_need_more_room_and_get_it(english: WordGraph) -> None:
    state = make_state(lay_board(_rows("8D", "RETAINS")), ("??AEST", "Q"))
    position = see_position(state, 0, english)
    acts = rank_acts(position, load_model("en", english.alphabet)).acts
    plays = acts[arrays.kind_of(acts[:, 1]) < arrays.EXCHANGE]
    assert len(plays) == len(plain_plays(position)) > 8192


def test_the_start_square_takes_the_first_play(english: WordGraph) -> None:
    state = make_state(Board(), ("CATSERE", "Q"))
    for found in Engine(english).survey(state, 0).first(50):
        if isinstance(found.act, Play):
            assert any(square.name == "H8" for square, _ in found.act.placed())


def test_wild_tiles_never_stand_for_s(qwibble: WordGraph) -> None:
    state = make_state(lay_board(_rows("8F", "CARE")), ("??", "Q"), "qwibble")
    plays = [found.act for found in _all(Engine(qwibble), state) if isinstance(found.act, Play)]
    assert plays
    assert not any(letter.face == "S" for play in plays for _, letter in play.placed())


def test_incremental_cross_checks_are_those_of_a_fresh_board(english: WordGraph) -> None:
    for state in random_games("scrabble", "en", english, 6, seed=9):
        assert state.to_move is not None
        position = see_position(state, state.to_move, english)
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
    """A board with one word across, such as "8D"."""
    row, col = int(position[:-1]) - 1, ord(position[-1]) - ord("A")
    rows = ["." * 15] * 15
    rows[row] = "." * col + word + "." * (15 - col - len(word))
    return rows


def _all(engine: Engine, state: GameState) -> list[Any]:
    survey = engine.survey(state, 0)
    return [survey[index] for index in range(len(survey))]
