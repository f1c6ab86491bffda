"""How a game ended: the final adjustments in sentences, and the table of results."""

from collections.abc import Iterator, Sequence

from django.utils.translation import ngettext

from games.play.perspective.endings import headline_end, narrate_tie_break
from games.play.perspective.viewdata import FinalScoreView, OutcomeView
from games.records.perspective.opened_records import OpenedRecord
from games.rules.plays.events import Adjusted, Event, Outcome, OvertimeCharged


def build_record_outcome(record: OpenedRecord) -> OutcomeView | None:
    """Return the outcome, or ``None`` for an uploaded game that has no end."""
    if record.room is not None:
        return record.room.outcome
    outcome = record.history.outcome
    if outcome is None:
        return None
    return OutcomeView(
        reason=outcome.reason,
        sentence=headline_end(
            outcome, record.isolated_names, last=record.lines[-1] if record.lines else None
        ),
        winner=outcome.winner,
        finals=tuple(
            _build_final_score(record, outcome, seat) for seat in range(len(record.names))
        ),
        tie_break=narrate_tie_break(outcome),
        secret="",
        record_url="",
    )


def _build_final_score(record: OpenedRecord, outcome: Outcome, seat: int) -> FinalScoreView:
    return FinalScoreView(
        seat=seat,
        name=record.names[seat],
        before=outcome.before[seat],
        adjustment=outcome.adjustments[seat],
        total=outcome.scores[seat],
        rack=None if record.history.end.seats[seat].rack else (),
        winner=outcome.winner == seat,
        overtime=outcome.overtime[seat] if outcome.overtime else 0,
    )


def describe_adjustments(record: OpenedRecord, events: Sequence[Event]) -> Iterator[str]:
    """Yield sentences about the points that seats lost and gained at the end."""
    for event in events:
        match event:
            case Adjusted(seat=seat, own=own, others=others):
                name = record.isolated_names[seat]
                if own:
                    yield _describe_own_tiles(name, -own)
                if others:
                    yield _describe_others_tiles(name, others)
            case OvertimeCharged(seat=seat, points=points):
                yield _describe_overtime(record.isolated_names[seat], points)


def _describe_own_tiles(name: str, points: int) -> str:
    text = ngettext(
        "%(name)s loses %(points)s point for leftover tiles.",
        "%(name)s loses %(points)s points for leftover tiles.",
        points,
    )
    return text % {"name": name, "points": points}


def _describe_others_tiles(name: str, points: int) -> str:
    text = ngettext(
        "%(name)s gains %(points)s point for other players' tiles.",
        "%(name)s gains %(points)s points for other players' tiles.",
        points,
    )
    return text % {"name": name, "points": points}


def _describe_overtime(name: str, points: int) -> str:
    text = ngettext(
        "%(name)s loses %(points)s point for overtime.",
        "%(name)s loses %(points)s points for overtime.",
        points,
    )
    return text % {"name": name, "points": points}
