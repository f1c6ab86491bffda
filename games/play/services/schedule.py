"""Planning when the referee and the computer players have to handle a game again.

Each game has two instants, ``due_at`` and ``computer_at``. Every write updates them, so a worker
finds its work with an indexed query and needs no messages.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import prefetch_related_objects

from games.play import store
from games.play.models import Game, Room, Seat
from games.play.services.thinking_times import get_thinking_delay, get_time_to_spare
from games.play.terms.days_off import list_breaks_at, list_seat_breaks
from games.play.terms.seating import find_away_since, list_seats
from games.rules.flow.game import GameState, Phase
from games.rules.positions.variants import get_variant
from games.rules.time.breaks import Break, compute_end
from games.rules.time.clock import MAX_LAG, Pace, compute_clock_end
from scrabble_site.shared.instants import MILLISECOND, from_ms, to_ms

ACCEPT_WINDOW = timedelta(seconds=30)
"""In live games, a going-out play that no one challenges within this time counts as accepted."""

# Pauses after failures, so that one broken game does not keep the worker busy.
FIRST_RETRY_DELAY = timedelta(seconds=10)
MAX_RETRY_DELAY = timedelta(hours=6)

# How long before the end of a turn of several days its player is reminded.
REMINDERS_BEFORE = (timedelta(days=3), timedelta(days=1), timedelta(hours=3))

EXPIRY_TIME = timedelta(days=30)
"""A game without any time limit lapses when no one has moved for this long."""
# The players are told this long before the game lapses.
EXPIRY_NOTICE = timedelta(days=3)

ABSENCE_VOTE_AFTER = timedelta(minutes=10)
"""How long the others at a table without a clock wait for a player who went away on their turn."""

LONG_ABSENCE = timedelta(hours=1)
"""After this long an absence they may go on without that seat, or end the game."""

ARRIVAL_GRACE = MAX_LAG * MILLISECOND + timedelta(seconds=1)
"""How long after the end of a live time the referee acts: a command sent in time has arrived by
then, and every web process has noticed it (:mod:`games.common.waiting_commands`)."""


def get_forfeit_time(game: Game, off: Iterable[Break]) -> datetime | None:
    """Return when the seat to move loses because its days have run out.

    Returns ``None`` if turns are not limited to days. ``off`` are the breaks of that seat.
    """
    days = get_turn_days(game.room)
    if days is None or game.moved_at is None:
        return None
    return _extend_by_breaks(game.moved_at, timedelta(days=days), off)


def get_turn_end(game: Game, seats: Iterable[Seat], mover: int) -> datetime | None:
    """Return when the turn of a seat ends without a move, as far as that is known.

    ``seats`` come with their holders and the holders' players.
    """
    return get_forfeit_time(game, list_breaks_at(seats, mover)) or game.due_at


def _extend_by_breaks(begun: datetime, length: timedelta, off: Iterable[Break]) -> datetime:
    return from_ms(compute_end(to_ms(begun), length // MILLISECOND, off))


def get_turn_days(room: Room) -> int | None:
    """Return how many days a turn may take, or ``None`` if it is not limited to days.

    Rooms without a clock have the limit of their variant.
    """
    clock = room.options.get("clock", {})
    if clock.get("pace", Pace.NONE) == Pace.NONE:
        return get_variant(room.variant).turn_days
    return clock["days"] if clock["pace"] == Pace.DAYS else None


def get_accept_window(room: Room) -> timedelta:
    """Return how long a going-out play may be challenged: as long as a turn, if turns have days."""
    days = get_turn_days(room)
    return ACCEPT_WINDOW if days is None else timedelta(days=days)


def get_expiry_time(game: Game, state: GameState) -> datetime | None:
    """Return when the game lapses, or ``None`` while time can run out for someone."""
    ticking = state.clock is not None and not state.clock.held
    if ticking or game.moved_at is None or get_turn_days(game.room) is not None:
        return None
    days = get_variant(game.room.variant).turn_days
    return game.moved_at + (EXPIRY_TIME if days is None else timedelta(days=days))


def find_missing_since(
    game: Game, state: GameState, seats: Iterable[Seat], now: datetime
) -> datetime | None:
    """Return since when no one has been there for the seat to move, in a game without a clock.

    Returns ``None`` if a holder is there, or if the game has a time limit. ``seats`` come with
    their holders.
    """
    if state.clock is not None or get_turn_days(game.room) is not None or game.moved_at is None:
        return None
    mover = next((seat for seat in seats if seat.number == state.to_move), None)
    away_since = None if mover is None else find_away_since(mover, now)
    return None if away_since is None else max(away_since, game.moved_at)


def get_absence_vote_time(
    game: Game, state: GameState, seats: Iterable[Seat], now: datetime
) -> datetime | None:
    """Return when the others may decide about the seat to move because its holders are away.

    Days off of the holders do not count as absence. Returns ``None`` if no one is missing or the
    game has a time limit. ``seats`` come with their holders.
    """
    seats = list(seats)
    since = find_missing_since(game, state, seats, now)
    if since is None:
        return None
    instant = _extend_by_breaks(since, ABSENCE_VOTE_AFTER, list_breaks_at(seats, state.to_move))
    again = (game.absence or {}).get("again")
    return instant if again is None else max(instant, from_ms(again))


def get_long_absence_time(game: Game, seats: Iterable[Seat]) -> datetime | None:
    """Return when the absence of the missing seat becomes a long one.

    Returns ``None`` if it already is, or if no seat is missing.
    """
    known = game.absence or {}
    if game.absent_seat is None or known.get("long") or "since" not in known:
        return None
    return _extend_by_breaks(
        from_ms(known["since"]), LONG_ABSENCE, list_breaks_at(seats, game.absent_seat)
    )


def begin_turn_time(game: Game, now: datetime) -> None:
    """Give the seat to move its full time from now on. Call :func:`plan_game` afterwards."""
    game.moved_at = now
    game.reminders_sent = 0
    game.absent_seat = None
    game.absence = None
    game.paused = []
    game.pauses = []


def plan_game(game: Game, state: GameState, seats: Iterable[Seat], now: datetime) -> list[str]:
    """Set ``due_at`` and ``computer_at`` for the present state.

    Saves nothing, but returns the names of the fields that the caller has to save.
    """
    seats = list(seats)
    computers = {seat.number for seat in seats if seat.computer_level is not None}
    game.due_at = _get_next_due(game, state, seats, now)
    game.computer_at = _get_computer_time(game, state, computers, now)
    game.busy_shown = False
    changed = ["due_at", "computer_at", "busy_shown", "moved_at", "reminders_sent"]
    changed += ["absent_seat", "absence", "paused", "pauses"]
    # This attempt has succeeded, so the next failure is the first in a row.
    if game.failures:
        game.failures, game.claimed_until = 0, None
        changed += ["failures", "claimed_until"]
    return changed


def replan_game(game: Game, now: datetime) -> None:
    """Plan a game again after a change other than an act, and save it."""
    game.save(update_fields=plan_game(game, store.load_state(game), list_seats(game), now))


def replan_games(games: Sequence[Game], now: datetime) -> None:
    """Plan several games again, with the same few statements however many there are.

    ``games`` come with their rooms, which the caller has locked.
    """
    prefetch_related_objects(games, "seats__holders__player")
    changed: set[str] = set()
    for game in games:
        changed |= {*plan_game(game, store.load_public_state(game), game.seats.all(), now)}
    if changed:
        Game.objects.bulk_update(games, sorted(changed))


def get_retry_delay(failures: int) -> timedelta:
    """Return how long to wait after a number of failures in a row; it doubles each time."""
    return min(FIRST_RETRY_DELAY * 2 ** min(failures, 16), MAX_RETRY_DELAY)


def _get_next_due(
    game: Game, state: GameState, seats: Iterable[Seat], now: datetime
) -> datetime | None:
    if state.phase is Phase.OVER:
        # A game that is held at its table: the referee closes it.
        return now if game.room.twin_id is not None and game.ended_at is None else None
    # The referee plays a stored reply at once.
    if state.to_move in game.seats_with_replies:
        return now
    if state.phase is Phase.FINAL_CHALLENGE:
        end = get_accept_window_end(game, state, seats)
        live = get_turn_days(game.room) is None and not is_paused(game, state)
        return end + ARRIVAL_GRACE if live and end is not None else end
    if flag := get_flag_time(state):
        return flag
    if limit := get_forfeit_time(game, list_breaks_at(seats, state.to_move)):
        left = [limit - before for before in REMINDERS_BEFORE[game.reminders_sent :]]
        # A reminder is skipped if its time had passed already when the turn began.
        return next((moment for moment in left if game.moved_at and moment > game.moved_at), limit)
    if (limit := get_expiry_time(game, state)) and not game.reminders_sent:
        limit -= EXPIRY_NOTICE
    missed = game.absent_seat is not None
    deserts = (
        get_long_absence_time(game, seats)
        if missed
        else get_absence_vote_time(game, state, seats, now)
    )
    return min((due for due in (limit, deserts) if due is not None), default=None)


def get_accept_window_end(game: Game, state: GameState, seats: Iterable[Seat]) -> datetime | None:
    """Return when a going-out play counts as accepted by everyone.

    Seats with days off have until the last of their windows ends. While all have agreed to a pause,
    the window stays open until the game would lapse.
    """
    if game.moved_at is None:
        return None
    if is_paused(game, state):
        return game.moved_at + EXPIRY_TIME
    window, acting = get_accept_window(game.room), list_seats_to_act(state)
    if get_turn_days(game.room) is None:
        return game.moved_at + window
    off = [list_seat_breaks(seat) for seat in seats if seat.number in acting]
    return max((_extend_by_breaks(game.moved_at, window, one) for one in off), default=None)


def get_flag_time(state: GameState) -> datetime | None:
    """Return when the referee lets the flag of the running clock fall, or ``None``.

    It waits a little longer than the clock: see ``ARRIVAL_GRACE``.
    """
    end = None if state.clock is None else compute_clock_end(state.options.clock, state.clock)
    return None if end is None else from_ms(end) + ARRIVAL_GRACE


def is_window_closed(game: Game, state: GameState, seats: Iterable[Seat], arrived: int) -> bool:
    """Return whether a challenge that arrived at this time, in milliseconds, was sent too late.

    The longest possible lag is allowed for. Only live games have a window of seconds.
    """
    if state.phase is not Phase.FINAL_CHALLENGE or get_turn_days(game.room) is not None:
        return False
    end = get_accept_window_end(game, state, seats)
    return end is not None and arrived - MAX_LAG >= to_ms(end)


def _get_computer_time(
    game: Game, state: GameState, computers: set[int], now: datetime
) -> datetime | None:
    """Return when a computer player may begin to think, or ``None`` if it is not its turn.

    The wait that makes it look unhurried is scheduled here. If the worker slept instead, other
    games would have to wait.
    """
    if not computers & list_seats_to_act(state) or is_paused(game, state):
        return None
    if game.computer_at is not None and game.computer_at > now:
        return game.computer_at
    if not game.room.simulate_thinking:
        return now
    return now + min(get_thinking_delay(), get_time_to_spare(state, now))


def is_paused(game: Game, state: GameState | None) -> bool:
    """Return whether everyone at the table has agreed to stop the clocks."""
    return bool(game.paused and state and state.clock and state.clock.held)


def list_seats_to_act(state: GameState) -> set[int]:
    """Return the seats that the game waits for.

    That is the seat to move or, while a play waits for the others, all that have not answered yet.
    """
    if state.phase is Phase.OVER:
        return set()
    if state.phase is Phase.FINAL_CHALLENGE and state.pending is not None:
        return {
            number
            for number, seat in enumerate(state.seats)
            if seat.in_play
            and not (seat.accepted or seat.rejected)
            and number != state.pending.seat
        }
    return set() if state.to_move is None else {state.to_move}
