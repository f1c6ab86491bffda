"""Club nights and seasons as their rules know them."""

from games.clubs.models import ClubNight, ClubSeason
from games.clubs.terms.recurrence import NightRule
from games.clubs.terms.season_standings import SeasonScoring


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
