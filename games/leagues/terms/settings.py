"""The settings of a new league."""

from dataclasses import dataclass
from datetime import datetime

from games.play.services.room_settings import RoomSettings

SEASON_DAYS = range(14, 366)
BREAK_DAYS = range(1, 61)
TURN_DAYS = range(1, 8)
"""Days for a turn that a league offers."""


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """What the founder of a league chooses."""

    title: str
    # With the days for a turn among the options.
    room_settings: RoomSettings
    # When the first season starts.
    starts_at: datetime
    season_days: int = 90
    break_days: int = 7
    about: str = ""
