"""How a recorded game ended: what was counted at the end, the reason, and the winner.

A game is over if tiles left were counted, if all but one player left, or if the record says so
explicitly. Otherwise it was not played to its end and has no outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.rules.gcg.pragmas import read_ending
from games.rules.gcg.records import EntryKind, RecordEntry
from games.rules.gcg.replay import Replay
from games.rules.plays.acts import Abort, Act, Annul, Expire, Forfeit, Play
from games.rules.plays.events import Adjusted, Ended, EndReason, Event, Outcome, OvertimeCharged
from games.rules.positions.state import GameState, Phase, Transition


def count_closing_entries(
    replay: Replay, state: GameState, closing: Sequence[RecordEntry]
) -> Transition:
    """Apply what was counted after a turn: time penalties, and tiles left at the end."""
    nicks = [player.nick for player in replay.record.players]
    events: list[Event] = []
    for number, nick in enumerate(nicks):
        own = [entry for entry in closing if entry.player == nick]
        left = [entry.score for entry in own if entry.kind is EntryKind.RACK]
        if left:
            lost, won = sum(p for p in left if p < 0), sum(p for p in left if p > 0)
            events.append(Adjusted(number, lost + won, lost, won))
        if own:
            state = state.with_seat(number, score=own[-1].total)
    late = [entry for entry in closing if entry.kind is EntryKind.TIME]
    events += [OvertimeCharged(nicks.index(entry.player), -entry.score) for entry in late]
    return Transition(state, tuple(events))


def end_history(
    replay: Replay, state: GameState, closing: Sequence[RecordEntry], seat: int, act: Act
) -> Transition:
    """Apply what was counted after the last act, made by ``seat``, and end the game if it is
    over."""
    counted = count_closing_entries(replay, state, closing)
    is_counted = any(entry.kind is EntryKind.RACK for entry in closing)
    ending = read_ending(replay.record)
    is_annulled = isinstance(act, Abort | Annul | Expire)
    if not (is_counted or ending or is_annulled or len(state.in_play) == 1):
        return counted
    went_out = _find_seat_gone_out(state, closing, replay, seat, act)
    reason = ending.reason if ending else _find_reason(state, act, went_out)
    winner = ending.winner if ending else _find_winner(counted.state, is_annulled)
    scores = _scores(counted.state)
    overtime = tuple(
        sum(e.points for e in counted.events if isinstance(e, OvertimeCharged) and e.seat == number)
        for number in range(len(scores))
    )
    before = _scores(state)
    outcome = Outcome(
        winner=winner,
        reason=reason,
        scores=scores,
        before=before,
        adjustments=tuple(
            new - old + lost for new, old, lost in zip(scores, before, overtime, strict=True)
        ),
        tie_break=ending.tie_break if ending else None,
        went_out=went_out if reason == "out" else None,
        overtime=overtime if any(overtime) else (),
    )
    over = replace(counted.state, phase=Phase.OVER, to_move=None, pending=None, outcome=outcome)
    return Transition(over, (*counted.events, Ended(outcome)))


def _find_seat_gone_out(
    state: GameState, closing: Sequence[RecordEntry], replay: Replay, seat: int, act: Act
) -> int | None:
    """Return the seat that went out: it played its last tile, or was paid for the others' tiles."""
    if isinstance(act, Play) and not state.seats[seat].rack:
        return seat
    empty = [n for n, one in enumerate(state.seats) if not one.rack and one.in_play]
    if len(empty) == 1 and not state.bag:
        return empty[0]
    paid = {entry.player for entry in closing if entry.kind is EntryKind.RACK and entry.score > 0}
    nicks = [player.nick for player in replay.record.players]
    return nicks.index(paid.pop()) if len(paid) == 1 else None


def _find_reason(state: GameState, act: Act, went_out: int | None) -> EndReason:
    if isinstance(act, Abort | Annul | Expire):
        return "annulled"
    if len(state.in_play) == 1:
        if len(state.seats) > 2:
            return "last_seat"
        return "forfeited" if isinstance(act, Forfeit) else "resigned"
    if went_out is not None:
        return "out"
    all_passed = state.passes >= len(state.in_play) * min(state.variant.end_rules.values())
    return "passes" if all_passed or state.options.end_rule == "passes" else "scoreless"


def _find_winner(state: GameState, is_annulled: bool) -> int | None:
    """Return the seat with the highest score, if there is only one: records do not state
    tie-breaks."""
    if is_annulled:
        return None
    most = max(state.seats[seat].score for seat in state.in_play)
    best = [seat for seat in state.in_play if state.seats[seat].score == most]
    return best[0] if len(best) == 1 else None


def _scores(state: GameState) -> tuple[int, ...]:
    return tuple(seat.score for seat in state.seats)
