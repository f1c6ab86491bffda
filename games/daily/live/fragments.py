"""The parts of a daily game's page that change during the game."""

from games.common.fragment_rendering import render_fragment
from games.daily.perspective.daily_views import DailyView

_PARTS = ("puzzles/_state", "play/_tiles", "daily/_turn", "play/_unseen")


def render_daily_game(view: DailyView) -> str:
    """Render all parts in their current state."""
    return "".join(render_fragment(part, {"view": view}) for part in _PARTS)
