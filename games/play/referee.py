"""The referee's loop: looks for games that are due and has them attended to, one by one."""

import asyncio
import logging

from django.utils import timezone

from games.common.refusals import Refusal
from games.common.threads import with_rows
from games.live.broadcast import publish
from games.play.services.referee import attend, due_games

logger = logging.getLogger(__name__)

ROUND = 1.0
"""Seconds between two looks."""


async def referee_loop() -> None:
    """Attend to what is due until cancelled; a game that fails does not stop the others."""
    while True:
        try:
            await with_rows(attend_all)
        except Exception:
            logger.exception("A round of the referee failed")
        await asyncio.sleep(ROUND)


def attend_all() -> int:
    """One round; returns how many games changed for those who look at them."""
    now = timezone.now()
    changed = 0
    for code, game_id in due_games(now):
        try:
            if attend(code, game_id, now):
                publish(code)
                changed += 1
        except Refusal:
            logger.info("Somebody else was faster in room %s", code)
        except Exception:
            logger.exception("Could not attend to room %s", code)
    return changed
