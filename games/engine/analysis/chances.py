"""Who will win, as far as a lead and what is still in the bag tell.

What one act is worth on the average, and how far trials of it scatter, is known from rollouts.
From there on the spread of a game goes its way by chance; how far, was measured in games of two to
four static players (English tiles; 5,000 to 12,000 turns each): its variance grows by the same for
each tile in the bag, and whoever has just moved awaits less than the others by a tempo.
"""

from collections.abc import Sequence
from math import erf, exp, pi, sqrt
from typing import NamedTuple

from games.rules.game import GameState

STEPS = 48
REACH = 4.0
"""Deviations on either side over which is summed up."""


class Swing(NamedTuple):
    """``tile``: deviation of the spread of two seats from one tile in the bag. ``turn``: from one
    round of turns. ``last``: what it is once the bag is empty. ``tempo``: what it costs to have
    moved. ``usual``: equity of a usual turn. All in points."""

    tile: float
    turn: float
    last: float
    tempo: float
    usual: float


WITH_PREMIUMS = Swing(tile=9.6, turn=31.0, last=9.0, tempo=23.0, usual=35.0)
WITH_OWNERS = Swing(tile=2.35, turn=10.0, last=5.5, tempo=13.0, usual=19.0)
USUAL_SIDE = 15
TEMPO_TILES = 4
"""With so few tiles in the bag a tempo is worth half."""


def swing_of(state: GameState) -> Swing:
    """What was measured on boards of 15 squares a side; it grows with the board."""
    if state.variant.scoring.owned_tiles:
        return WITH_OWNERS
    side = max(state.layout.rows, state.layout.cols)
    return WITH_PREMIUMS._replace(tile=WITH_PREMIUMS.tile * sqrt(side / USUAL_SIDE))


def chances_after(
    state: GameState, seat: int, gain: float, variance: float | None = None
) -> tuple[float, ...]:
    """Every seat's chance of winning once ``seat`` has made an act in ``state`` that is worth
    ``gain`` points of spread, with the ``variance`` of its trials where there were any."""
    swing, bag = swing_of(state), len(state.bag)
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


def chances_at(state: GameState) -> tuple[float, ...]:
    """Every seat's chance with the turn still to be made, by the scores alone; of a game that is
    over, how it ended."""
    if (outcome := state.outcome) is not None:
        if outcome.winner is None:
            return _spread_out(state, [1 / len(state.in_play)] * len(state.in_play))
        return tuple(float(number == outcome.winner) for number in range(len(state.seats)))
    mover = state.to_move if state.to_move in state.in_play else state.in_play[0]
    gain = swing_of(state).usual if state.bag else 0.0
    return chances_after(state, mover, gain)


def settled(state: GameState, seat: int, spread: float) -> tuple[float, ...]:
    """Chances of two seats when the rest of the game brings ``seat`` exactly this spread."""
    (other,) = (number for number in state.in_play if number != seat)
    lead = state.seats[seat].score - state.seats[other].score + spread
    win = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    return tuple(
        win if number == seat else 1.0 - win if number == other else 0.0
        for number in range(len(state.seats))
    )


def _spread_out(state: GameState, chances: Sequence[float]) -> tuple[float, ...]:
    """By seat number; seats that left have no chance."""
    known = dict(zip(state.in_play, chances, strict=True))
    return tuple(round(known.get(number, 0.0), 4) for number in range(len(state.seats)))


def _win(means: Sequence[float], deviation: float) -> list[float]:
    """The chance of each of several normal figures with one deviation to be the greatest."""
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
