"""Computer players: their acts are legal, they differ in strength, and never get stuck."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.engine import levels as levels_module
from games.engine.budget import Budget
from games.engine.levels import LEVELS, choose_act, get_level, respond_to_play
from games.engine.matches import Match, MatchTally, count_result, play_match_game
from games.rules.flow.game import GameState, Phase, apply, preview_score, verify
from games.rules.plays.acts import Accept, Act, Challenge, Exchange, Pass, Play
from games.rules.positions.options import ChallengeRule
from lexicon.graph.wordgraph import WordGraph
from tests.engine.positions import lay_board, make_state, random_games

QUICK = Budget(seconds=0.05)
ROWS = [*["." * 15] * 7, "......CARES....", *["." * 15] * 7]


def with_rule(state: GameState, rule: ChallengeRule) -> GameState:
    return replace(state, options=replace(state.options, challenge=rule))


@pytest.mark.parametrize("level", [level.number for level in LEVELS])
@pytest.mark.parametrize(
    ("variant", "tile_set", "words"),
    [("scrabble", "en", "english"), ("qwibble", "qwibble-en", "qwibble")],
)
def test_every_chosen_act_is_legal(
    level: int,
    variant: str,
    tile_set: str,
    words: str,
    common: WordGraph,
    request: pytest.FixtureRequest,
) -> None:
    graph: WordGraph = request.getfixturevalue(words)
    for state in random_games(variant, tile_set, graph, 1, seed=level):
        seat = state.to_move
        assert seat is not None
        act = choose_act(state, seat, level, graph, common, Random(level), QUICK)
        verify(state, seat, act, graph)
        if isinstance(act, Play):
            assert not preview_score(state, seat, act, graph).invalid_words


@pytest.mark.parametrize("levels", [(1, 3, 4), (2, 3, 4, 5)])
def test_more_than_two_seats_play_to_the_end(
    levels: tuple[int, ...], english: WordGraph, common: WordGraph
) -> None:
    state = play_match_game(Match(levels, english, common, seconds=0.03), seed=1)
    assert state.phase is Phase.OVER
    assert state.outcome is not None
    assert len(state.outcome.scores) == len(levels)


@pytest.mark.parametrize("level", [level.number for level in LEVELS])
def test_computers_do_not_exchange_forever(
    level: int, english: WordGraph, common: WordGraph
) -> None:
    """A level first exchanges a rack without a play, and passes after some rounds of that.

    Otherwise a game of two such racks would never end by passes.
    """
    stuck = make_state(lay_board(["." * 15] * 15), ("VVWWJQC", "VVWWJQC"))

    def answer(scoreless: int) -> Act:
        state = replace(stuck, scoreless=scoreless)
        return choose_act(state, 0, level, english, common, Random(1), QUICK)

    assert isinstance(answer(0), Exchange)
    assert isinstance(answer(levels_module.PATIENCE * 2 - 1), Exchange)
    assert answer(levels_module.PATIENCE * 2) == Pass()


def test_beginners_know_everyday_words_and_short_ones(
    english: WordGraph, common: WordGraph
) -> None:
    played = 0
    for state in random_games("scrabble", "en", common, 2, seed=8):
        seat = state.to_move
        assert seat is not None
        act = choose_act(state, seat, 1, english, common, Random(3))
        if isinstance(act, Play):
            played += 1
            for word in preview_score(state, seat, act, english).words:
                assert word.faces in common
                assert len(word.faces) <= get_level(1).longest
    assert played > 15


def test_neighbouring_levels_differ(english: WordGraph, common: WordGraph) -> None:
    for strong, weak in ((4, 3), (3, 2), (2, 1)):
        tally = MatchTally()
        for game in range(6):
            turned = game % 2
            levels = (weak, strong) if turned else (strong, weak)
            state = play_match_game(Match(levels, english, common), seed=game // 2)
            count_result(tally, state, turned, 1 - turned)
        mean, _ = tally.mean_spread()
        assert mean > 15, (strong, weak, tally)


def test_the_same_chance_gives_the_same_game(english: WordGraph, common: WordGraph) -> None:
    match = Match((2, 3), english, common)
    assert play_match_game(match, seed=4) == play_match_game(match, seed=4)


def test_lower_levels_err_only_if_allowed(english: WordGraph, common: WordGraph) -> None:
    state = make_state(lay_board(ROWS), ("AEINRTD", "Q"))
    free = with_rule(state, ChallengeRule.SINGLE)
    strict = with_rule(state, ChallengeRule.VOID)

    def count_phonies(state: GameState, level: int, allow: bool) -> int:
        acts = [
            choose_act(state, 0, level, english, common, Random(seed), allow_errors=allow)
            for seed in range(60)
        ]
        return sum(_is_phony(state, act, english) for act in acts)

    assert count_phonies(free, 1, True) > 0
    assert count_phonies(free, 1, False) == 0
    assert count_phonies(strict, 1, True) == 0
    assert count_phonies(free, 4, True) == 0


def _is_phony(state: GameState, act: Act, graph: WordGraph) -> bool:
    if not isinstance(act, Play):
        return False
    return any(word.faces not in graph for word in preview_score(state, 0, act, None).words)


def judged(state: GameState, text: tuple[str, str], level: int, words: Any, common: Any) -> float:
    """Return the share of tries in which the other seat challenges this play."""
    state = with_rule(state, ChallengeRule.SINGLE)
    play = Play.read(*text, state.tile_set)
    after = apply(state, 0, play, lexicon=words, seed=bytes(32)).state
    said = [respond_to_play(after, 1, level, words, common, Random(seed)) for seed in range(100)]
    return sum(isinstance(one, Challenge) for one in said) / len(said)


def test_phonies_are_challenged_by_level(english: WordGraph, common: WordGraph) -> None:
    state = make_state(lay_board(ROWS), ("AEINRTD", "QUIZZED"))
    phony = ("7C", "AEINRTD")
    rates = [judged(state, phony, level.number, english, common) for level in LEVELS]
    assert rates == sorted(rates)
    assert rates[0] < 0.5
    assert rates[-1] == 1.0


def test_every_level_votes_against_words_outside_the_dictionary(
    english: WordGraph, common: WordGraph
) -> None:
    state = with_rule(make_state(lay_board(ROWS), ("AEINRTD", "QUIZZED")), ChallengeRule.VOTE)
    play = Play.read("7C", "AEINRTD", state.tile_set)
    after = apply(state, 0, play, lexicon=english, seed=bytes(32)).state
    for seed in range(20):
        for level in LEVELS:
            said = respond_to_play(after, 1, level.number, english, common, Random(seed))
            assert said == Challenge()


def test_everyday_words_are_never_challenged(english: WordGraph, common: WordGraph) -> None:
    state = make_state(lay_board(ROWS), ("TAXINRD", "QUIZZED"))
    for level in LEVELS:
        assert judged(state, ("H7", "T.X"), level.number, english, common) == 0 or (
            ("T", "A", "X") not in common
        )


def test_a_valid_last_play_is_accepted(english: WordGraph, common: WordGraph) -> None:
    state = with_rule(make_state(lay_board(ROWS), ("T", "QU"), bag=()), ChallengeRule.SINGLE)
    play = Play.read("8F", "S.....", state.tile_set)
    state = state.with_seat(0, rack=state.tile_set.read("S"))
    after = apply(state, 0, play, lexicon=english, seed=bytes(32)).state
    assert after.phase is Phase.FINAL_CHALLENGE
    assert respond_to_play(after, 1, 5, english, common, Random(0)) == Accept()
    assert respond_to_play(after, 0, 5, english, common, Random(0)) is None


def test_there_is_no_response_before_a_play(english: WordGraph, common: WordGraph) -> None:
    state = make_state(lay_board(ROWS), ("AEINRTD", "Q"))
    assert respond_to_play(state, 1, 3, english, common, Random(0)) is None


@pytest.mark.falls_back
def test_a_failing_engine_still_returns_a_legal_act(
    english: WordGraph, common: WordGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = make_state(lay_board(ROWS), ("AEINRTD", "Q"))
    monkeypatch.setattr(levels_module, "Engine", _Broken)
    for level in LEVELS:
        act = choose_act(state, 0, level.number, english, common, Random(0))
        verify(state, 0, act, english)
        assert isinstance(act, Play)
    monkeypatch.setattr(levels_module, "make_kernel_position", _break)
    act = choose_act(state, 0, 5, english, common, Random(0))
    assert isinstance(act, Exchange)
    verify(state, 0, act, english)
    assert choose_act(replace(state, bag=()), 0, 5, english, common, Random(0)) == Pass()


class _Broken:
    def __init__(self, graph: WordGraph) -> None:
        raise MemoryError


def _break(*_args: object) -> None:
    raise MemoryError


def test_games_continue_without_compiled_kernels(
    english: WordGraph, common: WordGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.engine.engine.are_kernels_compiled", lambda _alphabet: False)
    monkeypatch.setattr("games.engine.engine.rank_acts", _break)
    state = make_state(lay_board(ROWS), ("AEINRTD", "Q"))
    for level in LEVELS:
        act = choose_act(state, 0, level.number, english, common, Random(0))
        assert isinstance(act, Play)
        verify(state, 0, act, english)


def test_match_tables_give_intervals() -> None:
    tally = MatchTally()
    for spread in (30, -10, 50, 20):
        tally.add(300 + spread, 300, spread > 0, spread < 0)
    part, low, high = tally.win_interval()
    assert part == 0.75
    assert 0 < low < part < high < 1
    mean, reach = tally.mean_spread()
    assert mean == 22.5
    assert reach > 20
