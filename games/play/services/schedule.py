"""When the referee and the computer players must look at a game again.

Two instants a game (``due_at`` and ``computer_at``), worked out anew after every write, so that a
worker finds its work with an indexed query and never needs to be told.
"""

import random
from collections.abc import Iterable
from datetime import datetime, timedelta

from games.common.instants import MILLISECOND, from_ms, to_ms
from games.play import store
from games.play.calendars import breaks_at, breaks_of
from games.play.chairs import away_since, seats_of
from games.play.models import Game, Room, Seat
from games.rules.breaks import Break, end_of
from games.rules.clock import MOST_LAG, Pace, out_at
from games.rules.game import GameState, Phase
from games.rules.variants import get_variant

ACCEPT_WINDOW = timedelta(seconds=30)
"""A going-out play that nobody challenges within this time counts as accepted; in live games."""

FIRST_PAUSE = timedelta(seconds=10)
LONGEST_PAUSE = timedelta(hours=6)

REMINDERS_BEFORE = (timedelta(days=3), timedelta(days=1), timedelta(hours=3))

LAPSE_AFTER = timedelta(days=30)
"""A game in which no time can be lost is given up when nobody has touched it for so long."""
LAPSE_TOLD_BEFORE = timedelta(days=3)

PATIENCE = timedelta(minutes=3)
"""How long those at a table without a clock wait for somebody who has gone away on their turn."""

HASTE = {Pace.GAME: 50, Pace.TURN: 4}
"""A computer player takes no more than this part of the time it has left for one turn."""


def forfeit_at(game: Game, off: Iterable[Break]) -> datetime | None:
    """When the seat to move loses for want of a turn, ``None`` where turns have no days; ``off``:
    the breaks of that seat."""
    days = turn_days(game.room)
    if days is None or game.moved_at is None:
        return None
    return _put_off(game.moved_at, timedelta(days=days), off)


def turn_ends_at(game: Game, seats: Iterable[Seat], mover: int) -> datetime | None:
    """When the turn of a seat ends by itself, as far as that is known; ``seats`` with their
    holders and these with their players."""
    return forfeit_at(game, breaks_at(seats, mover)) or game.due_at


def _put_off(begun: datetime, length: timedelta, off: Iterable[Break]) -> datetime:
    return from_ms(end_of(to_ms(begun), length // MILLISECOND, off))


def turn_days(room: Room) -> int | None:
    """The days for a turn: of the room's clock, or where it has none of the variant."""
    clock = room.options.get("clock", {})
    if clock.get("pace", Pace.NONE) == Pace.NONE:
        return get_variant(room.variant).turn_days
    return clock["days"] if clock["pace"] == Pace.DAYS else None


def accept_window(room: Room) -> timedelta:
    """How long a going-out play may be challenged: where turns have days, as many."""
    days = turn_days(room)
    return ACCEPT_WINDOW if days is None else timedelta(days=days)


def lapses_at(game: Game, state: GameState) -> datetime | None:
    """When a game is given up in which no time can be lost just now."""
    ticking = state.clock is not None and not state.clock.held
    if ticking or game.moved_at is None or turn_days(game.room) is not None:
        return None
    days = get_variant(game.room.variant).turn_days
    return game.moved_at + (LAPSE_AFTER if days is None else timedelta(days=days))


def deserts_at(
    game: Game, state: GameState, seats: Iterable[Seat], now: datetime
) -> datetime | None:
    """When the others need wait no longer for a seat without a clock whose holders are away, and
    do not have their days off; ``seats`` with their holders."""
    if state.clock is not None or turn_days(game.room) is not None or game.moved_at is None:
        return None
    mover = next((seat for seat in seats if seat.number == state.to_move), None)
    gone = None if mover is None else away_since(mover, now)
    if mover is None or gone is None:
        return None
    return _put_off(max(gone, game.moved_at), PATIENCE, breaks_of(mover))


def begin_time(game: Game, now: datetime) -> None:
    """Whoever is to move has the full time from now on; :func:`plan` comes after."""
    game.moved_at = now
    game.reminders_sent = 0
    game.deserted = None
    game.paused = []
    game.halts = []


def plan(game: Game, state: GameState, seats: Iterable[Seat], now: datetime) -> list[str]:
    """Set ``due_at`` and ``computer_at`` for the state the game is in. Saves nothing: returns
    the names of the fields to be saved."""
    seats = list(seats)
    computers = {seat.number for seat in seats if seat.computer_level is not None}
    game.due_at = _next_due(game, state, seats, now)
    game.computer_at = _computer_at(game, state, computers, now)
    game.kept_waiting = False
    changed = ["due_at", "computer_at", "kept_waiting", "moved_at", "reminders_sent"]
    changed += ["deserted", "paused", "halts"]
    if game.failures:
        game.failures, game.claimed_until = 0, None
        changed += ["failures", "claimed_until"]
    return changed


def reschedule(game: Game, now: datetime) -> None:
    """Plan anew, and save, after a change that was no act."""
    game.save(update_fields=plan(game, store.load(game), seats_of(game), now))


def pause_after(failures: int) -> timedelta:
    """How long a game in which something failed is left alone: twice as long each time."""
    return min(FIRST_PAUSE * 2 ** min(failures, 16), LONGEST_PAUSE)


def _next_due(
    game: Game, state: GameState, seats: Iterable[Seat], now: datetime
) -> datetime | None:
    if state.phase is Phase.OVER:
        return None
    if state.to_move in game.replying:
        return now
    if state.phase is Phase.FINAL_CHALLENGE:
        return window_ends_at(game, state, seats)
    if flag := flag_at(state):
        return flag
    if limit := forfeit_at(game, breaks_at(seats, state.to_move)):
        left = [limit - before for before in REMINDERS_BEFORE[game.reminders_sent :]]
        return next((told for told in left if game.moved_at and told > game.moved_at), limit)
    if (limit := lapses_at(game, state)) and not game.reminders_sent:
        limit -= LAPSE_TOLD_BEFORE
    deserts = deserts_at(game, state, seats, now) if game.deserted is None else None
    return min((due for due in (limit, deserts) if due is not None), default=None)


def window_ends_at(game: Game, state: GameState, seats: Iterable[Seat]) -> datetime | None:
    """When the last who may still accept or challenge a play has had the time for it, counted from
    the play; while all have agreed to a pause nobody's runs out before the game is given up."""
    if game.moved_at is None:
        return None
    if is_paused(game, state):
        return game.moved_at + LAPSE_AFTER
    window, asked = accept_window(game.room), seats_to_act(state)
    if turn_days(game.room) is None:
        return game.moved_at + window
    off = [breaks_of(seat) for seat in seats if seat.number in asked]
    return max((_put_off(game.moved_at, window, one) for one in off), default=None)


def flag_at(state: GameState) -> datetime | None:
    """When the running clock's flag falls: what was sent in time has come in by then."""
    end = None if state.clock is None else out_at(state.options.clock, state.clock)
    return None if end is None else from_ms(end + MOST_LAG)


def _computer_at(
    game: Game, state: GameState, computers: set[int], now: datetime
) -> datetime | None:
    """When a computer player begins to think. The moment before is spent here and not by the
    worker, for whom it would be one game that keeps others waiting."""
    if not computers & seats_to_act(state) or is_paused(game, state):
        return None
    if game.computer_at is not None and game.computer_at > now:
        return game.computer_at
    if not game.room.unhurried:
        return now
    return now + min(moment_of_thought(), time_to_spare(state, now))


def time_to_spare(state: GameState, now: datetime) -> timedelta:
    """The longest that whoever is to move should take for one turn, so that time lasts."""
    if state.clock is None or state.to_move is None:
        return timedelta.max
    left = max(0, state.clock.left_at(state.to_move, to_ms(now)))
    return timedelta(milliseconds=left // HASTE[state.options.clock.pace])


def moment_of_thought() -> timedelta:
    """How long a person might look at the board before a move that takes no thinking."""
    return timedelta(seconds=random.uniform(1.2, 2.4) + random.expovariate(2.0))


def is_paused(game: Game, state: GameState | None) -> bool:
    """Whether all at the table have agreed to let the clocks stand."""
    return bool(game.paused and state and state.clock and state.clock.held)


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
