"""The worker's loop for puzzles: games that are over, one at a time, while nobody waits for it.

It thinks in a thread of the lowest priority and lets a round pass whenever a computer player is to
move somewhere.
"""

import logging
from datetime import date

from django.utils import timezone

from games.common.outages import is_outage
from games.common.refusals import Missing
from games.common.threads import at_leisure, with_rows
from games.computers.services.waiting import games_waiting
from games.puzzles.cutting import View, find, look_through
from games.puzzles.cuttings import Cutting
from games.puzzles.models import Kind, Quarry
from games.puzzles.services.days import choose_all, day_of
from games.puzzles.services.quarries import claim_quarry, keep_cuttings, wanted_kinds
from games.records.services.sources import Source, find_source
from games.rules.course import Course
from lexicon.graph.wordgraph import WordGraph
from lexicon.store import open_lexicon

logger = logging.getLogger(__name__)

ROUND = 2.0
"""Seconds between two games."""


class Cutter:
    """Cuts puzzles, and sees to it that every day has its own."""

    def __init__(self) -> None:
        self._day: date | None = None

    async def take_work(self) -> None:
        """One round."""
        now = timezone.now()
        if day_of(now) != self._day:
            await with_rows(choose_all, day_of(now))
            self._day = day_of(now)
        if await with_rows(games_waiting, now):
            return
        quarry = await with_rows(claim_quarry, now)
        if quarry is not None:
            await cut_from(quarry)


async def cut_from(quarry: Quarry) -> int:
    """Cut what one game holds; returns how many puzzles that made. A game at which the engine
    fails is laid aside."""
    source = await with_rows(_open, quarry)
    revision = source.revision if source else None
    cuttings: list[Cutting] = []
    if source is not None and revision is not None:
        try:
            course, words = await with_rows(_prepare, source, revision.pk)
            kinds = await with_rows(wanted_kinds, course.opening) if course.outcome else []
            views = await at_leisure(look_through, course, words) if kinds else []
            for kind in kinds:  # in small steps, so that a worker that is told to end soon does
                cuttings += await at_leisure(_find, kind, views, words)
        except Exception as error:
            if is_outage(error):
                raise
            logger.exception("No puzzles could be cut from game %s", quarry.record)
    linked = source is not None and _is_for_all(source)
    return await with_rows(
        keep_cuttings, quarry.record, cuttings, revision, timezone.now(), linked=linked
    )


def _open(quarry: Quarry) -> Source | None:
    """The record, as far as everybody may see it."""
    try:
        return find_source(quarry.record, None)
    except Missing:
        return None


def _is_for_all(source: Source) -> bool:
    """Who played in a room that the lobby lists, or shared an upload, may be met by strangers; the
    games of others are for those alone whom they give the address."""
    return source.game is None or source.game.room.public


def _prepare(source: Source, revision: int) -> tuple[Course, WordGraph]:
    course = source.course
    return course, open_lexicon(revision, course.opening.tile_set.faces)


def _find(kind: Kind, views: list[View], words: WordGraph) -> list[Cutting]:
    found = find(kind, views, words)
    return [] if found is None else [found]
