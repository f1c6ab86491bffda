"""The states by which the plays of a turn are judged."""

from games.common.latest_cache import LatestCache
from games.duplicate.models import DuplicateGame
from games.duplicate.store import load_shown_state
from games.rules.duplicate.game import DuplicateState

_turn_states: LatestCache[DuplicateState] = LatestCache(64)
"""The public states of running turns by the game's code, at the number of the turn, in which they
never change."""


def load_turn_state(code: str, turn: int) -> DuplicateState | None:
    """Return the public state of the turn that runs, or ``None`` if the game has moved on.

    Every play submitted in a turn is judged by it, so this process reads it once.
    """
    known = _turn_states.get_at(code, turn)
    if known is None:
        running = DuplicateGame.objects.filter(stage=DuplicateGame.Stage.TURN, turn=turn)
        game = running.filter(code=code).first()
        if game is None:
            return None
        known = load_shown_state(game)
        _turn_states.put(code, turn, known)
    return known
