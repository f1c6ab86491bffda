"""The end of a game: adjustments, overtime, the winner and what decides between equal scores.

``turns`` and ``leaving`` notice the end; the strategies are in ``adjustment``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from games.rules.adjustment import BY_LOT, Settlement, Standing
from games.rules.bag import Shuffler
from games.rules.clock import overtime_points
from games.rules.events import Adjusted, Ended, Outcome, Overran, Reason
from games.rules.ownership import safe_points
from games.rules.state import GameState, Phase, Transition


def end_game(
    state: GameState, reason: Reason, shuffler: Shuffler, went_out: int | None = None
) -> Transition:
    """End by going out or by a run of turns: adjust the scores, count overtime, find the winner."""
    overtime = _count_overtime(state)
    adjusted = _adjust(state, went_out).then(lambda s: _charge_overtime(s, overtime))
    winner, tie_break, lots = _find_winner(adjusted.state, _scores(state), shuffler)
    before, after = _scores(state), _scores(adjusted.state)
    outcome = Outcome(
        winner=winner,
        reason=reason,
        scores=after,
        before=before,
        adjustments=tuple(
            new - old + lost for new, old, lost in zip(after, before, overtime, strict=True)
        ),
        tie_break=tie_break,
        went_out=went_out,
        overtime=overtime if any(overtime) else (),
    )
    drawn = replace(adjusted.state, shuffles=state.shuffles + lots)
    return Transition(drawn, adjusted.events).then(lambda s: _close(s, outcome))


def end_without_adjustment(state: GameState, reason: Reason, winner: int | None) -> Transition:
    """End at once with the scores as they are: someone won, or the game is annulled."""
    scores = _scores(state)
    return _close(state, Outcome(winner, reason, scores, scores, (0,) * len(scores)))


def places_of(state: GameState) -> tuple[int, ...]:
    """The place of every seat of a game that has ended: 1 is the best, equals share one.

    The winner comes first, then the seats in play by score and what decides between equals. Seats
    that left share the last place, whatever they had scored.
    """
    outcome = state.outcome
    assert outcome is not None, "the game has ended"
    tie_breaks = _settlement(state).tie_breaks

    def rank(seat: int) -> tuple[int, ...]:
        if not state.seats[seat].in_play:
            return (2,)
        standing = _standing(state, seat, outcome.before)
        decided = (-tie_break.of(standing) for tie_break in tie_breaks)
        return (int(seat != outcome.winner), -standing.score, *decided)

    ranks = [rank(seat) for seat in range(len(state.seats))]
    return tuple(1 + sum(other < own for other in ranks) for own in ranks)


def _close(state: GameState, outcome: Outcome) -> Transition:
    over = replace(state, phase=Phase.OVER, to_move=None, pending=None, outcome=outcome)
    return Transition(over, (Ended(outcome),))


def _adjust(state: GameState, went_out: int | None) -> Transition:
    value = state.tile_set.value
    racks = [sum(value(tile) for tile in seat.rack) for seat in state.seats]
    events = []
    for number, share in enumerate(_settlement(state).adjust(racks, went_out)):
        score = state.seats[number].score + share.points
        state = state.with_seat(number, score=score)
        events.append(Adjusted(number, share.points, share.own, share.others))
    return Transition(state, tuple(events))


def _count_overtime(state: GameState) -> tuple[int, ...]:
    """The points every seat loses for its overtime."""
    control, clock, seats = state.options.clock, state.clock, range(len(state.seats))
    return tuple(0 if clock is None else overtime_points(control, clock, n) for n in seats)


def _charge_overtime(state: GameState, overtime: Sequence[int]) -> Transition:
    events = tuple(Overran(number, lost) for number, lost in enumerate(overtime) if lost)
    for event in events:
        score = state.seats[event.seat].score - event.points
        state = state.with_seat(event.seat, score=score)
    return Transition(state, events)


def _find_winner(
    state: GameState, before: Sequence[int], shuffler: Shuffler
) -> tuple[int | None, str | None, int]:
    """The winner, the tie-break that decided, and how many lots were drawn."""
    rest = _best([_standing(state, seat, before) for seat in state.in_play], lambda s: s.score)
    if len(rest) == 1:
        return rest[0].seat, None, 0
    settlement = _settlement(state)
    for tie_break in settlement.tie_breaks:
        rest = _best(rest, tie_break.of)
        if len(rest) == 1:
            return rest[0].seat, tie_break.name, 0
    if settlement.by_lot:
        return shuffler.choose([s.seat for s in rest], state.shuffles), BY_LOT, 1
    return None, None, 0


def _settlement(state: GameState) -> Settlement:
    return state.variant.settlements[state.options.adjustment]


def _standing(state: GameState, seat: int, before: Sequence[int]) -> Standing:
    here = state.seats[seat]
    return Standing(
        seat=seat,
        score=here.score,
        before=before[seat],
        safe_points=safe_points(state.board, state.tile_set, seat),
        tiles_played=here.tiles_played,
        best_theft=here.best_theft,
    )


def _best(standings: Sequence[Standing], of: Callable[[Standing], int]) -> list[Standing]:
    most = max(of(standing) for standing in standings)
    return [standing for standing in standings if of(standing) == most]


def _scores(state: GameState) -> tuple[int, ...]:
    return tuple(seat.score for seat in state.seats)
