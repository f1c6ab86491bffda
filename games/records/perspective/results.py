"""How a game ended: what was settled at the end, in sentences and as the table of the result."""

from collections.abc import Iterator, Sequence

from django.utils.translation import ngettext

from games.play.gameview import FinalScoreView, OutcomeView
from games.play.telling import tell_end, tell_tie_break
from games.records.perspective.opened import OpenedRecord
from games.rules.events import Adjusted, Event, Outcome, Overran


def see_result(record: OpenedRecord) -> OutcomeView | None:
    """``None`` for an uploaded game that has no end."""
    if record.room is not None:
        return record.room.outcome
    outcome = record.course.outcome
    if outcome is None:
        return None
    return OutcomeView(
        reason=outcome.reason,
        sentence=tell_end(outcome, record.said_names),
        winner=outcome.winner,
        finals=tuple(_final(record, outcome, seat) for seat in range(len(record.names))),
        tie_break=tell_tie_break(outcome),
        secret="",
        record_url="",
    )


def _final(record: OpenedRecord, outcome: Outcome, seat: int) -> FinalScoreView:
    return FinalScoreView(
        seat=seat,
        name=record.names[seat],
        before=outcome.before[seat],
        adjustment=outcome.adjustments[seat],
        total=outcome.scores[seat],
        rack=None if record.course.end.seats[seat].rack else (),
        winner=outcome.winner == seat,
        overtime=outcome.overtime[seat] if outcome.overtime else 0,
    )


def tell_settlement(record: OpenedRecord, events: Sequence[Event]) -> Iterator[str]:
    """What the end took from the scores and gave, seat by seat."""
    for event in events:
        match event:
            case Adjusted(seat=seat, own=own, others=others):
                name = record.said_names[seat]
                if own:
                    yield _tell_own(name, -own)
                if others:
                    yield _tell_others(name, others)
            case Overran(seat=seat, points=points):
                yield _tell_overtime(record.said_names[seat], points)


def _tell_own(name: str, points: int) -> str:
    text = ngettext(
        "%(name)s loses %(points)s point for tiles left.",
        "%(name)s loses %(points)s points for tiles left.",
        points,
    )
    return text % {"name": name, "points": points}


def _tell_others(name: str, points: int) -> str:
    text = ngettext(
        "%(name)s gains %(points)s point for the others’ tiles.",
        "%(name)s gains %(points)s points for the others’ tiles.",
        points,
    )
    return text % {"name": name, "points": points}


def _tell_overtime(name: str, points: int) -> str:
    text = ngettext(
        "%(name)s loses %(points)s point for overtime.",
        "%(name)s loses %(points)s points for overtime.",
        points,
    )
    return text % {"name": name, "points": points}
