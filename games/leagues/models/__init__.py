"""Leagues with their seasons, divisions, entries and games, and their ladders."""

from games.leagues.models.ladders import LadderChallenge, LadderPlace
from games.leagues.models.leagues import (
    Division,
    League,
    LeagueBan,
    LeagueEntry,
    LeagueGame,
    Season,
)

__all__ = [
    "Division",
    "LadderChallenge",
    "LadderPlace",
    "League",
    "LeagueBan",
    "LeagueEntry",
    "LeagueGame",
    "Season",
]
