"""The parts of a daily game's page that change during the game."""

from typing import Literal

from games.common.fragment_rendering import render_fragment
from games.daily.perspective.daily_views import DailyView

_PARTS = ("puzzles/_state", "play/_tiles", "daily/_turn", "play/_unseen")


def render_daily_message(text: str, level: Literal["info", "warning"]) -> str:
    """Render a message for the player who has just sent something."""
    return render_fragment("play/_message", {"text": text, "level": level})


def render_daily_game(view: DailyView) -> str:
    """Render all parts in their current state."""
    return "".join(render_fragment(part, {"view": view}) for part in _PARTS)
