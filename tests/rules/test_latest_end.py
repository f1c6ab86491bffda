"""The latest end of a game: why there is none, and that no game ever lasts longer."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.rules.flow.game import GameState, Phase, apply, can, start_game
from games.rules.flow.game_clock import pause_clock, resume_clock
from games.rules.flow.latest_end import OpenEnd, find_latest_end
from games.rules.flow.simulation import PseudoLexicon, choose_act
from games.rules.plays.acts import Accept, Act, Challenge, Flag
from games.rules.positions.variants import get_variant
from games.rules.time.clock import MINUTE, SECOND, TimeControl, compute_clock_end

SEED, T0 = bytes(32), 1_700_000_000_000
WINDOW, GRACE = 30 * SECOND, 1500
LEXICON = PseudoLexicon()


def begin(clock: str, seats: int = 2, variant: str = "scrabble", **chosen: object) -> GameState:
    options = get_variant(variant).options(clock=TimeControl.read(clock), **chosen)
    return resume_clock(start_game(variant, options, seats, SEED).state, T0)


def latest(state: GameState, begun: int = T0) -> int | OpenEnd:
    return find_latest_end(state, begun, window=WINDOW, grace=GRACE)


def test_without_a_clock_no_one_can_say() -> None:
    assert latest(begin("none")) is OpenEnd.UNTIMED
    assert latest(begin("3d")) is OpenEnd.DAYS
    assert latest(begin("none", variant="qwibble")) is OpenEnd.DAYS


def test_a_clock_that_does_not_run_sets_no_end() -> None:
    assert latest(pause_clock(begin("25+0"), T0 + 1)) is OpenEnd.STOPPED


# Each seat also has 3 s of network delay and the time until a flag falls.
FLAGS = 2 * (3 * SECOND + GRACE)


@pytest.mark.parametrize(
    ("clock", "chosen", "expected"),
    [
        ("25+0", {}, 50 * MINUTE + FLAGS),
        ("25+0/5", {}, 60 * MINUTE + FLAGS),
        # Two racks, and three turns for each seat between two of their tiles.
        (
            "0:20+0",
            {"challenge": "double", "end_rule": "scoreless"},
            40 * SECOND + FLAGS + (14 + 2) * 6 * (WINDOW + GRACE),
        ),
    ],
)
def test_a_clock_for_the_game_runs_out(clock: str, chosen: dict[str, Any], expected: int) -> None:
    assert latest(begin(clock, **chosen)) == T0 + expected


def test_taken_back_plays_keep_a_game_open_while_no_clock_runs() -> None:
    """None of them is a pass, so without an end after scoreless turns there may be any number."""
    assert latest(begin("25+0", challenge="double")) is OpenEnd.CHALLENGES
    assert latest(replace(begin("25+0", challenge="five"), bag=())) is OpenEnd.CHALLENGES


@pytest.mark.parametrize(
    ("clock", "chosen"),
    [
        ("0:20+0", {}),
        ("0:20+3", {}),
        ("20s", {}),
        ("0:20+0", {"end_rule": "scoreless"}),
        ("20s", {"end_rule": "scoreless"}),
    ],
)
def test_a_challenge_that_decides_the_game_keeps_none_open(
    clock: str, chosen: dict[str, Any]
) -> None:
    """No play is ever made again, so only the last one may wait."""
    assert latest(begin("25+0", challenge="triple")) == T0 + 50 * MINUTE + FLAGS + WINDOW + GRACE
    said = 0
    for number in range(24):
        state = begin(clock, challenge="triple", **chosen)
        said += _play_slowly(state, Random(f"{clock}/{number}"))
    assert said, "no game came near its end"


def test_time_used_makes_no_difference_to_the_end() -> None:
    state = begin("25+0")
    seat, act = choose_act(state, Random(1), LEXICON)
    assert seat == state.to_move
    later = apply(state, seat, act, lexicon=LEXICON, seed=SEED, now=T0 + 5 * MINUTE).state
    assert later.clock is not None
    assert latest(later, later.clock.since) == latest(state)


@pytest.mark.parametrize("clock", ["5+3", "60s"])
def test_exchanges_keep_a_game_open_while_turns_add_time(clock: str) -> None:
    assert latest(begin(clock)) is OpenEnd.TURNS
    assert latest(begin(clock, challenge="double")) is OpenEnd.TURNS
    assert isinstance(latest(begin(clock, end_rule="scoreless")), int)
    state = begin(clock)
    near = [replace(state, bag=state.bag[:count]) for count in (6, 2)]
    ends = [latest(one) for one in near]
    assert ends == sorted(ends, reverse=True), "fewer tiles, an earlier end"
    assert ends[0] != ends[1]
    # Twenty tiles and two seats, with at most four turns for each.
    turns = (6 + 14 + 2) * 4
    each = (60 * SECOND + GRACE) if clock == "60s" else 3 * SECOND
    clocks = 6 * SECOND if clock == "60s" else 10 * MINUTE + FLAGS
    assert ends[0] == T0 + clocks + turns * each


CHOICES = [
    ("0:20+0/1", {}),
    ("0:20+0", {"challenge": "five", "end_rule": "scoreless"}),
    ("0:20+3", {}),
    ("0:20+3", {"challenge": "double", "end_rule": "scoreless"}),
    ("20s", {}),
    ("20s", {"end_rule": "scoreless"}),
    ("20s", {"challenge": "single", "end_rule": "scoreless"}),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(("clock", "chosen"), CHOICES)
def test_no_game_goes_on_after_its_latest_end(
    clock: str, chosen: dict[str, Any], seats: int
) -> None:
    """Whatever the players do and however long they think, later answers are no later either."""
    said = 0
    for number in range(12):
        said += _play_slowly(begin(clock, seats, **chosen), Random(f"{clock}/{number}"))
    assert said, "no game came near its end"


def _play_slowly(state: GameState, random: Random) -> int:
    """Play a game, and return for how many of its acts a latest end was known."""
    now = begun = T0
    bound, said = None, 0
    while state.phase is not Phase.OVER:
        end = latest(state, begun)
        if isinstance(end, int):
            assert bound is None or end <= bound
            bound, said = end, said + 1
        else:
            assert bound is None, "an end was known before"
        waited = state.phase is Phase.FINAL_CHALLENGE
        seat, act, now = _choose_late_act(state, begun, now, random)
        state = apply(state, seat, act, lexicon=LEXICON, seed=SEED, now=now).state
        if not waited and state.phase is Phase.FINAL_CHALLENGE:
            begun = now
        elif state.clock is not None and state.clock.running is not None:
            begun = state.clock.since
    assert bound is None or now <= bound
    return said


def _choose_late_act(
    state: GameState, begun: int, now: int, random: Random
) -> tuple[int, Act, int]:
    """Return a seat, its act, and when it acts: at once, soon, or too late."""
    share = 1 if random.random() < 0.03 else random.choice((0, 0, 0.01, 0.3))
    if state.phase is Phase.FINAL_CHALLENGE:
        if share < 1:
            return *choose_act(state, random, LEXICON), now
        late = next(seat for seat in state.in_play if can(state, seat, Accept))
        return late, Accept(), begun + WINDOW + GRACE
    assert state.clock is not None
    assert state.to_move is not None
    over = compute_clock_end(state.options.clock, state.clock)
    assert over is not None
    if share == 1:
        return state.to_move, Flag(), over + GRACE
    seat, act = choose_act(state, random, LEXICON)
    while state.options.challenge.decides_game and isinstance(act, Challenge) and state.bag:
        seat, act = choose_act(state, random, LEXICON)  # so that games come near their end
    return seat, act, max(now, now + round(share * (over - now)))
