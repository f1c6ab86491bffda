"""Clubs and their members, club nights, seasons, and matches between clubs."""

from games.clubs.models.chat import ClubMessage
from games.clubs.models.clubs import (
    Club,
    ClubCalendar,
    ClubMember,
    ClubRemoval,
    ClubRequest,
)
from games.clubs.models.matches import ClubMatch, ClubMatchPlayer
from games.clubs.models.nights import ClubEvent, ClubNight, ClubSeason

__all__ = [
    "Club",
    "ClubCalendar",
    "ClubEvent",
    "ClubMatch",
    "ClubMatchPlayer",
    "ClubMember",
    "ClubMessage",
    "ClubNight",
    "ClubRemoval",
    "ClubRequest",
    "ClubSeason",
]
