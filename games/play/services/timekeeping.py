"""When an act counts as having arrived, and how long a turn took, for the record.

What is charged to the clock is computed by :mod:`games.rules.flow.game_clock`.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.common.waiting_commands import find_first_arrival
from games.play.models import Game
from games.play.services.schedule import get_turn_days, is_window_closed
from games.play.store.snapshots import RoomSnapshot
from games.play.terms.days_off import list_breaks_at
from games.rules.flow.game_clock import is_out_of_time
from games.rules.plays.acts import Act, Challenge, Exchange, Flag, Pass, Play
from games.rules.time.breaks import measure_time_between
from scrabble_site.shared.instants import to_ms
from scrabble_site.shared.refusals import Conflict


def judge_arrival(
    snapshot: RoomSnapshot, seat: int, act: Act, came: datetime, now: datetime
) -> tuple[datetime, bool]:
    """Return when an act counts as having arrived, and whether no flag had fallen by then.

    Raises ``Conflict`` for a challenge that arrived after its window had closed.
    """
    game, state, seats = snapshot.game, snapshot.state, snapshot.seats
    if state is None:
        return came, True
    if isinstance(act, Challenge) and is_window_closed(game, state, seats, to_ms(came)):
        raise Conflict("challenge.nothing")
    if state.to_move is None or not is_out_of_time(state, to_ms(came)):
        return came, True
    first = find_first_arrival(snapshot.room.code, now)
    if first is None or is_out_of_time(state, to_ms(first)):
        return came, False
    # No one else's act costs the mover more time than the mover's own, which waits. The mover's
    # own later act is refused by the rules.
    return (came if seat == state.to_move else first), True


def measure_turn(snapshot: RoomSnapshot, seat: int, act: Act, now: datetime) -> Mapping[str, Any]:
    """Return the fields of a move's row that describe its time: ``spent`` and ``pauses``.

    Returns nothing for an act that does not end the seat's turn.
    """
    game, state = snapshot.game, snapshot.state
    if state is None or state.to_move != seat or not isinstance(act, Play | Exchange | Pass | Flag):
        return {}
    begun = _turn_began(game)
    if begun is None:
        return {}
    end = to_ms(now)
    # Days off only count where turns are limited to days.
    off = list_breaks_at(snapshot.seats, seat) if get_turn_days(game.room) is not None else ()
    taken = [("days_off", max(one.begin, begun), min(one.end, end)) for one in off]
    pauses = [("pause", first, last or end) for first, last, _thought in game.pauses]
    pauses += [pause for pause in taken if pause[1] < pause[2]]
    thought = sum(before for _first, _last, before in game.pauses)
    return {
        "spent": thought + measure_time_between(begun, end, off),
        "pauses": sorted(pauses, key=_first),
    }


def begin_pause(game: Game, now: datetime) -> None:
    """Record that the clocks stop now. The caller saves the row."""
    begun = _turn_began(game)
    thought = 0 if begun is None else max(0, to_ms(now) - begun)
    game.pauses = [*game.pauses, [to_ms(now), None, thought]]


def end_pause(pauses: list[Any], now: datetime) -> list[Any]:
    """Return the pauses of a turn, the open one ended at ``now``."""
    return [[first, last or to_ms(now), thought] for first, last, thought in pauses]


def _turn_began(game: Game) -> int | None:
    """Return when the current turn began, in milliseconds, or ``None``."""
    instant = game.clock_since or game.moved_at
    return None if instant is None else to_ms(instant)


def _first(pause: tuple[str, int, int]) -> int:
    return pause[1]
