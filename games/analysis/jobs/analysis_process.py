"""The analysis process: ``manage.py analyst``, started by the worker.

It analyses one game at a time with the processor time that live games leave. When the queue is
empty it stays for a while, so that the next request need not wait for the engine to load, and then
exits.
"""

import logging
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import replace

from django.utils import timezone

from games.analysis.models import Analysis
from games.analysis.services.analysis_queue import (
    begin_analysis,
    claim_next_analysis,
    complete_analysis,
    postpone_after_failure,
    release_analysis,
    save_turn,
)
from games.common.database_outages import is_outage
from games.computers.services.work_claims import FairQueue
from games.engine.analysis.analyst import Analyst
from games.engine.analysis.report import AnalysisLevel, ReportDictionary, TurnReport
from games.engine.analysis.summary import summarise_game
from games.records.services.record_sources import RecordSource, find_source
from lexicon.store import open_lexicon

logger = logging.getLogger(__name__)

MAX_IDLE_SECONDS = 60.0
"""Seconds without work after which the process exits."""
POLL_INTERVAL = 0.25
"""Seconds between two queries for work."""


def create_process_id() -> str:
    """Return an id that is unique among the processes of all machines."""
    return f"{os.getpid()}:{secrets.token_hex(8)}"


def work_until_idle(is_wanted: Callable[[], bool], idle_for: float = MAX_IDLE_SECONDS) -> None:
    """Run analyses while ``is_wanted`` returns true, until the queue has been empty for
    ``idle_for`` seconds.
    """
    fair_queue, mark, last_work = FairQueue(threads=1), create_process_id(), time.monotonic()
    while is_wanted() and time.monotonic() - last_work < idle_for:
        work = claim_next_analysis(mark, timezone.now(), fair_queue)
        if work is None:
            time.sleep(POLL_INTERVAL)
            continue
        run_analysis(work, is_wanted)
        last_work = time.monotonic()


def run_analysis(analysis: Analysis, is_wanted: Callable[[], bool] = lambda: True) -> None:
    """Analyse all moves that have not been analysed yet.

    A failure is logged and retried later, a limited number of times. A database outage is raised;
    the lease then runs out and another process takes over.
    """
    try:
        _run_analysis(analysis, is_wanted)
    except Exception as error:
        if is_outage(error):
            raise
        logger.exception("Analysis %s failed", analysis)
        postpone_after_failure(analysis, timezone.now())


def _run_analysis(analysis: Analysis, is_wanted: Callable[[], bool]) -> None:
    source = load_source(analysis)
    analyst = build_analyst(source, AnalysisLevel(analysis.level))
    steps = analyst.history.steps
    finished = begin_analysis(analysis, len(steps))
    for step in steps:
        if step.number in finished:
            continue
        # The worker is stopping. The moves saved so far let another process resume.
        if not is_wanted():
            release_analysis(analysis)
            return
        finished[step.number] = turn = analyst.report_on(step.number)
        # Cancelled, or taken over by another process after the lease ran out.
        if not save_turn(analysis, turn, timezone.now()):
            return
    turns: list[TurnReport] = [finished[step.number] for step in steps]
    report = summarise_game(
        AnalysisLevel(analysis.level), analyst.history, turns, describe_dictionary(source)
    )
    complete_analysis(analysis, report, timezone.now())


def load_source(analysis: Analysis) -> RecordSource:
    """Return the record as the requester sees it, with words judged even if the requester is now
    playing.
    """
    return replace(find_source(analysis.record_id, analysis.asker), judges=True)


def build_analyst(source: RecordSource, level: AnalysisLevel) -> Analyst:
    assert source.revision is not None, "asked for with a dictionary only"
    history = source.history
    words = open_lexicon(source.revision.pk, history.opening.tile_set.faces)
    return Analyst.for_level(level, history, words, own=source.names_words)


def describe_dictionary(source: RecordSource) -> ReportDictionary:
    """Return the record's dictionary as the report names it."""
    assert source.revision is not None, "asked for with a dictionary only"
    revision = source.revision
    return ReportDictionary(revision.lexicon.name, revision.number, source.names_words)
