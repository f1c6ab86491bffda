"""The referee's loop: finds the games that are due and handles them one by one."""

import logging
from uuid import UUID

from django.utils import timezone

from games.common.database_outages import is_outage
from games.common.worker_threads import run_in_database_thread
from games.play.live.topics import publish_room
from games.play.services.referee import find_due_games, postpone_after_failure, referee_game
from scrabble_site.shared.refusals import NotFound

logger = logging.getLogger(__name__)

REFEREE_INTERVAL = 0.4
"""Seconds between two searches for due games. Flags fall a little late on purpose, so that a move
that reached the server in time still counts."""


async def referee_due_games() -> None:
    """Handle every game that is due now.

    Each game is a separate job of the database thread, so a computer player's write waits for at
    most one of them.
    """
    due = find_due_games(timezone.now())
    while (found := await run_in_database_thread(next, due, None)) is not None:
        await run_in_database_thread(referee_due_game, *found)


def referee_due_game(code: str, game_id: UUID) -> None:
    """Handle one game. If that fails, postpone it, and log the error the first time."""
    now = timezone.now()
    try:
        if referee_game(code, game_id, now):
            publish_room(code)
    except NotFound:
        pass  # another transaction holds the room's lock: the next round tries again
    except Exception as error:
        if is_outage(error):
            raise  # the database is unreachable, which is not the fault of this game
        if postpone_after_failure(game_id, now) <= 1:
            logger.exception("Could not attend to room %s", code)
