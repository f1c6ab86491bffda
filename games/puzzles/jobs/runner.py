"""The worker's loop for puzzles. It processes one finished game at a time while the worker is idle.

It computes in a thread of the lowest priority, and skips a round whenever a computer player has to
move in some game.
"""

import logging
from datetime import date

from django.utils import timezone

from games.common.database_outages import is_outage
from games.common.worker_threads import run_in_database_thread, run_in_idle_thread
from games.computers.services.busy_notices import count_waiting_games
from games.play.services.running_positions import refuse_running_game
from games.puzzles.jobs.extraction import SurveyedPosition, find_puzzle_of_kind, survey_history
from games.puzzles.models import PuzzleKind, PuzzleSource
from games.puzzles.services.daily_puzzles import choose_daily_puzzles, get_puzzle_day
from games.puzzles.services.puzzle_sources import (
    claim_source,
    list_wanted_kinds,
    save_source_candidates,
)
from games.puzzles.terms.candidates import PuzzleCandidate
from games.records.services.record_sources import RecordSource, find_source
from games.rules.flow.game_history import GameHistory
from lexicon.graph.wordgraph import WordGraph
from lexicon.store import open_lexicon
from scrabble_site.shared.refusals import Forbidden, NotFound

logger = logging.getLogger(__name__)

EXTRACTION_INTERVAL = 2.0
"""Seconds between two games."""


class PuzzleJobRunner:
    """Extracts puzzles, and chooses the puzzles of each day."""

    def __init__(self) -> None:
        self._day: date | None = None

    async def run_round(self) -> None:
        """Choose the day's puzzles if the day is new, then process one game if no one needs the
        engine.
        """
        now = timezone.now()
        if get_puzzle_day(now) != self._day:
            await run_in_database_thread(choose_daily_puzzles, get_puzzle_day(now))
            self._day = get_puzzle_day(now)
        # Computer players come first, because people are waiting for them.
        if await run_in_database_thread(count_waiting_games, now):
            return
        source = await run_in_database_thread(claim_source, now)
        if source is not None:
            await extract_from_source(source)


async def extract_from_source(source: PuzzleSource) -> int:
    """Extract the puzzles of one game and return their number.

    If the engine fails on a game, the failure is logged and the game is marked as processed.
    """
    record = await run_in_database_thread(_find_visible_record, source)
    revision = record.revision if record else None
    candidates: list[PuzzleCandidate] = []
    if record is not None and revision is not None:
        try:
            history, words = await run_in_database_thread(_load_history, record, revision.pk)
            kinds = await run_in_database_thread(_list_kinds, history)
            views = await run_in_idle_thread(survey_history, history, words) if kinds else []
            for kind in kinds:  # in small steps, so that the worker can stop soon
                candidates += await run_in_idle_thread(_find_candidates, kind, views, words)
        # The game is marked as processed all the same, or it would fail again and again.
        except Exception as error:
            if is_outage(error):
                raise
            logger.exception("No puzzles could be made from game %s", source.record)
    linked = record is not None and _is_public(record)
    return await run_in_database_thread(
        save_source_candidates, source.record, candidates, revision, timezone.now(), linked=linked
    )


def _find_visible_record(source: PuzzleSource) -> RecordSource | None:
    """Return the record if it is public, or ``None``."""
    try:
        return find_source(source.record, None)
    except NotFound:
        return None


def _is_public(record: RecordSource) -> bool:
    """Return whether puzzles may link to the game they were extracted from.

    The players of a public room or of a shared upload accept that strangers see the game. Other
    games are only for people to whom the players give the URL.
    """
    return record.game is None or record.game.room.public


def _load_history(record: RecordSource, revision: int) -> tuple[GameHistory, WordGraph]:
    history = record.history
    return history, open_lexicon(revision, history.opening.tile_set.faces)


def _list_kinds(history: GameHistory) -> list[PuzzleKind]:
    """Return the kinds of puzzles to extract: none if the game has no end or resembles a running
    game.
    """
    if history.outcome is None:
        return []
    try:
        refuse_running_game(history)
    except Forbidden:
        return []
    return list_wanted_kinds(history.opening)


def _find_candidates(
    kind: PuzzleKind, views: list[SurveyedPosition], words: WordGraph
) -> list[PuzzleCandidate]:
    found = find_puzzle_of_kind(kind, views, words)
    return [] if found is None else [found]
