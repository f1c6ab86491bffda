"""The end of a game: adjustments, the winner and what decides between equal scores.

``turns`` and ``leaving`` notice the end; the strategies are in ``adjustment``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from games.rules.adjustment import BY_LOT, Settlement, Standing
from games.rules.bag import Shuffler
from games.rules.events import Adjusted, Ended, Outcome, Reason
from games.rules.ownership import safe_points
from games.rules.state import GameState, Phase, Transition


def end_game(
    state: GameState, reason: Reason, shuffler: Shuffler, went_out: int | None = None
) -> Transition:
    """End by going out or by a run of turns: adjust the scores, find the winner."""
    adjusted = _adjust(state, went_out)
    winner, tie_break, lots = _find_winner(adjusted.state, _scores(state), shuffler)
    before, after = _scores(state), _scores(adjusted.state)
    outcome = Outcome(
        winner=winner,
        reason=reason,
        scores=after,
        before=before,
        adjustments=tuple(new - old for new, old in zip(after, before, strict=True)),
        tie_break=tie_break,
        went_out=went_out,
    )
    drawn = replace(adjusted.state, shuffles=state.shuffles + lots)
    return Transition(drawn, adjusted.events).then(lambda s: _close(s, outcome))


def end_without_adjustment(state: GameState, reason: Reason, winner: int | None) -> Transition:
    """End at once with the scores as they are: someone won, or the game is annulled."""
    scores = _scores(state)
    return _close(state, Outcome(winner, reason, scores, scores, (0,) * len(scores)))


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
