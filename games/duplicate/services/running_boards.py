"""The boards of running duplicate games, whose positions no one may analyse."""

from games.duplicate.models import RUNNING_STAGES, DuplicateGame
from games.play.services.running_positions import StoredBoard


def list_running_boards() -> list[StoredBoard]:
    """Return the boards as everyone sees them now."""
    running = DuplicateGame.objects.filter(stage__in=RUNNING_STAGES).order_by()
    return [board or {} for board in running.values_list("state__board", flat=True)]
