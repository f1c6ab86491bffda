"""Notices for people who wait for a computer player that is busy with other games."""

from datetime import datetime, timedelta
from uuid import UUID

from games.computers.models import Hint
from games.play.models import Game
from games.play.services.locking import bump_stamp, get_current_game, locked_room

BUSY_AFTER = timedelta(seconds=5)
"""A computer that has not moved for this long is reported as busy."""


def count_waiting_games(now: datetime) -> int:
    """Return the number of games in which a computer player has to act."""
    return Game.objects.filter(computer_at__lte=now).count()


def list_games_kept_waiting(now: datetime, limit: int) -> list[tuple[str, UUID]]:
    """Return room codes and ids of delayed games without a notice yet, the longest waiting
    first.
    """
    waiting = Game.objects.filter(computer_at__lt=now - BUSY_AFTER, busy_shown=False)
    return list(waiting.order_by("computer_at").values_list("room__code", "pk")[:limit])


def report_busy(code: str, game_id: UUID, now: datetime) -> bool:
    """Show in the room that its computer player is busy.

    Returns false if it has moved meanwhile.
    """
    # A notice is not worth waiting for the room's lock.
    with locked_room(code, wait=False) as room:
        game = get_current_game(room)
        late = game.computer_at is not None and game.computer_at < now - BUSY_AFTER
        if game.pk != game_id or not late or game.busy_shown:
            return False
        game.busy_shown = True
        game.save(update_fields=["busy_shown"])
        bump_stamp(room)
        return True


def is_hint_delayed(hint: Hint, now: datetime) -> bool:
    """Return whether a hint has waited so long that the same notice is due."""
    return hint.plays is None and hint.asked_at < now - BUSY_AFTER
