"""Club nights, seasons and games as their rules know them."""

from dataclasses import asdict
from typing import Any

from games.clubs.models import ClubNight, ClubSeason
from games.clubs.models.nights import ClubGames
from games.clubs.terms.recurrence import NightRule
from games.clubs.terms.season_standings import SeasonScoring
from games.play.services.rooms import RoomSettings
from games.rules.positions.variants import get_variant


def read_rule(night: ClubNight) -> NightRule:
    """Return when a night is. Its club is read with it."""
    return NightRule(
        weekday=night.weekday,
        begins_at=night.begins_at,
        zone=night.club.zone,
        first_day=night.first_day,
        last_day=night.last_day,
        every_weeks=night.every_weeks,
        week_of_month=night.week_of_month,
    )


def read_scoring(season: ClubSeason) -> SeasonScoring:
    return SeasonScoring(tuple(season.points), season.attendance, season.best)


def read_room_settings(games: ClubGames, seats: int, *, public: bool) -> RoomSettings:
    """Return the settings of rooms for these games."""
    return RoomSettings(
        variant=games.variant,
        edition=games.edition,
        lexicon=games.lexicon,
        seats=seats,
        options=get_variant(games.variant).options(**games.options),
        public=public,
        rated=games.rated,
    )


def build_game_columns(rooms: RoomSettings) -> dict[str, Any]:
    """Return the columns of :class:`ClubGames` for the settings of a room."""
    return {
        "variant": rooms.variant,
        "edition": rooms.edition,
        "lexicon": rooms.lexicon,
        "options": asdict(rooms.options),
        "rated": rooms.rated,
    }
