"""Spaced repetition with the FSRS algorithm of the package ``fsrs``.

Its random fuzz is off, so the same answers at the same times always give the same dates.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from fsrs import Card as Fact
from fsrs import Rating, Scheduler, State

_FSRS_SCHEDULER = Scheduler(enable_fuzzing=False)


class AnswerGrade(Enum):
    """How much of an answer was right."""

    RIGHT = Rating.Good
    PARTLY = Rating.Hard
    WRONG = Rating.Again


@dataclass(frozen=True, slots=True)
class RecallState:
    """How well something is remembered. The field names are those of FSRS."""

    due: datetime
    state: int
    step: int | None
    stability: float
    difficulty: float
    last_review: datetime


def schedule_review(memory: RecallState | None, result: AnswerGrade, now: datetime) -> RecallState:
    """Return the memory state after an answer. ``memory`` is ``None`` for a new card."""
    # The id is not used. Without one, the package sleeps a millisecond to generate a unique id.
    fact = Fact(card_id=0, due=now)
    if memory is not None:
        fact = Fact(
            card_id=0,
            state=State(memory.state),
            step=memory.step,
            stability=memory.stability,
            difficulty=memory.difficulty,
            due=memory.due,
            last_review=memory.last_review,
        )
    fact, _log = _FSRS_SCHEDULER.review_card(fact, result.value, review_datetime=now)
    assert fact.stability is not None
    assert fact.difficulty is not None
    return RecallState(fact.due, fact.state.value, fact.step, fact.stability, fact.difficulty, now)
