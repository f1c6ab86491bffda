"""When something is to be asked again, by the FSRS algorithm of the package ``fsrs``.

Without its fuzz, so that the same answers at the same instants give the same dates.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from fsrs import Card as Fact
from fsrs import Rating, Scheduler, State

_SCHEDULER = Scheduler(enable_fuzzing=False)


class Result(Enum):
    """How an answer was: all of it known, a part, or none."""

    RIGHT = Rating.Good
    PARTLY = Rating.Hard
    WRONG = Rating.Again


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known of how well something is remembered; the names are FSRS's."""

    due: datetime
    state: int
    step: int | None
    stability: float
    difficulty: float
    last_review: datetime


def review(memory: Memory | None, result: Result, now: datetime) -> Memory:
    """The memory after an answer; ``None`` for what was never asked before."""
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
    fact, _log = _SCHEDULER.review_card(fact, result.value, review_datetime=now)
    assert fact.stability is not None
    assert fact.difficulty is not None
    return Memory(fact.due, fact.state.value, fact.step, fact.stability, fact.difficulty, now)
