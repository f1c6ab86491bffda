"""What directors choose for a club, a club night, a season and a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from games.clubs.terms.season_standings import DEFAULT_ATTENDANCE, DEFAULT_POINTS
from games.play.services.room_settings import RoomSettings

MAX_NIGHTS = 10
"""How many club nights a club may have."""
MAX_SEASONS = 100
MAX_MEMBERS = 2000
MAX_BOARDS = 50
MAX_OWN_CLUBS = 10
"""How many clubs one player may own."""
MAX_CLUBS = 50
"""How many clubs one player may be in."""


@dataclass(frozen=True, slots=True)
class ClubSettings:
    """What a club says about itself, and who may join it."""

    title: str
    about: str = ""
    language: str = ""
    place: str = ""
    zone: str = "UTC"
    joining: str = "free"


@dataclass(frozen=True, slots=True)
class NightSettings:
    """A club night; see :class:`games.clubs.models.ClubNight`."""

    title: str
    room_settings: RoomSettings
    weekday: int
    begins_at: time
    first_day: date
    method: str
    rounds: int
    last_day: date | None = None
    every_weeks: int = 1
    week_of_month: int | None = None
    days_before: int = 5
    guests: bool = False
    on_boards: bool = False
    break_minutes: int | None = None


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """A season; see :class:`games.clubs.models.ClubSeason`."""

    title: str
    first_day: date
    last_day: date
    best: int | None = None
    points: Sequence[int] = DEFAULT_POINTS
    attendance: int = DEFAULT_ATTENDANCE


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """A match that a club offers another one."""

    opponent: str
    boards: int
    room_settings: RoomSettings
    starts_at: datetime | None = None
