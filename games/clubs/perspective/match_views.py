"""Matches between clubs: the list of a club, and one match with its boards."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.urls import reverse

from games.clubs.models import Club, ClubMatch, ClubMatchPlayer
from games.clubs.perspective.wording import MATCH_STAGES
from games.clubs.services.access import find_member
from games.events.models import EventTable
from games.events.perspective.reason_texts import write_points
from games.events.perspective.standings import build_person
from games.events.store.event_state import read_scoring
from games.pairing.event import ScoringSettings
from games.pairing.scoring import score_table
from games.play.models import Room
from games.play.perspective import describe_options
from games.play.perspective.viewdata import PersonView
from games.players.models import Player
from games.rules.positions.variants import get_variant


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in the list of a club."""

    pk: int
    opponent: str
    url: str
    stage: str
    stage_text: str
    # Whether the club can still answer the offer.
    to_answer: bool
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ClubBoardView:
    """One board. Points are "" while its game goes on."""

    number: int
    home: PersonView
    away: PersonView
    home_starts: bool
    home_points: str
    away_points: str
    scores: str
    url: str


@dataclass(frozen=True, slots=True)
class ReadyClub:
    """A club of a match, with those who are ready to play."""

    code: str
    title: str
    url: str
    points: str
    spread: int
    ready: tuple[PersonView, ...]
    # Whether the viewer may sign up for it, and has.
    member: bool
    signed_up: bool
    directing: bool


@dataclass(frozen=True, slots=True)
class ClubMatchView:
    """A match as one viewer sees it."""

    pk: int
    stage: str
    stage_text: str
    boards: int
    starts_at: datetime | None
    summary: tuple[str, ...]
    home: ReadyClub
    away: ReadyClub
    tables: tuple[ClubBoardView, ...]
    event_url: str
    # Whether every board has a result.
    over: bool

    @property
    def clubs(self) -> tuple[ReadyClub, ReadyClub]:
        return self.home, self.away


@dataclass
class _Sums:
    """What a club has scored so far."""

    half_points: int = 0
    spread: int = 0


def list_matches(club: Club) -> list[MatchLine]:
    """Return the matches of a club, the newest first."""
    rows = ClubMatch.objects.filter(home=club) | ClubMatch.objects.filter(away=club)
    return [_build_line(club, one) for one in rows.select_related("home", "away")]


def build_match_view(match: ClubMatch, viewer: Player | None) -> ClubMatchView:
    """Return what a viewer sees of a match. Points are added up over its boards."""
    players = list(match.players.select_related("player", "entrant"))
    sums = {match.home_id: _Sums(), match.away_id: _Sums()}
    tables = _list_boards(match, players, sums)
    build_club = partial(_build_ready, match, players, sums, viewer)
    room = Room(
        variant=match.variant,
        edition=match.edition,
        lexicon=match.lexicon,
        options=match.options,
        rated=match.rated,
        seats_total=2,
    )
    return ClubMatchView(
        pk=match.pk,
        stage=match.stage,
        stage_text=str(MATCH_STAGES[match.stage]),
        boards=match.boards,
        starts_at=match.starts_at,
        summary=(get_variant(match.variant).name, *describe_options(room)),
        home=build_club(match.home),
        away=build_club(match.away),
        tables=tuple(tables),
        event_url=match.event.get_absolute_url() if match.event else "",
        over=bool(tables) and all(one.home_points for one in tables),
    )


def _build_line(club: Club, match: ClubMatch) -> MatchLine:
    opponent = match.away if match.home_id == club.pk else match.home
    return MatchLine(
        pk=match.pk,
        opponent=opponent.title,
        url=reverse("games:club_match", args=[club.code, match.pk]),
        stage=match.stage,
        stage_text=str(MATCH_STAGES[match.stage]),
        to_answer=match.stage == ClubMatch.Stage.OFFERED and match.away_id == club.pk,
        created_at=match.created_at,
    )


def _build_ready(
    match: ClubMatch,
    players: list[ClubMatchPlayer],
    sums: dict[int, _Sums],
    viewer: Player | None,
    club: Club,
) -> ReadyClub:
    theirs = [one for one in players if one.club_id == club.pk and one.player is not None]
    member, mine = find_member(club, viewer), viewer.pk if viewer else None
    return ReadyClub(
        code=club.code,
        title=club.title,
        url=club.get_absolute_url(),
        points=write_points(sums[club.pk].half_points) if match.event_id else "",
        spread=sums[club.pk].spread,
        ready=tuple(PersonView.of(one.player) for one in theirs if one.player),
        member=member is not None,
        signed_up=any(one.player_id == mine for one in theirs),
        directing=member is not None and member.directs,
    )


def _list_boards(
    match: ClubMatch, players: list[ClubMatchPlayer], sums: dict[int, _Sums]
) -> list[ClubBoardView]:
    """Return the boards of a match that has started, and add their points to ``sums``."""
    if match.event is None:
        return []
    clubs = {one.entrant_id: one.club_id for one in players if one.entrant_id}
    scoring = read_scoring(match.event)
    tables = EventTable.objects.filter(round__event=match.event).select_related("game__room")
    found = tables.prefetch_related("seats__entrant__player").order_by("round__number", "number")
    return [_build_board(match, table, clubs, scoring, sums) for table in found]


def _build_board(
    match: ClubMatch,
    table: EventTable,
    clubs: dict[int, int],
    scoring: ScoringSettings,
    sums: dict[int, _Sums],
) -> ClubBoardView:
    seats = list(table.seats.all())
    played = table.to_played_table()
    points = {}
    if table.has_result:
        for entrant, one in score_table(played, scoring).items():
            points[entrant] = write_points(one.half_points)
            club = sums[clubs.get(entrant, match.away_id)]
            club.half_points += one.half_points
            club.spread += one.spread
    first = seats[0]
    home_starts = clubs.get(first.entrant_id) == match.home_id
    home, away = seats if home_starts else reversed(seats)
    scored = home.score is not None and away.score is not None and not played.absent
    return ClubBoardView(
        number=table.number,
        home=build_person(home.entrant),
        away=build_person(away.entrant),
        home_starts=home_starts,
        home_points=points.get(home.entrant_id, ""),
        away_points=points.get(away.entrant_id, ""),
        scores=f"{home.score}–{away.score}" if scored else "",
        url=_get_url(table),
    )


def _get_url(table: EventTable) -> str:
    if table.game is None:
        return ""
    if table.has_result:
        return reverse("games:record", args=[table.game_id])
    return reverse("games:room", args=[table.game.room.code])
