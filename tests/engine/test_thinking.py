"""Rollouts, end games, budgets and the stop."""

import threading
from dataclasses import replace
from functools import cache
from time import monotonic

import pytest

from games.engine.budget import Budget, Stop
from games.engine.engine import Engine, rank_acts
from games.engine.hints import find_best, find_dearest
from games.engine.leaves import load_model
from games.engine.position import see_position
from games.engine.reference import Reference
from games.engine.thinking import Trials, try_out
from games.rules.game import GameState, Phase, apply, preview, unseen
from games.rules.moves import Act, Exchange, Pass, Play
from games.rules.options import ChallengeRule
from lexicon.graph.wordgraph import WordGraph
from tests.engine.positions import lay_board, make_state, random_games

ENDINGS = [
    (["......CARE.....", "......O........", "......T........"], "TI", "OX"),
    (
        [
            "....STONE......",
            "....E..........",
            "....T..........",
            "...............",
        ],
        "QI",
        "LA",
    ),
    (["...HOUSE.......", "......A........", "......T........"], "VA", "JO"),
    (["......TREE.....", ".........A....."], "TA", "SO"),
]


def ending(case: tuple[list[str], str, str], variant: str = "scrabble") -> GameState:
    rows, own, other = case
    board = lay_board(["." * 15] * 7 + rows + ["." * 15] * (8 - len(rows)))
    return make_state(board, (own, other), variant, bag=())


def solve_by_rules(state: GameState, graph: WordGraph) -> int:
    """Spread for the seat to move with best play, by trying everything through the rules."""

    @cache
    def value(now: GameState) -> int:
        seat = now.to_move
        if now.phase is Phase.OVER or seat is None:
            return now.seats[0].score - now.seats[1].score
        position = see_position(now, seat, graph)
        plays = [
            Play(act.position, act.letters)
            for act in (position.read_act(*_packed(play)) for play in Reference(position).plays())
            if isinstance(act, Play)
        ]
        acts: list[Act] = [*plays, Pass()]
        values = [value(apply(now, seat, act, lexicon=graph, seed=bytes(32)).state) for act in acts]
        return max(values) if seat == 0 else min(values)

    before = state.seats[0].score - state.seats[1].score
    return value(state) - before


def _packed(play: object) -> tuple[int, int]:
    from games.engine.engine import pack

    return pack(play)  # type: ignore[arg-type]


@pytest.mark.parametrize("case", ENDINGS)
def test_end_games_are_solved_exactly(case: tuple[list[str], str, str], common: WordGraph) -> None:
    state = ending(case)
    state = replace(state, options=replace(state.options, challenge=ChallengeRule.VOID))
    found = Engine(common).best_plays(state, 1, Budget(seconds=60))[0]
    assert found.exact
    assert found.equity == solve_by_rules(state, common)


def test_an_end_game_with_owned_tiles_is_solved_exactly(common: WordGraph) -> None:
    state = ending((["......CARE.....", "......O........"], "TI", "OX"), "qwibble")
    found = Engine(common).best_plays(state, 1, Budget(seconds=60))[0]
    assert found.exact
    assert found.equity == solve_by_rules(state, common)


@pytest.fixture
def midgame(english: WordGraph) -> GameState:
    return list(random_games("scrabble", "en", english, 1, seed=21))[8]


def test_rollouts_rank_the_candidates(midgame: GameState, english: WordGraph) -> None:
    found = Engine(english).best_plays(midgame, 5, Budget(seconds=20, rollouts=2000))
    assert found[0].rollouts > 0
    tried = [one.equity for one in found if one.rollouts == found[0].rollouts]
    assert tried == sorted(tried, reverse=True)


def roll_out(state: GameState, graph: WordGraph, budget: Budget) -> Trials:
    """Rollouts of all candidates until the budget ends them: none is ever given up."""
    position = see_position(state, 0, graph)
    model = load_model(state.tile_set_code, graph.alphabet)
    ranked = rank_acts(position, model)
    with budget.running() as stop:
        return try_out(position, model, ranked, budget.rollouts, stop, prune=False)


def test_a_budget_of_time_is_used_up_and_kept(midgame: GameState, english: WordGraph) -> None:
    roll_out(midgame, english, Budget(seconds=0.05))
    started = monotonic()
    trials = roll_out(midgame, english, Budget(seconds=0.4, rollouts=10**9))
    assert 0.4 <= monotonic() - started < 2
    assert trials.rounds.min() > 0


def test_a_budget_of_rollouts_is_kept(midgame: GameState, english: WordGraph) -> None:
    trials = roll_out(midgame, english, Budget(seconds=60, rollouts=100))
    assert 100 <= trials.rounds.sum() < 300


def test_a_stop_ends_rollouts_early(midgame: GameState, english: WordGraph) -> None:
    stop = Stop()
    threading.Timer(0.2, stop.set).start()
    started = monotonic()
    roll_out(midgame, english, Budget(seconds=60, rollouts=10**9, stop=stop))
    assert monotonic() - started < 5


def test_a_stop_ends_an_end_game_early(english: WordGraph) -> None:
    rows = ["......CARES....", "......O........", "......T........"]
    state = ending((rows, "AEINRST", "EDLORTI"))
    stop = Stop()
    threading.Timer(0.3, stop.set).start()
    started = monotonic()
    found = Engine(english).best_plays(state, 1, Budget(seconds=120, stop=stop))
    assert monotonic() - started < 10
    assert preview(state, 0, found[0].act, english).total == found[0].score  # type: ignore[arg-type]


def test_a_budget_can_be_used_again(midgame: GameState, english: WordGraph) -> None:
    budget = Budget(seconds=1.5)
    engine = Engine(english)
    assert engine.best_plays(midgame, 1, budget)[0].rollouts
    assert engine.best_plays(midgame, 1, budget)[0].rollouts


def test_only_what_the_seat_may_know_counts(midgame: GameState, english: WordGraph) -> None:
    """Swapping the other rack with the bag changes nothing that a seat can see."""
    seat = midgame.to_move
    assert seat is not None
    hidden = list(unseen(midgame, seat).elements())
    held = len(midgame.seats[1 - seat].rack)
    other = midgame.with_seat(1 - seat, rack=tuple(hidden[:held]))
    other = replace(other, bag=tuple(hidden[held:]))
    budget = Budget(seconds=30, rollouts=1500)
    first = Engine(english).best_plays(midgame, 5, budget)
    second = Engine(english).best_plays(other, 5, budget)
    assert first == second


def test_threads_do_not_disturb_each_other(midgame: GameState, english: WordGraph) -> None:
    engine = Engine(english)
    expected = engine.best_plays(midgame, 20)
    answers: list[object] = []
    threads = [
        threading.Thread(target=lambda: answers.append(engine.best_plays(midgame, 20)))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 6


def test_bad_racks_are_exchanged(english: WordGraph) -> None:
    board = lay_board([*["." * 15] * 7, ".......QI......", *["." * 15] * 7])
    state = make_state(board, ("IIIUUUV", "Q"))
    assert isinstance(Engine(english).best_plays(state, 1)[0].act, Exchange)


def test_exchanges_respect_the_bag(english: WordGraph) -> None:
    board = lay_board([*["." * 15] * 7, ".......QI......", *["." * 15] * 7])
    state = make_state(board, ("IIIUUUV", "Q"))
    state = replace(state, bag=state.bag[:6])
    survey = Engine(english).survey(state, 0)
    assert not any(isinstance(survey[i].act, Exchange) for i in range(len(survey)))


def test_hints_name_the_highest_score(midgame: GameState, english: WordGraph) -> None:
    seat = midgame.to_move
    assert seat is not None
    found = find_dearest(midgame, seat, english)
    assert found is not None
    scores = [play.score for play in Reference(see_position(midgame, seat, english)).plays()]
    assert found.score == max(scores)
    assert isinstance(found.act, Play)
    assert preview(midgame, seat, found.act, english).total == found.score


def test_an_earlier_position_can_be_asked_about(midgame: GameState, english: WordGraph) -> None:
    seat = midgame.to_move
    assert seat is not None
    best = find_best(midgame, seat, english)
    assert isinstance(best.act, Play)
    later = apply(midgame, seat, best.act, lexicon=english, seed=bytes(32)).state
    assert find_best(midgame, seat, english) == best
    assert find_best(later, 1 - seat, english) != best
