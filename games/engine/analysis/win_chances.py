"""Estimate each seat's chance of winning from the scores and the tiles left in the bag.

Rollouts give the mean and the variance of what an act is worth. From there on the spread of a game
is modelled as a random walk whose size was measured in games of two to four static players (English
tiles; 5,000 to 12,000 turns each): its variance grows equally for each tile in the bag, and the
player who has just moved can expect less than the others by a tempo.
"""

from collections.abc import Sequence
from math import erf, exp, pi, sqrt
from typing import NamedTuple

from games.rules.flow.game import GameState

# Steps of the numerical integral.
STEPS = 48
REACH = 4.0
"""Standard deviations on either side that the numerical integral covers."""


class SpreadModel(NamedTuple):
    """The parameters of the random walk, in points."""

    # Standard deviation of the spread between two seats from one tile in the bag.
    tile: float
    # Standard deviation from one round of turns.
    turn: float
    # The same once the bag is empty.
    last: float
    # What it costs to have just moved.
    tempo: float
    # Equity of an average turn.
    usual: float


WITH_PREMIUMS = SpreadModel(tile=9.6, turn=31.0, last=9.0, tempo=23.0, usual=35.0)
WITH_OWNERS = SpreadModel(tile=2.35, turn=10.0, last=5.5, tempo=13.0, usual=19.0)
DEFAULT_SIDE = 15
TEMPO_TILES = 4
"""With this many tiles in the bag, a tempo is worth half."""


def get_spread_model(state: GameState) -> SpreadModel:
    """Return the parameters, measured on boards of 15 by 15 squares; they grow with the board."""
    if state.variant.scoring.owned_tiles:
        return WITH_OWNERS
    side = max(state.layout.rows, state.layout.cols)
    return WITH_PREMIUMS._replace(tile=WITH_PREMIUMS.tile * sqrt(side / DEFAULT_SIDE))


def estimate_chances_after(
    state: GameState, seat: int, gain: float, variance: float | None = None
) -> tuple[float, ...]:
    """Return every seat's chance of winning after ``seat`` has made an act worth ``gain`` points of
    spread.

    ``state`` is the state before the act; ``variance`` is that of the act's rollouts, if there are
    any.
    """
    swing, bag = get_spread_model(state), len(state.bag)
    playing = state.in_play
    if variance is None:
        variance = swing.turn**2 if bag else swing.last**2
    others = max(1, len(playing) - 1)
    own = swing.tile**2 * bag / len(playing) + variance / (1 + 1 / others)
    tempo = swing.tempo * bag / (bag + TEMPO_TILES)
    means = [
        state.seats[number].score + (gain - tempo if number == seat else 0.0) for number in playing
    ]
    return _spread_out(state, _win(means, sqrt(max(own, 1e-6))))


def estimate_chances(state: GameState) -> tuple[float, ...]:
    """Return every seat's chance before the next turn from the scores alone, or the result if the
    game is over."""
    if (outcome := state.outcome) is not None:
        if outcome.winner is None:
            return _spread_out(state, [1 / len(state.in_play)] * len(state.in_play))
        return tuple(float(number == outcome.winner) for number in range(len(state.seats)))
    mover = state.to_move if state.to_move in state.in_play else state.in_play[0]
    gain = get_spread_model(state).usual if state.bag else 0.0
    return estimate_chances_after(state, mover, gain)


def settle_chances(state: GameState, seat: int, spread: float) -> tuple[float, ...]:
    """Return the chances of two seats if the rest of the game brings ``seat`` exactly this
    spread."""
    (other,) = (number for number in state.in_play if number != seat)
    lead = state.seats[seat].score - state.seats[other].score + spread
    win = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    return tuple(
        win if number == seat else 1.0 - win if number == other else 0.0
        for number in range(len(state.seats))
    )


def _spread_out(state: GameState, chances: Sequence[float]) -> tuple[float, ...]:
    """List the chances by seat number; seats that left have none."""
    known = dict(zip(state.in_play, chances, strict=True))
    return tuple(round(known.get(number, 0.0), 4) for number in range(len(state.seats)))


def _win(means: Sequence[float], deviation: float) -> list[float]:
    """Return for each of several normal variables of equal deviation the chance of being the
    greatest."""
    if len(means) == 1:
        return [1.0]
    if len(means) == 2:
        win = 0.5 + 0.5 * erf((means[0] - means[1]) / deviation / 2)
        return [win, 1.0 - win]
    width = 2 * REACH / STEPS
    wins = [0.0] * len(means)
    for step in range(STEPS):
        z = (step + 0.5) * width - REACH
        weight = width * exp(-z * z / 2) / sqrt(2 * pi)
        for i, mean in enumerate(means):
            part = weight
            for j, other in enumerate(means):
                if j != i:
                    part *= 0.5 * (1 + erf((mean - other) / deviation / sqrt(2) + z / sqrt(2)))
            wins[i] += part
    total = sum(wins)
    return [win / total for win in wins]
