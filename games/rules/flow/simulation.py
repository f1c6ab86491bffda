"""Random legal games under the real rules, with all invariants checked.

Plays are random (some tiles along a line that touches the board) and kept if the rules accept them.
``PseudoLexicon`` accepts three quarters of all letter strings, chosen by a checksum, so that games
have valid and invalid words without any dictionary. Options are drawn at random for every game;
seats challenge, accept and occasionally resign. With a clock, time passes as if players were
thinking: flags fall, and sometimes the clock is stopped or the site is down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from zlib import crc32

from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.squares import Direction, PlayPosition, Square
from games.rules.equipment.tiles import Face, LetterTile, Tile
from games.rules.flow.game import GameState, Phase, apply, can, get_max_exchange, start_game, verify
from games.rules.flow.game_clock import is_out_of_time, pause_clock, resume_clock
from games.rules.flow.invariants import check_clock, check_state, check_transition
from games.rules.plays.acts import (
    PLAY_THROUGH,
    Accept,
    Act,
    Challenge,
    Exchange,
    Flag,
    Pass,
    Play,
    PlayedLetter,
    PlayThrough,
    Resign,
    get_act_kind,
)
from games.rules.positions.options import Options
from games.rules.positions.variants import Variant, get_variant
from games.rules.time.clock import MAX_LAG, NO_CLOCK, SECOND, Pace, TimeControl

MAX_PLAY_TRIES = 40
MAX_GAME_ACTS = 5000


class PseudoLexicon:
    """Accepts three quarters of all letter strings, always the same ones."""

    def __contains__(self, word: tuple[Face, ...], /) -> bool:
        return crc32("|".join(word).encode()) % 4 != 0


@dataclass
class SimulationTally:
    """Counts of simulated games: ``acts`` by kind, ``endings`` by reason."""

    games: int
    acts: Counter[str]
    endings: Counter[str]

    @property
    def moves(self) -> int:
        return sum(self.acts.values())


def simulate_games(
    variant: str, seats: int, games: int, seed: int, clock: TimeControl = NO_CLOCK
) -> SimulationTally:
    """Play this many games; raises AssertionError if an invariant does not hold."""
    tally = SimulationTally(0, Counter(), Counter())
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
    """Play one game to its end; every tenth state is converted to JSON and back."""
    seed, now = random.randbytes(32), 0
    options = replace(
        random.choice(list_option_combinations(get_variant(variant), seats)), clock=clock
    )
    state = resume_clock(start_game(variant, options, seats, seed).state, now)
    lexicon = PseudoLexicon()
    while state.phase is not Phase.OVER:
        state, now = advance_time(state, now, random)
        seat, act = choose_act(state, random, lexicon)
        if is_out_of_time(state, now) and state.to_move is not None:
            seat, act = state.to_move, Flag()
        after = apply(state, seat, act, lexicon=lexicon, seed=seed, now=now).state
        check_transition(state, after)
        check_clock(state, after, now)
        check_state(after)
        if after.turn_number % 10 == 0:
            assert GameState.from_json(after.to_json()) == after, "JSON changed a state"
        acts[get_act_kind(type(act))] += 1
        assert after.turn_number < MAX_GAME_ACTS, "a game does not end"
        state = after
    return state


def advance_time(state: GameState, now: int, random: Random) -> tuple[GameState, int]:
    """Advance the time by a random amount, sometimes during a pause or an outage of the site."""
    if state.clock is None:
        return state, now
    control = state.options.clock
    share = 1.6 if control.pace is Pace.TURN else 25
    later = now + round(random.expovariate(share / (SECOND * control.seconds)))
    luck = random.random()
    if luck < 0.03 and not is_out_of_time(state, now, 0):
        return resume_clock(pause_clock(state, now), later), later
    if luck < 0.06:
        return replace(
            state, clock=replace(state.clock, since=state.clock.since + later - now)
        ), later
    if is_out_of_time(state, later, 0):
        # A flag falls only once no act can be under way any more.
        later += MAX_LAG
    return state, later


def list_option_combinations(variant: Variant, seats: int) -> list[Options]:
    """Return every combination of options that the variant offers for so many seats.

    >>> from games.rules.positions.variants import get_variant
    >>> len(list_option_combinations(get_variant("scrabble"), 2))
    192
    """
    combinations = product(
        variant.challenge_rules,
        variant.end_rules,
        variant.final_scorings,
        variant.exchange_minimums,
        variant.placements,
        (False, True),
    )
    return [
        options
        for challenge, end, final, minimum, placement, separate in combinations
        if _offered(
            variant,
            options := Options(challenge, end, final, minimum, placement, separate_draws=separate),
            seats,
        )
    ]


def _offered(variant: Variant, options: Options, seats: int) -> bool:
    try:
        variant.check_options(options, seats)
    except NotAllowedError:
        return False
    return True


def choose_act(state: GameState, random: Random, lexicon: PseudoLexicon) -> tuple[int, Act]:
    """Return some legal act and the seat that makes it."""
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


def _choose_turn(state: GameState, seat: int, random: Random, lexicon: PseudoLexicon) -> Act:
    play = None if random.random() < 0.1 else find_random_play(state, seat, random, lexicon)
    if play is not None:
        return play
    limit = min(get_max_exchange(state), len(state.seats[seat].rack))
    if limit and random.random() < 0.8:
        return Exchange(tuple(random.sample(state.seats[seat].rack, random.randint(1, limit))))
    return Pass()


def find_random_play(
    state: GameState, seat: int, random: Random, lexicon: PseudoLexicon
) -> Play | None:
    """Return some play that the rules accept, or ``None`` if a number of tries finds none."""
    for _ in range(MAX_PLAY_TRIES):
        play = _build_play(state, seat, random)
        try:
            verify(state, seat, play, lexicon)
        except NotAllowedError:
            continue
        return play
    return None


def _build_play(state: GameState, seat: int, random: Random) -> Play:
    """Place some tiles in a line, around those on the board, near a filled square or the start."""
    rack = state.seats[seat].rack
    tiles = random.sample(rack, random.randint(1, len(rack)))
    direction = random.choice(tuple(Direction))
    near = random.choice([s for s, _ in state.board.items()] or [state.layout.start])
    side = random.choice((direction, direction.perpendicular))
    start = near.moved(side.step, random.choice((-1, 0, 1)))
    start = start.moved(direction.back, random.randrange(len(tiles)))
    while start.moved(direction.back) in state.board:
        start = start.moved(direction.back)
    return Play(
        PlayPosition(start, direction), tuple(_fill(state, start, direction, tiles, random))
    )


def _fill(
    state: GameState, square: Square, direction: Direction, tiles: list[Tile], random: Random
) -> Iterator[PlayedLetter | PlayThrough]:
    rest = list(tiles)
    while rest or square in state.board:
        yield PLAY_THROUGH if square in state.board else _lay(state, rest.pop(), random)
        square = square.moved(direction.step)


def _lay(state: GameState, tile: Tile, random: Random) -> PlayedLetter:
    if isinstance(tile, LetterTile):
        return PlayedLetter(tile.face)
    return PlayedLetter(random.choice(state.tile_set.blank_faces), blank=True)
