"""Computer players: their acts are legal, they differ in strength, and never get stuck."""

from dataclasses import replace
from random import Random
from statistics import mean
from typing import Any

import pytest
from django.utils import translation

from games.common.names import RESERVED_LEVELS
from games.engine import levels as levels_module
from games.engine.budget import Budget
from games.engine.levels import LEVELS, choose_act, respond_to_play
from games.engine.matches import Match, MatchTally, count_result, play_match_game
from games.play.perspective.wording import LEVEL_LABELS
from games.play.terms.computer_levels import LEVEL_RATINGS
from games.rules.flow.game import GameState, Phase, apply, preview_score, verify
from games.rules.plays.acts import Accept, Act, Challenge, Exchange, Pass, Play
from games.rules.positions.options import ChallengeRule
from lexicon.graph.wordgraph import WordGraph
from lexicon.lists.frequencies import WordFrequencies
from tests.engine.positions import lay_board, make_state, random_games

QUICK = Budget(seconds=0.05)
ROWS = [*["." * 15] * 7, "......CARES....", *["." * 15] * 7]


def with_rule(state: GameState, rule: ChallengeRule) -> GameState:
    return replace(state, options=replace(state.options, challenge=rule))


@pytest.mark.sampled(1, 5, 9)
@pytest.mark.parametrize("level", [level.code for level in LEVELS])
@pytest.mark.parametrize(
    ("variant", "tile_set", "words"),
    [("scrabble", "en", "english"), ("qwibble", "qwibble-en", "qwibble")],
)
def test_every_chosen_act_is_legal(
    level: int,
    variant: str,
    tile_set: str,
    words: str,
    frequencies: WordFrequencies,
    request: pytest.FixtureRequest,
) -> None:
    graph: WordGraph = request.getfixturevalue(words)
    for state in random_games(variant, tile_set, graph, 1, seed=level):
        seat = state.to_move
        assert seat is not None
        act = choose_act(state, seat, level, graph, frequencies, Random(level), QUICK)
        verify(state, seat, act, graph)
        if isinstance(act, Play):
            assert not preview_score(state, seat, act, graph).invalid_words


@pytest.mark.parametrize("levels", [(1, 3, 4), (2, 3, 4, 5)])
def test_more_than_two_seats_play_to_the_end(
    levels: tuple[int, ...], english: WordGraph, frequencies: WordFrequencies
) -> None:
    state = play_match_game(Match(levels, english, frequencies, seconds=0.03), seed=1)
    assert state.phase is Phase.OVER
    assert state.outcome is not None
    assert len(state.outcome.scores) == len(levels)


@pytest.mark.sampled(1, 5, 9)
@pytest.mark.parametrize("level", [level.code for level in LEVELS])
def test_computers_do_not_exchange_forever(
    level: int, english: WordGraph, frequencies: WordFrequencies
) -> None:
    """A level first exchanges a rack without a play, and passes after some rounds of that.

    Otherwise a game of two such racks would never end by passes.
    """
    stuck = make_state(lay_board(["." * 15] * 15), ("VVWWJQC", "VVWWJQC"))

    def answer(scoreless: int) -> Act:
        state = replace(stuck, scoreless=scoreless)
        return choose_act(state, 0, level, english, frequencies, Random(1), QUICK)

    assert isinstance(answer(0), Exchange)
    assert isinstance(answer(levels_module.PATIENCE * 2 - 1), Exchange)
    assert answer(levels_module.PATIENCE * 2) == Pass()


def play_turns(
    level: int, english: WordGraph, frequencies: WordFrequencies, games: int = 2
) -> list[tuple[GameState, Play]]:
    """Return what a level plays in positions of random games."""
    turns = []
    for state in random_games("scrabble", "en", english, games, seed=8):
        seat = state.to_move
        assert seat is not None
        act = choose_act(state, seat, level, english, frequencies, Random(3), QUICK)
        if isinstance(act, Play):
            turns.append((state, act))
    return turns


def get_rarest(state: GameState, play: Play, frequencies: WordFrequencies) -> float:
    assert state.to_move is not None
    words = preview_score(state, state.to_move, play, None).words
    return min(frequencies.get(word.faces) for word in words)


def test_weak_levels_play_short_everyday_words_and_strong_ones_any(
    english: WordGraph, frequencies: WordFrequencies
) -> None:
    rarity, lengths, shares = [], [], []
    for level in (LEVELS[0], LEVELS[3], LEVELS[6], LEVELS[-1]):
        turns = play_turns(level.code, english, frequencies)
        assert len(turns) > 15
        zipfs = [get_rarest(state, play, frequencies) for state, play in turns]
        rarity.append(mean(zipfs))
        shares.append(mean(zipf < 1.5 for zipf in zipfs))
        lengths.append(mean(len(play.tiles()) for _state, play in turns))
    assert rarity == sorted(rarity, reverse=True), rarity
    assert lengths == sorted(lengths), lengths
    assert shares[0] < 0.1, shares


def test_blanks_are_not_spent_on_small_plays(
    english: WordGraph, frequencies: WordFrequencies
) -> None:
    """Everyone keeps a blank for a better play, also those who do not weigh what they keep."""
    state = make_state(lay_board(ROWS), ("AEIOUD?", "QUIZZED"))
    for level in LEVELS[:-1]:
        for seed in range(10):
            act = choose_act(state, 0, level.code, english, frequencies, Random(seed))
            if isinstance(act, Play) and any(letter.blank for _square, letter in act.placed()):
                assert preview_score(state, 0, act, english).total > 25


def test_levels_two_steps_apart_differ(english: WordGraph, frequencies: WordFrequencies) -> None:
    for weak, strong in zip(LEVELS[:-3], LEVELS[2:-1], strict=True):
        tally = MatchTally()
        for game in range(8):
            turned = game % 2
            levels = (weak.code, strong.code) if turned else (strong.code, weak.code)
            state = play_match_game(Match(levels, english, frequencies), seed=game // 2)
            count_result(tally, state, turned, 1 - turned)
        mean_spread, _ = tally.mean_spread()
        assert mean_spread > 15, (strong.name, weak.name, tally)


def test_the_site_offers_the_levels_of_the_engine() -> None:
    assert [level.code for level in LEVELS] == list(LEVEL_RATINGS) == list(LEVEL_LABELS)
    with translation.override("en"):
        names = [str(label).lower() for label in LEVEL_LABELS.values()]
    assert [level.name for level in LEVELS] == names
    assert set(names) == RESERVED_LEVELS
    ratings = list(LEVEL_RATINGS.values())
    assert ratings == sorted(ratings)


def test_a_level_without_frequencies_goes_by_length(english: WordGraph) -> None:
    turns = play_turns(LEVELS[0].code, english, WordFrequencies({}))
    assert len(turns) > 15
    assert mean(len(play.tiles()) for _state, play in turns) < 4


def test_the_same_chance_gives_the_same_game(
    english: WordGraph, frequencies: WordFrequencies
) -> None:
    match = Match((2, 3), english, frequencies)
    assert play_match_game(match, seed=4) == play_match_game(match, seed=4)


def test_lower_levels_err_only_if_allowed(english: WordGraph, frequencies: WordFrequencies) -> None:
    state = make_state(lay_board(ROWS), ("AEINRTD", "Q"))
    free = with_rule(state, ChallengeRule.SINGLE)
    strict = with_rule(state, ChallengeRule.VOID)

    def count_phonies(state: GameState, level: int, allow: bool) -> int:
        acts = [
            choose_act(state, 0, level, english, frequencies, Random(seed), allow_errors=allow)
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


def judged(
    state: GameState, text: tuple[str, str], level: int, words: Any, frequencies: Any
) -> float:
    """Return the share of tries in which the other seat challenges this play."""
    state = with_rule(state, ChallengeRule.SINGLE)
    play = Play.read(*text, state.tile_set)
    after = apply(state, 0, play, lexicon=words, seed=bytes(32)).state
    said = [
        respond_to_play(after, 1, level, words, frequencies, Random(seed)) for seed in range(100)
    ]
    return sum(isinstance(one, Challenge) for one in said) / len(said)


def test_phonies_are_challenged_by_level(english: WordGraph, frequencies: WordFrequencies) -> None:
    state = make_state(lay_board(ROWS), ("AEINRTD", "QUIZZED"))
    phony = ("7C", "AEINRTD")
    rates = [judged(state, phony, level.code, english, frequencies) for level in LEVELS]
    assert rates == sorted(rates)
    assert rates[0] < 0.5
    assert rates[-1] == 1.0


def test_every_level_votes_against_words_outside_the_dictionary(
    english: WordGraph, frequencies: WordFrequencies
) -> None:
    state = with_rule(make_state(lay_board(ROWS), ("AEINRTD", "QUIZZED")), ChallengeRule.VOTE)
    play = Play.read("7C", "AEINRTD", state.tile_set)
    after = apply(state, 0, play, lexicon=english, seed=bytes(32)).state
    for seed in range(20):
        for level in LEVELS:
            said = respond_to_play(after, 1, level.code, english, frequencies, Random(seed))
            assert said == Challenge()


def test_everyday_words_are_never_challenged(
    english: WordGraph, frequencies: WordFrequencies
) -> None:
    state = make_state(lay_board(ROWS), ("TAXINRD", "QUIZZED"))
    for level in LEVELS:
        assert judged(state, ("H7", "T.X"), level.code, english, frequencies) == 0


def test_a_valid_last_play_is_accepted(english: WordGraph, frequencies: WordFrequencies) -> None:
    state = with_rule(make_state(lay_board(ROWS), ("T", "QU"), bag=()), ChallengeRule.SINGLE)
    play = Play.read("8F", "S.....", state.tile_set)
    state = state.with_seat(0, rack=state.tile_set.read("S"))
    after = apply(state, 0, play, lexicon=english, seed=bytes(32)).state
    assert after.phase is Phase.FINAL_CHALLENGE
    assert respond_to_play(after, 1, 5, english, frequencies, Random(0)) == Accept()
    assert respond_to_play(after, 0, 5, english, frequencies, Random(0)) is None


def test_there_is_no_response_before_a_play(
    english: WordGraph, frequencies: WordFrequencies
) -> None:
    state = make_state(lay_board(ROWS), ("AEINRTD", "Q"))
    assert respond_to_play(state, 1, 3, english, frequencies, Random(0)) is None


@pytest.mark.falls_back
def test_a_failing_engine_still_returns_a_legal_act(
    english: WordGraph, frequencies: WordFrequencies, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = make_state(lay_board(ROWS), ("AEINRTD", "Q"))
    monkeypatch.setattr(levels_module, "Engine", _Broken)
    for level in LEVELS:
        act = choose_act(state, 0, level.code, english, frequencies, Random(0))
        verify(state, 0, act, english)
        assert isinstance(act, Play)
    monkeypatch.setattr(levels_module, "make_kernel_position", _break)
    act = choose_act(state, 0, 5, english, frequencies, Random(0))
    assert isinstance(act, Exchange)
    verify(state, 0, act, english)
    assert choose_act(replace(state, bag=()), 0, 5, english, frequencies, Random(0)) == Pass()


class _Broken:
    def __init__(self, graph: WordGraph) -> None:
        raise MemoryError


def _break(*_args: object) -> None:
    raise MemoryError


def test_games_continue_without_compiled_kernels(
    english: WordGraph, frequencies: WordFrequencies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.engine.engine.are_kernels_compiled", lambda _alphabet: False)
    monkeypatch.setattr("games.engine.engine.rank_acts", _break)
    state = make_state(lay_board(ROWS), ("AEINRTD", "Q"))
    for level in LEVELS:
        act = choose_act(state, 0, level.code, english, frequencies, Random(0))
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
