"""Seasons of a club: adding and deleting them. They are added up when they are read."""

from datetime import datetime

from games.clubs.models import Club, ClubSeason
from games.clubs.services.access import require_club_director
from games.clubs.services.locking import locked_club
from games.clubs.terms.settings import MAX_SEASONS, SeasonSettings
from games.common.names import clean_title
from games.players.models import Player
from games.players.services.sanctions import require_may_write
from scrabble_site.shared.refusals import Conflict, InvalidRequest, NotFound

MAX_POINTS = 1000
MAX_PLACES = 50


def add_season(
    code: str, director: Player, chosen: SeasonSettings, now: datetime, key: str = ""
) -> ClubSeason:
    """Add a season. A form sent twice adds one."""
    title = clean_title(chosen.title)
    points = list(chosen.points)
    if not title:
        raise InvalidRequest("club.no_title")
    if chosen.last_day < chosen.first_day:
        raise InvalidRequest("club.season_days")
    if not 1 <= len(points) <= MAX_PLACES or points != sorted(points, reverse=True):
        raise InvalidRequest("club.season_points")
    if not 0 <= chosen.attendance <= points[-1] or points[0] > MAX_POINTS:
        raise InvalidRequest("club.season_points")
    require_may_write(director, now)
    with locked_club(code) as club:
        require_club_director(club, director)
        same = club.seasons.filter(key=key).first() if key else None
        if same is not None:
            return same
        if club.seasons.count() >= MAX_SEASONS:
            raise Conflict("club.many_seasons", n=MAX_SEASONS)
        return ClubSeason.objects.create(
            club=club,
            title=title,
            first_day=chosen.first_day,
            last_day=chosen.last_day,
            best=chosen.best,
            points=points,
            attendance=chosen.attendance,
            key=key,
        )


def delete_season(code: str, director: Player, season: int) -> None:
    """Delete a season. The events that it added up stay."""
    with locked_club(code) as club:
        require_club_director(club, director)
        club.seasons.filter(pk=season).delete()


def find_season(club: Club, pk: int) -> ClubSeason:
    """Return a season of a club. Raises ``NotFound``."""
    season: ClubSeason | None = club.seasons.filter(pk=pk).first()
    if season is None:
        raise NotFound("club.no_season")
    return season
