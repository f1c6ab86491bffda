"""Season standings of a club, added up from the standings of its events."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from games.clubs.models import ClubSeason
from games.clubs.store.club_rules import read_scoring
from games.clubs.terms.season_standings import SeasonLine, rank_season
from games.events.models import Event
from games.events.perspective.standings import build_standings
from games.events.store.event_state import load_event_rows
from games.play.perspective.viewdata import PersonView

MAX_CACHED = 2000


@dataclass(frozen=True, slots=True)
class SeasonCell:
    """A night of one player; ``points`` is ``None`` if they did not play."""

    points: int | None
    counts: bool


@dataclass(frozen=True, slots=True)
class SeasonRow:
    place: int
    person: PersonView
    total: int
    # How many nights the player has played.
    played: int
    cells: tuple[SeasonCell, ...]


@dataclass(frozen=True, slots=True)
class SeasonNight:
    day: date
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class ClubSeasonView:
    """A season with everyone's nights."""

    pk: int
    title: str
    first_day: date
    last_day: date
    best: int | None
    points: tuple[int, ...]
    attendance: int
    nights: tuple[SeasonNight, ...]
    rows: tuple[SeasonRow, ...]


@dataclass(frozen=True, slots=True)
class _Attendance:
    """The place of one player in one event."""

    player: Hashable
    person: PersonView
    place: int


def build_season(season: ClubSeason) -> ClubSeasonView:
    """Return the standings of a season. Only events that are over count."""
    days = (season.first_day, season.last_day)
    over = season.club.events.filter(day__range=days, event__stage=Event.Stage.OVER)
    events = [(one.day, one.event) for one in over.select_related("event") if one.event]
    attendances = [_load_attendances(event.code, event.stamp) for _day, event in events]
    people = {one.player: one.person for night in attendances for one in night}
    places = [{one.player: one.place for one in night} for night in attendances]
    scoring = read_scoring(season)
    return ClubSeasonView(
        pk=season.pk,
        title=season.title,
        first_day=season.first_day,
        last_day=season.last_day,
        best=season.best,
        points=scoring.points,
        attendance=scoring.attendance,
        nights=tuple(
            SeasonNight(day, event.title, event.get_absolute_url()) for day, event in events
        ),
        rows=tuple(_build_row(line, people, len(events)) for line in rank_season(places, scoring)),
    )


def _build_row(line: SeasonLine, people: Mapping[Hashable, PersonView], nights: int) -> SeasonRow:
    return SeasonRow(
        place=line.place,
        person=people[line.player],
        total=line.total,
        played=len(line.nights),
        cells=tuple(
            SeasonCell(line.nights.get(number), number in line.counted) for number in range(nights)
        ),
    )


@lru_cache(maxsize=MAX_CACHED)
def _load_attendances(code: str, stamp: int) -> tuple[_Attendance, ...]:  # noqa: ARG001
    """Return the places of everyone who played in an event; ``stamp`` is the one it was read at.

    Whoever never sat at a table has no place. People without a page here are known by their name.
    """
    rows = load_event_rows(Event.objects.get(code=code))
    entrants = {one.pk: one for one in rows.entrants}
    return tuple(
        _Attendance(
            player=entrants[line.entrant].player_id or line.person.name.casefold(),
            person=line.person,
            place=line.place,
        )
        for division in rows.event.divisions or [""]
        for line in build_standings(rows, division)
        if line.wins or line.draws or line.losses
    )
