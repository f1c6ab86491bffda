"""Leaving a game: resigning, forfeiting, declining an invitation, and a game that lapses.

A seat may leave out of turn. Its tiles stay out of the bag; with three or four seats the others
play on. A play that a leaving seat made can still be challenged.
"""

from __future__ import annotations

from dataclasses import replace

from games.rules.attempt import Attempt
from games.rules.bag import Shuffler
from games.rules.challenging import close_when_accepted
from games.rules.clock import Pace
from games.rules.endgame import end_without_adjustment
from games.rules.errors import UnlawfulError
from games.rules.events import Annulled, Forfeited, Lapsed, Reason, Resigned
from games.rules.moves import Annul, Forfeit, Lapse, Resign
from games.rules.state import GameState, Phase, Transition
from games.rules.turns import pass_turn_on


def enact_resign(attempt: Attempt[Resign]) -> Transition:
    return _leave(attempt.state, Resigned(attempt.seat), "resigned", attempt.shuffler)


def enact_forfeit(attempt: Attempt[Forfeit]) -> Transition:
    return forfeit(attempt.state, attempt.seat, attempt.act.reason, attempt.shuffler)


def forfeit(state: GameState, seat: int, cause: str, shuffler: Shuffler) -> Transition:
    return _leave(state, Forfeited(seat, cause), "forfeited", shuffler)


def _leave(
    state: GameState, event: Resigned | Forfeited, reason: Reason, shuffler: Shuffler
) -> Transition:
    """The seat is out. Runs of passes start anew, for fewer seats are to make them."""
    state = replace(state.with_seat(event.seat, in_play=False), passes=0, scoreless=0)
    return Transition(state, (event,)).then(lambda s: _go_on(s, event.seat, reason, shuffler))


def _go_on(state: GameState, seat: int, reason: Reason, shuffler: Shuffler) -> Transition:
    if len(state.in_play) == 1:
        final: Reason = reason if len(state.seats) == 2 else "last_seat"
        return end_without_adjustment(state, final, state.in_play[0])
    if state.phase is Phase.FINAL_CHALLENGE:
        return close_when_accepted(state, shuffler)
    if state.to_move == seat:
        return pass_turn_on(state, seat, shuffler)
    return Transition(state)


def open_annul(state: GameState, _seat: int) -> None:
    """Until the invited seat has taken a turn it may decline, and the first seat withdraw.

    That nobody holds the invited seat when the first withdraws is for the caller to know.
    """
    if not state.variant.invites or state.turn_number > 1:
        raise UnlawfulError("annul.too_late", "there is no invitation to decline")


def enact_annul(attempt: Attempt[Annul]) -> Transition:
    declined = Transition(attempt.state, (Annulled(attempt.seat),))
    return declined.then(lambda s: end_without_adjustment(s, "annulled", None))


def open_lapse(state: GameState, seat: int) -> None:
    """While the seat to move has not taken its first turn; any time where none can be lost."""
    if seat != state.to_move or (state.turn_number > seat and _has_limit(state)):
        raise UnlawfulError("lapse.too_late", "every seat that was to move has taken a turn")


def _has_limit(state: GameState) -> bool:
    """Whether time can be lost now: by the room's clock or by the days the game itself gives."""
    if state.clock is not None:
        return not state.clock.held
    return state.options.clock.pace is Pace.DAYS or state.variant.turn_days is not None


def enact_lapse(attempt: Attempt[Lapse]) -> Transition:
    lapsed = Transition(attempt.state, (Lapsed(attempt.seat),))
    return lapsed.then(lambda s: end_without_adjustment(s, "annulled", None))
