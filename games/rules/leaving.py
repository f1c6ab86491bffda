"""Leaving a game: resigning, forfeiting, declining an invitation, and a game that lapses.

A seat may leave out of turn. Its tiles stay out of the bag; with three or four seats the others
play on. A play that a leaving seat made can still be challenged.
"""

from __future__ import annotations

from dataclasses import replace

from games.rules.attempt import Attempt
from games.rules.bag import Shuffler
from games.rules.challenging import close_when_accepted
from games.rules.endgame import end_without_adjustment
from games.rules.errors import UnlawfulError
from games.rules.events import Annulled, Event, Forfeited, Lapsed, Reason, Resigned
from games.rules.moves import Annul, Forfeit, Lapse, Resign
from games.rules.state import GameState, Phase, Transition
from games.rules.turns import pass_turn_on


def enact_resign(attempt: Attempt[Resign]) -> Transition:
    return _leave(attempt, Resigned(attempt.seat), "resigned")


def enact_forfeit(attempt: Attempt[Forfeit]) -> Transition:
    return _leave(attempt, Forfeited(attempt.seat, attempt.act.reason), "forfeited")


def _leave(attempt: Attempt[Resign | Forfeit], event: Event, reason: Reason) -> Transition:
    """The seat is out. Runs of passes start anew, for fewer seats are to make them."""
    seat, shuffler = attempt.seat, attempt.shuffler
    state = replace(attempt.state.with_seat(seat, in_play=False), passes=0, scoreless=0)
    return Transition(state, (event,)).then(lambda s: _go_on(s, seat, reason, shuffler))


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
    """Only where turns have days, and while the seat to move has not taken its first one."""
    if state.variant.turn_days is None or seat != state.to_move or state.turn_number > seat:
        raise UnlawfulError("lapse.too_late", "every seat that was to move has taken a turn")


def enact_lapse(attempt: Attempt[Lapse]) -> Transition:
    lapsed = Transition(attempt.state, (Lapsed(attempt.seat),))
    return lapsed.then(lambda s: end_without_adjustment(s, "annulled", None))
