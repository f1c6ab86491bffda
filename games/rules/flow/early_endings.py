"""Ending or leaving a game early: resign, forfeit, abort, decline an invitation, or let it lapse.

A seat may leave out of turn. Its tiles stay out of the bag; with three or four seats the others
play on. The play of a seat that left can still be challenged.
"""

from __future__ import annotations

from dataclasses import replace

from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.fair_shuffle import Shuffler
from games.rules.flow.act_attempt import ActAttempt
from games.rules.flow.challenges import close_waiting_play
from games.rules.flow.game_end import end_without_adjustment
from games.rules.flow.turns import pass_turn_on
from games.rules.plays.acts import (
    Abort,
    Act,
    Annul,
    Exchange,
    Expire,
    Flag,
    Forfeit,
    Pass,
    Play,
    Resign,
)
from games.rules.plays.events import Aborted, Annulled, EndReason, Expired, Forfeited, Resigned
from games.rules.positions.state import GameState, Phase, Transition
from games.rules.time.clock import Pace


def enact_resign(attempt: ActAttempt[Resign]) -> Transition:
    return _leave(attempt.state, Resigned(attempt.seat), "resigned", attempt.shuffler)


def enact_forfeit(attempt: ActAttempt[Forfeit]) -> Transition:
    return forfeit_seat(attempt.state, attempt.seat, attempt.act.reason, attempt.shuffler)


def forfeit_seat(state: GameState, seat: int, cause: str, shuffler: Shuffler) -> Transition:
    """Take a seat out of the game for ``cause``, a code such as "time"."""
    return _leave(state, Forfeited(seat, cause), "forfeited", shuffler)


def _leave(
    state: GameState, event: Resigned | Forfeited, reason: EndReason, shuffler: Shuffler
) -> Transition:
    """Take a seat out of the game. Runs of passes start again, because fewer seats must now make
    them."""
    state = replace(state.with_seat(event.seat, in_play=False), passes=0, scoreless=0)
    return Transition(state, (event,)).then(
        lambda s: _continue_without(s, event.seat, reason, shuffler)
    )


def _continue_without(
    state: GameState, seat: int, reason: EndReason, shuffler: Shuffler
) -> Transition:
    """End the game if one seat is left; otherwise continue without the seat that left."""
    if len(state.in_play) == 1:
        final: EndReason = reason if len(state.seats) == 2 else "last_seat"
        return end_without_adjustment(state, final, state.in_play[0])
    if state.phase is Phase.FINAL_CHALLENGE:
        return close_waiting_play(state, shuffler)
    if state.to_move == seat:
        return pass_turn_on(state, seat, shuffler)
    return Transition(state)


def check_abort_allowed(state: GameState, _seat: int) -> None:
    """Allow aborting until every seat has moved once."""
    if not state.unmoved:
        raise NotAllowedError("abort.too_late", "every seat has moved")


def enact_abort(attempt: ActAttempt[Abort]) -> Transition:
    aborted = Transition(attempt.state, (Aborted(attempt.seat),))
    return aborted.then(lambda s: end_without_adjustment(s, "annulled", None))


def list_unmoved_seats(before: GameState, seat: int, act: Act, after: GameState) -> tuple[int, ...]:
    """Return the seats that have not taken their first turn after an act.

    A turn lost on time counts as taken; seats that left are not listed.
    """
    moved = {seat} if isinstance(act, Play | Exchange | Pass | Flag) else set()
    return tuple(n for n in before.unmoved if n not in moved and after.seats[n].in_play)


def check_annul_allowed(state: GameState, _seat: int) -> None:
    """Let the invited seat decline, or the first seat withdraw, before the invited one has moved.

    The caller must check that no player holds the invited seat when the first withdraws.
    """
    if not state.variant.invites or state.turn_number > 1:
        raise NotAllowedError("annul.too_late", "there is no invitation to decline")


def enact_annul(attempt: ActAttempt[Annul]) -> Transition:
    declined = Transition(attempt.state, (Annulled(attempt.seat),))
    return declined.then(lambda s: end_without_adjustment(s, "annulled", None))


def check_expire_allowed(state: GameState, seat: int) -> None:
    """Allow a lapse before the first turn of the seat to move, and at any time without a time
    limit.
    """
    if seat != state.to_move or (state.turn_number > seat and _has_limit(state)):
        raise NotAllowedError("lapse.too_late", "every seat that was to move has taken a turn")


def _has_limit(state: GameState) -> bool:
    """Return whether time can run out now: by the room's clock or the days that the game allows a
    turn."""
    if state.clock is not None:
        return not state.clock.held
    return state.options.clock.pace is Pace.DAYS or state.variant.turn_days is not None


def enact_expire(attempt: ActAttempt[Expire]) -> Transition:
    expired = Transition(attempt.state, (Expired(attempt.seat),))
    return expired.then(lambda s: end_without_adjustment(s, "annulled", None))
