"""The work on analyses, in a process of its own: ``manage.py analyst``, started by the worker.

It thinks with what time live games leave, one analysis at a time, and ends once there was nothing
to do for a while: whoever asks next need not wait for the engine to be loaded meanwhile.
"""

import logging
import os
import secrets
import time
from collections.abc import Callable

from django.utils import timezone

from games.analysis.models import Analysis
from games.analysis.services.working import (
    begin,
    claim_next,
    complete,
    give_back,
    keep_turn,
    put_off,
)
from games.common.outages import is_outage
from games.computers.services.claims import Rota
from games.engine.analysis.analyst import Analyst
from games.engine.analysis.report import Level, TurnReport
from games.engine.analysis.summary import sum_up
from games.records.services.sources import Source, find_source
from lexicon.store import open_lexicon

logger = logging.getLogger(__name__)

IDLE_FOR = 60.0
"""Seconds without work after which the process ends."""
ROUND = 0.25
"""Seconds between two looks for work."""


def make_mark() -> str:
    """What tells this process from all others, on whatever machine."""
    return f"{os.getpid()}:{secrets.token_hex(8)}"


def work_until_idle(is_wanted: Callable[[], bool], idle_for: float = IDLE_FOR) -> None:
    """Take one analysis after another until there are none, or one is wanted no more."""
    rota, mark, seen = Rota(thinkers=1), make_mark(), time.monotonic()
    while is_wanted() and time.monotonic() - seen < idle_for:
        work = claim_next(mark, timezone.now(), rota)
        if work is None:
            time.sleep(ROUND)
            continue
        work_on(work, is_wanted)
        seen = time.monotonic()


def work_on(analysis: Analysis, is_wanted: Callable[[], bool] = lambda: True) -> None:
    """Look at all acts that nobody has looked at yet. What fails is told to the log, and tried
    again some times. Where the database is away this raises, and the lease runs out."""
    try:
        _work_on(analysis, is_wanted)
    except Exception as error:
        if is_outage(error):
            raise
        logger.exception("Analysis %s failed", analysis)
        put_off(analysis, timezone.now())


def _work_on(analysis: Analysis, is_wanted: Callable[[], bool]) -> None:
    source = load_source(analysis)
    analyst = make_analyst(source, Level(analysis.level))
    steps = analyst.course.steps
    kept = begin(analysis, len(steps))
    for step in steps:
        if step.number in kept:
            continue
        if not is_wanted():
            give_back(analysis)
            return
        kept[step.number] = turn = analyst.look_at(step.number)
        if not keep_turn(analysis, turn, timezone.now()):
            return
    turns: list[TurnReport] = [kept[step.number] for step in steps]
    complete(analysis, sum_up(Level(analysis.level), analyst.course, turns), timezone.now())


def load_source(analysis: Analysis) -> Source:
    """The record, as whoever asked sees it."""
    return find_source(analysis.record_id, analysis.asker)


def make_analyst(source: Source, level: Level) -> Analyst:
    assert source.revision is not None, "asked for with a dictionary only"
    course = source.course
    words = open_lexicon(source.revision.pk, course.opening.tile_set.faces)
    return Analyst.at(level, course, words)
