"""The end of a game: adjustments, overtime, the winner and tie-breaks.

``turns`` and ``early_endings`` detect the end; the strategies are in ``final_scoring``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from games.rules.equipment.fair_shuffle import Shuffler
from games.rules.plays.events import Adjusted, Ended, EndReason, Outcome, OvertimeCharged
from games.rules.plays.tile_ownership import count_safe_points
from games.rules.positions.final_scoring import BY_LOT, FinalScoring, FinalStanding
from games.rules.positions.state import GameState, Phase, Transition
from games.rules.time.clock import count_overtime_points


def end_game(
    state: GameState, reason: EndReason, shuffler: Shuffler, went_out: int | None = None
) -> Transition:
    """End the game after going out or a run of turns: adjust scores, charge overtime, find the
    winner."""
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


def end_without_adjustment(state: GameState, reason: EndReason, winner: int | None) -> Transition:
    """End the game at once with the scores as they are: a seat has won, or the game is annulled."""
    scores = _scores(state)
    return _close(state, Outcome(winner, reason, scores, scores, (0,) * len(scores)))


def rank_seats(state: GameState) -> tuple[int, ...]:
    """Return the rank of every seat of a game that has ended: 1 is the best, equal seats share it.

    The winner comes first, then the seats in play by score and tie-breaks. Seats that left share
    the last rank, whatever their score.

    >>> from games.rules.flow.game import replay_log, start_game
    >>> from games.rules.plays.acts import Resign
    >>> from games.rules.positions.variants import get_variant
    >>> begun = start_game("scrabble", get_variant("scrabble").options(), 3, bytes(32)).state
    >>> log = [(1, Resign()), (2, Resign())]
    >>> rank_seats(replay_log(begun, log, lexicon=set(), seed=bytes(32)).state)
    (1, 2, 2)
    """
    outcome = state.outcome
    assert outcome is not None, "the game has ended"
    tie_breaks = _get_final_scoring(state).tie_breaks

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
    for number, share in enumerate(_get_final_scoring(state).adjust(racks, went_out)):
        score = state.seats[number].score + share.points
        state = state.with_seat(number, score=score)
        events.append(Adjusted(number, share.points, share.own, share.others))
    return Transition(state, tuple(events))


def _count_overtime(state: GameState) -> tuple[int, ...]:
    """Return the points that every seat loses for its overtime."""
    control, clock, seats = state.options.clock, state.clock, range(len(state.seats))
    return tuple(0 if clock is None else count_overtime_points(control, clock, n) for n in seats)


def _charge_overtime(state: GameState, overtime: Sequence[int]) -> Transition:
    events = tuple(OvertimeCharged(number, lost) for number, lost in enumerate(overtime) if lost)
    for event in events:
        score = state.seats[event.seat].score - event.points
        state = state.with_seat(event.seat, score=score)
    return Transition(state, events)


def _find_winner(
    state: GameState, before: Sequence[int], shuffler: Shuffler
) -> tuple[int | None, str | None, int]:
    """Return the winner, the tie-break that decided, and how many lots were drawn."""
    leaders = _best([_standing(state, seat, before) for seat in state.in_play], lambda s: s.score)
    if len(leaders) == 1:
        return leaders[0].seat, None, 0
    final_scoring = _get_final_scoring(state)
    for tie_break in final_scoring.tie_breaks:
        leaders = _best(leaders, tie_break.of)
        if len(leaders) == 1:
            return leaders[0].seat, tie_break.name, 0
    if final_scoring.by_lot:
        return shuffler.choose([s.seat for s in leaders], state.shuffles), BY_LOT, 1
    return None, None, 0


def _get_final_scoring(state: GameState) -> FinalScoring:
    return state.variant.final_scorings[state.options.adjustment]


def _standing(state: GameState, seat: int, before: Sequence[int]) -> FinalStanding:
    own = state.seats[seat]
    return FinalStanding(
        seat=seat,
        score=own.score,
        before=before[seat],
        safe_points=count_safe_points(state.board, state.tile_set, seat),
        tiles_played=own.tiles_played,
        best_theft=own.best_theft,
    )


def _best(
    standings: Sequence[FinalStanding], of: Callable[[FinalStanding], int]
) -> list[FinalStanding]:
    best = max(of(standing) for standing in standings)
    return [standing for standing in standings if of(standing) == best]


def _scores(state: GameState) -> tuple[int, ...]:
    return tuple(seat.score for seat in state.seats)
