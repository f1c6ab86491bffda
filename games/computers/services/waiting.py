"""Telling people whom a busy computer keeps waiting that it has not forgotten them."""

from datetime import datetime, timedelta
from uuid import UUID

from games.computers.models import Hint
from games.play.models import Game
from games.play.services.locking import current_game, locked_room, touch

BUSY_AFTER = timedelta(seconds=5)
"""A computer that has not answered for so long has others to answer first."""


def games_waiting(now: datetime) -> int:
    """In how many games a computer player is to act."""
    return Game.objects.filter(computer_at__lte=now).count()


def games_kept_waiting(now: datetime, most: int) -> list[tuple[str, UUID]]:
    """Room codes and ids of games in which nobody was told yet, those that wait longest first."""
    waiting = Game.objects.filter(computer_at__lt=now - BUSY_AFTER, kept_waiting=False)
    return list(waiting.order_by("computer_at").values_list("room__code", "pk")[:most])


def keep_waiting(code: str, game_id: UUID, now: datetime) -> bool:
    """Have the room say that its computer player is busy; ``False`` when it has just moved."""
    with locked_room(code, wait=False) as room:
        game = current_game(room)
        late = game.computer_at is not None and game.computer_at < now - BUSY_AFTER
        if game.pk != game_id or not late or game.kept_waiting:
            return False
        game.kept_waiting = True
        game.save(update_fields=["kept_waiting"])
        touch(room)
        return True


def is_kept_waiting(hint: Hint, now: datetime) -> bool:
    """Whether whoever asked for this hint should be told the same."""
    return hint.plays is None and hint.asked_at < now - BUSY_AFTER
