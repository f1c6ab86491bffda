"""Random legal games through the real rules, with all invariants on.

Plays are built blindly (some tiles along a line that touches the board) and kept when the rules
accept them. Words are judged by ``OddLexicon``, which holds three of four letter strings, chosen
by a checksum: so games see good and bad words without any dictionary. Options are drawn for every
game; seats challenge, accept and now and then resign. With a clock, time goes by as if they
thought: flags fall, and now and then the clock is held or the site is down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from zlib import crc32

from games.rules.clock import MOST_LAG, NO_CLOCK, SECOND, Pace, TimeControl
from games.rules.errors import UnlawfulError
from games.rules.game import GameState, Phase, apply, can, most_exchanged, start_game, verify
from games.rules.invariants import check_clock, check_state, check_step
from games.rules.moves import (
    THROUGH_LETTER,
    Accept,
    Act,
    Challenge,
    Exchange,
    Flag,
    Pass,
    Play,
    PlayedLetter,
    Resign,
    Through,
)
from games.rules.options import Options
from games.rules.squares import Direction, Position, Square
from games.rules.tiles import Face, Letter, Tile
from games.rules.timing import hold_clock, is_out, run_clock
from games.rules.variants import Variant, get_variant

TRIES = 40
LONGEST_GAME = 5000


class OddLexicon:
    """Three quarters of all letter strings are words, always the same ones."""

    def __contains__(self, word: tuple[Face, ...], /) -> bool:
        return crc32("|".join(word).encode()) % 4 != 0


@dataclass
class Tally:
    """What was played. ``acts`` counts by kind, ``endings`` by reason."""

    games: int
    acts: Counter[str]
    endings: Counter[str]

    @property
    def moves(self) -> int:
        return sum(self.acts.values())


def simulate(
    variant: str, seats: int, games: int, seed: int, clock: TimeControl = NO_CLOCK
) -> Tally:
    """Play this many games; raises AssertionError when an invariant breaks."""
    tally = Tally(0, Counter(), Counter())
    for number in range(games):
        final = play_game(variant, seats, Random(f"{seed}/{number}"), tally.acts, clock)
        assert final.outcome is not None
        tally.games += 1
        tally.endings[final.outcome.reason] += 1
    return tally


def play_game(
    variant: str,
    seats: int,
    random: Random,
    acts: Counter[str],
    clock: TimeControl = NO_CLOCK,
) -> GameState:
    """One game to its end; every tenth state goes through JSON and back."""
    seed, now = random.randbytes(32), 0
    options = replace(random.choice(all_options(get_variant(variant), seats)), clock=clock)
    state = run_clock(start_game(variant, options, seats, seed).state, now)
    lexicon = OddLexicon()
    while state.phase is not Phase.OVER:
        state, now = let_time_pass(state, now, random)
        seat, act = choose_act(state, random, lexicon)
        if is_out(state, now) and state.to_move is not None:
            seat, act = state.to_move, Flag()
        after = apply(state, seat, act, lexicon=lexicon, seed=seed, now=now).state
        check_step(state, after)
        check_clock(state, after, now)
        check_state(after)
        if after.turn_number % 10 == 0:
            assert GameState.from_json(after.to_json()) == after, "JSON changed a state"
        acts[type(act).__name__.lower()] += 1
        assert after.turn_number < LONGEST_GAME, "a game does not end"
        state = after
    return state


def let_time_pass(state: GameState, now: int, random: Random) -> tuple[GameState, int]:
    """Somebody thinks; once in a while the clock stands meanwhile, or the site is down."""
    if state.clock is None:
        return state, now
    control = state.options.clock
    share = 1.6 if control.pace is Pace.TURN else 25
    later = now + round(random.expovariate(share / (SECOND * control.seconds)))
    luck = random.random()
    if luck < 0.03 and not is_out(state, now, 0):
        return run_clock(hold_clock(state, now), later), later
    if luck < 0.06:
        return replace(
            state, clock=replace(state.clock, since=state.clock.since + later - now)
        ), later
    if is_out(state, later, 0):  # it is looked at when what may have been under way has come in
        later += MOST_LAG
    return state, later


def all_options(variant: Variant, seats: int) -> list[Options]:
    """Every combination of options that the variant offers to so many seats."""
    combinations = product(
        variant.challenge_rules,
        variant.end_rules,
        variant.settlements,
        variant.exchange_minimums,
        variant.placements,
    )
    return [o for c in combinations if _offered(variant, o := Options(*c), seats)]


def _offered(variant: Variant, options: Options, seats: int) -> bool:
    try:
        variant.check_options(options, seats)
    except UnlawfulError:
        return False
    return True


def choose_act(state: GameState, random: Random, lexicon: OddLexicon) -> tuple[int, Act]:
    """Some legal act of some seat."""
    challengers = [seat for seat in state.in_play if can(state, seat, Challenge)]
    if state.phase is Phase.FINAL_CHALLENGE:
        seat = random.choice(challengers)
        return seat, random.choice((Challenge(), Accept()))
    if challengers and random.random() < 0.2:
        return random.choice(challengers), Challenge()
    if random.random() < 0.005:
        return random.choice(state.in_play), Resign()
    assert state.to_move is not None
    return state.to_move, _choose_turn(state, state.to_move, random, lexicon)


def _choose_turn(state: GameState, seat: int, random: Random, lexicon: OddLexicon) -> Act:
    play = None if random.random() < 0.1 else _find_play(state, seat, random, lexicon)
    if play is not None:
        return play
    most = min(most_exchanged(state), len(state.seats[seat].rack))
    if most and random.random() < 0.8:
        return Exchange(tuple(random.sample(state.seats[seat].rack, random.randint(1, most))))
    return Pass()


def _find_play(state: GameState, seat: int, random: Random, lexicon: OddLexicon) -> Play | None:
    for _ in range(TRIES):
        play = _build_play(state, seat, random)
        try:
            verify(state, seat, play, lexicon)
        except UnlawfulError:
            continue
        return play
    return None


def _build_play(state: GameState, seat: int, random: Random) -> Play:
    """Some tiles in a line, through what lies there, near a filled square or the start."""
    rack = state.seats[seat].rack
    tiles = random.sample(rack, random.randint(1, len(rack)))
    direction = random.choice(tuple(Direction))
    near = random.choice([s for s, _ in state.board.items()] or [state.layout.start])
    side = random.choice((direction, direction.across))
    start = near.moved(side.step, random.choice((-1, 0, 1)))
    start = start.moved(direction.back, random.randrange(len(tiles)))
    while start.moved(direction.back) in state.board:
        start = start.moved(direction.back)
    return Play(Position(start, direction), tuple(_fill(state, start, direction, tiles, random)))


def _fill(
    state: GameState, square: Square, direction: Direction, tiles: list[Tile], random: Random
) -> Iterator[PlayedLetter | Through]:
    rest = list(tiles)
    while rest or square in state.board:
        yield THROUGH_LETTER if square in state.board else _lay(state, rest.pop(), random)
        square = square.moved(direction.step)


def _lay(state: GameState, tile: Tile, random: Random) -> PlayedLetter:
    if isinstance(tile, Letter):
        return PlayedLetter(tile.face)
    return PlayedLetter(random.choice(state.tile_set.blank_faces), blank=True)
