"""When the referee and the computer players must look at a game again.

Two instants a game (``due_at`` and ``computer_at``), worked out anew after every write, so that a
worker finds its work with an indexed query and never needs to be told.
"""

import random
from collections.abc import Iterable
from datetime import datetime, timedelta

from games.play import store
from games.play.models import Game, Seat
from games.rules.game import GameState, Phase
from games.rules.variants import get_variant

ACCEPT_WINDOW = timedelta(seconds=30)
"""A going-out play that nobody challenges within this time counts as accepted."""

FIRST_PAUSE = timedelta(seconds=10)
LONGEST_PAUSE = timedelta(hours=6)

REMINDERS_BEFORE = (timedelta(days=3), timedelta(days=1), timedelta(hours=3))


def forfeit_at(game: Game) -> datetime | None:
    """When the seat to move loses for want of a turn, ``None`` where the variant sets no limit."""
    days = get_variant(game.room.variant).turn_days
    if days is None or game.moved_at is None:
        return None
    return game.moved_at + timedelta(days=days)


def begin_time(game: Game, now: datetime) -> None:
    """Whoever is to move has the full time from now on; :func:`plan` comes after."""
    game.moved_at = now
    game.reminders_sent = 0


def plan(game: Game, state: GameState, seats: Iterable[Seat], now: datetime) -> list[str]:
    """Set ``due_at`` and ``computer_at`` for the state the game is in. Saves nothing: returns
    the names of the fields to be saved."""
    computers = {seat.number for seat in seats if seat.computer_level is not None}
    game.due_at = _next_due(game, state, now)
    game.computer_at = _computer_at(game, state, computers, now)
    game.kept_waiting = False
    changed = ["due_at", "computer_at", "kept_waiting", "moved_at", "reminders_sent"]
    if game.failures:
        game.failures, game.claimed_until = 0, None
        changed += ["failures", "claimed_until"]
    return changed


def reschedule(game: Game, now: datetime) -> None:
    """Plan anew, and save, after a change that was no act."""
    game.save(update_fields=plan(game, store.load(game), game.seats.all(), now))


def pause_after(failures: int) -> timedelta:
    """How long a game in which something failed is left alone: twice as long each time."""
    return min(FIRST_PAUSE * 2 ** min(failures, 16), LONGEST_PAUSE)


def _next_due(game: Game, state: GameState, now: datetime) -> datetime | None:
    if state.phase is Phase.OVER:
        return None
    if state.phase is Phase.FINAL_CHALLENGE:
        return now + ACCEPT_WINDOW
    limit = forfeit_at(game)
    if limit is None:
        return None
    left = REMINDERS_BEFORE[game.reminders_sent :]
    return limit - left[0] if left else limit


def _computer_at(
    game: Game, state: GameState, computers: set[int], now: datetime
) -> datetime | None:
    """When a computer player begins to think. The moment before is spent here and not by the
    worker, for whom it would be one game that keeps others waiting."""
    if not computers & seats_to_act(state):
        return None
    if game.computer_at is not None and game.computer_at > now:
        return game.computer_at
    return now + moment_of_thought() if game.room.unhurried else now


def moment_of_thought() -> timedelta:
    """How long a person might look at the board before a move that takes no thinking."""
    return timedelta(seconds=random.uniform(1.2, 2.4) + random.expovariate(2.0))


def seats_to_act(state: GameState) -> set[int]:
    """The seats the game waits for: the one to move, or all that have not yet accepted."""
    if state.phase is Phase.OVER:
        return set()
    if state.phase is Phase.FINAL_CHALLENGE and state.pending is not None:
        return {
            number
            for number, seat in enumerate(state.seats)
            if seat.in_play and not seat.accepted and number != state.pending.seat
        }
    return set() if state.to_move is None else {state.to_move}
