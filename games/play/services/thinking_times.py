"""How long a computer player takes for a turn, so that it looks unhurried and its time lasts."""

import random
from datetime import datetime, timedelta

from games.rules.flow.game import GameState
from games.rules.time.clock import Pace
from scrabble_site.shared.instants import to_ms

TIME_DIVISOR = {Pace.GAME: 50, Pace.TURN: 4}
"""By pace: a computer player uses at most its remaining time divided by this for one turn."""


def get_time_to_spare(state: GameState, now: datetime) -> timedelta:
    """Return how long the seat to move may take for one turn so that its time lasts;
    ``timedelta.max`` without a clock."""
    if state.clock is None or state.to_move is None:
        return timedelta.max
    left = max(0, state.clock.left_at(state.to_move, to_ms(now)))
    return timedelta(milliseconds=left // TIME_DIVISOR[state.options.clock.pace])


def get_thinking_delay() -> timedelta:
    """Return how long a person might look at the board before an easy move, a random time."""
    return timedelta(seconds=random.uniform(1.2, 2.4) + random.expovariate(2.0))
