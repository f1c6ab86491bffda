"""The referee's loop: looks for games that are due and has them attended to, one by one."""

import logging
from uuid import UUID

from django.utils import timezone

from games.common.outages import is_outage
from games.common.refusals import Missing
from games.common.threads import with_rows
from games.play.services.referee import attend, due_games, put_back
from games.play.topics import publish_room

logger = logging.getLogger(__name__)

ROUND = 0.4
"""Seconds between two looks: a flag falls half a second late, for what is under way, and so within
a second."""


async def attend_all() -> None:
    """One round. Each game has its own turn in the rows' thread, so computers wait for no more
    than one."""
    due = due_games(timezone.now())
    while (found := await with_rows(next, due, None)) is not None:
        await with_rows(attend_one, *found)


def attend_one(code: str, game_id: UUID) -> None:
    """Attend to a game; one that fails is put back, and told to the log the first time."""
    now = timezone.now()
    try:
        if attend(code, game_id, now):
            publish_room(code)
    except Missing:
        pass  # somebody is writing there: the next round looks again
    except Exception as error:
        if is_outage(error):
            raise  # it is not the game that is broken
        if put_back(game_id, now) <= 1:
            logger.exception("Could not attend to room %s", code)
