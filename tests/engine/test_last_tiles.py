"""The last tiles: end games and pre-endgames whose values a plain search proves."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games.engine import pre_endgames
from games.engine.budget import Budget, StopFlag
from games.engine.endgames import make_endgame_search, solve
from games.engine.engine import Engine, rank_acts
from games.engine.kernel_position import KernelPosition
from games.engine.leaves import load_leave_model
from games.engine.pre_endgames import ActChances, PreEndgame, is_pre_endgame, list_deals
from games.engine.shipped_graphs import open_shipped_graph
from games.rules.flow.game import GameState, apply
from games.rules.plays.acts import Play
from lexicon.graph.wordgraph import WordGraph
from tests.engine.exhaustive_search import SmallPosition, find_best_chance, find_endgame_spread
from tests.engine.positions import random_games

CASES: dict[str, list[dict[str, Any]]] = json.loads(
    Path(__file__).with_name("last_tiles.json").read_text()
)
"""Boards of self-play with small racks beside them, and what best play brings."""


@pytest.fixture(scope="module")
def graphs(_kernels: None) -> dict[str, WordGraph]:
    return {
        "scrabble": open_shipped_graph("en-open", "en"),
        "qwibble": open_shipped_graph("en-open", "qwibble-en"),
    }


def examine(position: KernelPosition) -> dict[int, ActChances]:
    """Follow every play of a pre-endgame as far as possible."""
    model = load_leave_model(position.state.tile_set_code, position.alphabet)
    return PreEndgame(position, model, rank_acts(position, model).acts).solve(StopFlag())


@pytest.mark.full
def test_a_plain_search_proves_the_answers(graphs: dict[str, WordGraph]) -> None:
    for case in CASES["endgames"]:
        small = SmallPosition(case["rows"], case["rack"], case["unseen"], variant=case["variant"])
        assert find_endgame_spread(small.load(graphs[small.variant])) == case["spread"], case
    for case in CASES["pre-endgames"]:
        small = SmallPosition(case["rows"], case["rack"], case["unseen"], 1, case["lead"])
        best = find_best_chance(small.load(graphs["scrabble"]))
        assert best == pytest.approx(case["win"], abs=1e-4), case


def test_end_games_have_the_proved_values(graphs: dict[str, WordGraph]) -> None:
    for case in CASES["endgames"]:
        small = SmallPosition(case["rows"], case["rack"], case["unseen"], variant=case["variant"])
        position = small.load(graphs[small.variant])
        model = load_leave_model(position.state.tile_set_code, position.alphabet)
        solved = solve(position, model, rank_acts(position, model), StopFlag())
        assert (solved.spread, solved.exact) == (case["spread"], True), case


def test_acts_of_end_games_are_compared_by_their_proved_values(
    graphs: dict[str, WordGraph],
) -> None:
    """The value of the best act, and of each other one, comes from a search of its own."""
    for case in CASES["endgames"][::4]:
        small = SmallPosition(case["rows"], case["rack"], case["unseen"], variant=case["variant"])
        position = small.load(graphs[small.variant])
        model = load_leave_model(position.state.tile_set_code, position.alphabet)
        ranked = rank_acts(position, model)
        acts = [(int(packed), int(meta)) for packed, meta in ranked.acts[:8]]
        compared = make_endgame_search(position, model).compare(ranked.acts[0], acts, 1 << 40)
        assert compared.is_settled
        assert compared.outcomes[compared.best].spread == case["spread"]
        assert max(found.spread for found in compared.outcomes.values()) == case["spread"]


def test_pre_endgames_have_the_proved_chances(graphs: dict[str, WordGraph]) -> None:
    for case in CASES["pre-endgames"]:
        small = SmallPosition(case["rows"], case["rack"], case["unseen"], 1, case["lead"])
        found = examine(small.load(graphs["scrabble"]))
        best = max(chances.win for chances in found.values() if chances.exact)
        assert best == pytest.approx(case["win"], abs=1e-4), case


def test_every_deal_is_followed_once_with_its_probability() -> None:
    unseen = np.zeros(64, np.int64)
    unseen[[0, 4, 63]] = 3, 1, 1
    deals = list_deals(unseen, 2, seed=5)
    assert deals.whole
    found = {
        tuple(int(kind) for kind in bag): float(weight)
        for bag, weight in zip(deals.bags, deals.weights, strict=True)
    }
    assert found[0, 0] == pytest.approx(6 / 20)
    assert found[4, 63] == found[63, 4] == pytest.approx(1 / 20)
    assert sum(found.values()) == pytest.approx(1)
    for bag, rack in zip(deals.bags, deals.racks, strict=True):
        assert (rack + np.bincount(bag, minlength=64) == unseen).all()


def late_position(graph: WordGraph, in_bag: int) -> GameState:
    """Return a position of a random game with few tiles in the bag."""
    return next(
        state
        for state in random_games("scrabble", "en", graph, 40, seed=3)
        if len(state.bag) == in_bag and len(state.seats) == 2
    )


@pytest.mark.parametrize("in_bag", [1, 2, 4, 7])
def test_a_player_with_few_tiles_left_goes_for_the_win(
    in_bag: int, english: WordGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Acts come in the order of their chances; what the bag really holds makes no difference."""
    monkeypatch.setattr(pre_endgames, "MAX_PLAYED_DEALS", 60)
    state = late_position(english, in_bag)
    seat = state.to_move
    assert seat is not None
    survey = Engine(english).survey(state, seat)
    assert is_pre_endgame(survey.position)
    model = load_leave_model("en", english.alphabet)

    def rank(position: KernelPosition) -> dict[int, ActChances]:
        stop, acts = StopFlag(), survey.ranked.acts[survey.list_different(30)]
        return PreEndgame(position, model, acts[:6]).solve(stop, allowed=3_000)

    first = rank(survey.position)
    assert first
    assert all(0 <= chances.win <= 1 for chances in first.values())
    rival = 1 - seat
    hidden = [*state.seats[rival].rack, *state.bag]
    hidden.reverse()
    seats = list(state.seats)
    seats[rival] = replace(seats[rival], rack=tuple(hidden[: len(state.seats[rival].rack)]))
    swapped = replace(state, seats=tuple(seats), bag=tuple(hidden[-in_bag:]))
    assert rank(Engine(english).survey(swapped, seat).position) == first
    found = Engine(english).best_plays(state, 8, Budget(seconds=0.3))
    wins = [one.win for one in found if one.win is not None]
    assert wins
    assert wins == sorted(wins, reverse=True)


def test_the_static_best_is_played_when_there_is_no_time(english: WordGraph) -> None:
    state = late_position(english, 1)
    budget = Budget(seconds=60)
    budget.stop.set()
    engine = Engine(english)
    assert engine.best_plays(state, 5, budget) == engine.best_plays(state, 5)
    act = engine.best_plays(state, 1, budget)[0].act
    assert state.to_move is not None
    apply(state, state.to_move, act, lexicon=english, seed=bytes(32))
    assert isinstance(act, Play)
