"""Rollouts, end games, budgets and stopping."""

import threading
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from games.engine.budget import TIME_UP, Budget, StopFlag
from games.engine.endgames import make_endgame_search
from games.engine.engine import Engine, rank_acts
from games.engine.hints import find_best_act, find_highest_scoring_play
from games.engine.kernel_position import make_kernel_position
from games.engine.leaves import load_leave_model
from games.engine.reference_generator import ReferenceGenerator
from games.engine.trials import Trials, run_trials
from games.rules.flow.game import GameState, Phase, apply, count_unseen_tiles, preview_score
from games.rules.plays.acts import Act, Exchange, Pass, Play
from games.rules.positions.options import ChallengeRule
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
    """Return the spread that best play gains, by trying everything through the rules."""

    @cache
    def value(now: GameState) -> int:
        seat = now.to_move
        if now.phase is Phase.OVER or seat is None:
            return now.seats[0].score - now.seats[1].score
        position = make_kernel_position(now, seat, graph)
        plays = [
            Play(act.position, act.letters)
            for act in (
                position.read_act(*_packed(play)) for play in ReferenceGenerator(position).plays()
            )
            if isinstance(act, Play)
        ]
        acts: list[Act] = [*plays, Pass()]
        values = [value(apply(now, seat, act, lexicon=graph, seed=bytes(32)).state) for act in acts]
        return max(values) if seat == 0 else min(values)

    before = state.seats[0].score - state.seats[1].score
    return value(state) - before


def _packed(play: object) -> tuple[int, int]:
    from games.engine.engine import pack_reference_play

    return pack_reference_play(play)  # type: ignore[arg-type]


@pytest.mark.parametrize("passes", [0, 1, 3])
@pytest.mark.parametrize("case", ENDINGS)
def test_end_games_are_solved_exactly(
    case: tuple[list[str], str, str], passes: int, common: WordGraph
) -> None:
    """Also after a single pass, which two further ones must follow before the game ends."""
    state = replace(ending(case), passes=passes)
    state = replace(state, options=replace(state.options, challenge=ChallengeRule.VOID))
    found = Engine(common).best_plays(state, 1, Budget(seconds=600))[0]
    assert found.exact
    assert found.equity == solve_by_rules(state, common)


def test_an_end_game_with_owned_tiles_is_solved_exactly(common: WordGraph) -> None:
    state = ending((["......CARE.....", "......O........"], "TI", "OX"), "qwibble")
    found = Engine(common).best_plays(state, 1, Budget(seconds=600))[0]
    assert found.exact
    assert found.equity == solve_by_rules(state, common)


@pytest.fixture
def midgame(english: WordGraph) -> GameState:
    return list(random_games("scrabble", "en", english, 1, seed=21))[8]


def test_rollouts_rank_the_candidates(midgame: GameState, english: WordGraph) -> None:
    found = Engine(english).best_plays(midgame, 5, Budget(seconds=600, rollouts=2000))
    assert found[0].rollouts > 0
    tried = [one.equity for one in found if one.rollouts == found[0].rollouts]
    assert tried == sorted(tried, reverse=True)


def roll_out(state: GameState, graph: WordGraph, budget: Budget) -> Trials:
    """Roll out all candidates until the budget ends, without pruning any."""
    position = make_kernel_position(state, 0, graph)
    model = load_leave_model(state.tile_set_code, graph.alphabet)
    ranked = rank_acts(position, model)
    with budget.running() as stop:
        return run_trials(position, model, ranked, budget.rollouts, stop, prune=False)


def test_tiles_of_a_seat_that_left_are_never_drawn(english: WordGraph) -> None:
    """With an empty bag nobody gets further tiles, whatever lies on an abandoned rack."""
    board = lay_board([*["." * 15] * 7, "......CARE.....", *["." * 15] * 7])
    state = make_state(board, ("SO", "T", "AEINRST"), bag=()).with_seat(2, in_play=False)
    position = make_kernel_position(state, 0, english)
    assert not position.is_open, "the other rack may hold any tile of the one that was left"
    trials = roll_out(state, english, Budget(seconds=600, rollouts=600))
    assert np.nanmin(trials.values) > -30, "a single tile scores little"
    assert Engine(english).best_plays(state, 3, Budget(seconds=600, rollouts=200))


def test_a_time_budget_is_used_up(midgame: GameState, english: WordGraph) -> None:
    budget = Budget(seconds=0.4, rollouts=10**9)
    trials = roll_out(midgame, english, budget)
    assert budget.stop.flag[TIME_UP]
    assert trials.rounds.sum() < 10**9


def test_a_rollout_budget_is_kept(midgame: GameState, english: WordGraph) -> None:
    trials = roll_out(midgame, english, Budget(seconds=600, rollouts=100))
    assert 100 <= trials.rounds.sum() < 300


def test_a_stop_ends_rollouts_early(midgame: GameState, english: WordGraph) -> None:
    stop = StopFlag()
    threading.Timer(0.2, stop.set).start()
    trials = roll_out(midgame, english, Budget(seconds=3600, rollouts=10**9, stop=stop))
    assert trials.rounds.sum() < 10**9


def test_a_stop_ends_an_end_game_early(english: WordGraph) -> None:
    rows = ["......CARES....", "......O........", "......T........"]
    state = ending((rows, "AEINRST", "EDLORTI"))
    stop = StopFlag()
    stop.set()
    found = Engine(english).best_plays(state, 1, Budget(seconds=3600, stop=stop))
    assert preview_score(state, 0, found[0].act, english).total == found[0].score  # type: ignore[arg-type]
    position = make_kernel_position(state, 0, english)
    model = load_leave_model(state.tile_set_code, english.alphabet)
    first = rank_acts(position, model).acts[0]
    hurried, leisurely = make_endgame_search(position, model), make_endgame_search(position, model)
    hurried.solve(first, stop)
    leisurely.solve(first, StopFlag(), allowed=5_000)
    assert hurried.spent < leisurely.spent / 10, "move generations"


def test_a_budget_can_be_used_again(midgame: GameState, english: WordGraph) -> None:
    budget = Budget(seconds=600, rollouts=200)
    engine = Engine(english)
    assert engine.best_plays(midgame, 1, budget)[0].rollouts
    assert engine.best_plays(midgame, 1, budget)[0].rollouts


def test_results_depend_only_on_what_the_seat_can_see(
    midgame: GameState, english: WordGraph
) -> None:
    """Exchanging tiles between the other rack and the bag changes nothing that the seat can see."""
    seat = midgame.to_move
    assert seat is not None
    hidden = list(count_unseen_tiles(midgame, seat).elements())
    held = len(midgame.seats[1 - seat].rack)
    other = midgame.with_seat(1 - seat, rack=tuple(hidden[:held]))
    other = replace(other, bag=tuple(hidden[held:]))
    budget = Budget(seconds=600, rollouts=1500)
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
    found = find_highest_scoring_play(midgame, seat, english)
    assert found is not None
    scores = [
        play.score
        for play in ReferenceGenerator(make_kernel_position(midgame, seat, english)).plays()
    ]
    assert found.score == max(scores)
    assert isinstance(found.act, Play)
    assert preview_score(midgame, seat, found.act, english).total == found.score


def test_earlier_positions_can_be_analysed(midgame: GameState, english: WordGraph) -> None:
    seat = midgame.to_move
    assert seat is not None
    best = find_best_act(midgame, seat, english)
    assert isinstance(best.act, Play)
    later = apply(midgame, seat, best.act, lexicon=english, seed=bytes(32)).state
    assert find_best_act(midgame, seat, english) == best
    assert find_best_act(later, 1 - seat, english) != best
