"""The list of clubs, a club's page, and its directors' desk."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from games.clubs.models import Club, ClubCalendar, ClubMember
from games.clubs.perspective.calendars import NightView, list_nights_ahead
from games.clubs.perspective.match_views import MatchLine, list_matches
from games.clubs.perspective.records import ClubRecords, list_records
from games.clubs.perspective.wording import (
    JOINING_TEXTS,
    ROLE_LABELS,
    describe_rule,
    name_language,
)
from games.clubs.services.access import find_member
from games.clubs.store.club_rules import read_rule
from games.play.perspective.viewdata import PersonView
from games.players.models import Player

MAX_LISTED = 100
ROLE_ORDER: Mapping[str, int] = {role: n for n, role in enumerate(ClubMember.Role.values)}


@dataclass(frozen=True, slots=True)
class ClubListing:
    """One line of the list of clubs."""

    title: str
    url: str
    place: str
    language: str
    members: int


@dataclass(frozen=True, slots=True)
class ClubMemberView:
    """A member, as everyone sees them. ``player`` names them in forms of directors."""

    player: str
    person: PersonView
    role: str
    role_text: str
    joined_at: datetime


@dataclass(frozen=True, slots=True)
class SeasonLink:
    pk: int
    title: str


@dataclass(frozen=True, slots=True)
class ClubView:
    """A club as one viewer sees it."""

    code: str
    title: str
    about: str
    place: str
    language: str
    zone: str
    joining: str
    joining_text: str
    members: tuple[ClubMemberView, ...]
    nights: tuple[NightView, ...]
    # When the club's nights are, in words.
    rules: tuple[tuple[int, str, str], ...]
    seasons: tuple[SeasonLink, ...]
    records: tuple[ClubRecords, ...]
    matches: tuple[MatchLine, ...]
    # The viewer's role in it, "" for everyone else.
    role: str
    # Whether the viewer has asked to join.
    asked: bool

    @property
    def directing(self) -> bool:
        return self.role in (ClubMember.Role.OWNER, ClubMember.Role.DIRECTOR)

    @property
    def owning(self) -> bool:
        return self.role == ClubMember.Role.OWNER


@dataclass(frozen=True, slots=True)
class RequestView:
    pk: int
    person: PersonView
    text: str
    made_at: datetime


@dataclass(frozen=True, slots=True)
class ClubDesk:
    """What only directors see of a club."""

    club: ClubView
    invite: str
    requests: tuple[RequestView, ...]


def list_clubs() -> tuple[ClubListing, ...]:
    """Return the clubs that are listed, the largest first."""
    listed = Club.objects.exclude(joining=Club.Joining.LINK)
    return _read(listed, "-size", "title", "pk")


def list_own_clubs(player: Player) -> tuple[ClubListing, ...]:
    """Return the clubs of a player, by title."""
    mine = player.club_memberships.values("club")
    return _read(Club.objects.filter(pk__in=mine), "title", "pk")


def find_calendar_token(player: Player) -> str:
    """Return the secret part of the address of a player's calendar, "" if it has none yet."""
    calendar = ClubCalendar.objects.filter(player=player).first()
    return calendar.token if calendar is not None else ""


def build_club_view(club: Club, viewer: Player | None, now: datetime) -> ClubView:
    """Return what a viewer sees of a club; ``None`` is a stranger."""
    own = find_member(club, viewer)
    asked = viewer is not None and club.requests.filter(player=viewer).exists()
    return ClubView(
        code=club.code,
        title=club.title,
        about=club.about,
        place=club.place,
        language=name_language(club.language),
        zone=club.zone.replace("_", " "),
        joining=club.joining,
        joining_text=str(JOINING_TEXTS[Club.Joining(club.joining)]),
        members=_list_members(club),
        nights=tuple(list_nights_ahead(club, now)),
        rules=tuple(
            (night.pk, night.title, describe_rule(read_rule(night)))
            for night in club.nights.select_related("club")
        ),
        seasons=tuple(SeasonLink(one.pk, one.title) for one in club.seasons.all()),
        records=tuple(list_records(club)),
        matches=tuple(list_matches(club)),
        role=own.role if own else "",
        asked=asked,
    )


def build_club_desk(club: Club, director: Player, now: datetime) -> ClubDesk:
    """Return what a director sees. The caller has checked that they direct the club."""
    requests = club.requests.select_related("player")
    return ClubDesk(
        club=build_club_view(club, director, now),
        invite=club.invite,
        requests=tuple(
            RequestView(one.pk, _build_person(one.player), one.text, one.made_at)
            for one in requests
        ),
    )


def _list_members(club: Club) -> tuple[ClubMemberView, ...]:
    rows = club.members.select_related("player")
    ordered = sorted(rows, key=lambda one: (ROLE_ORDER[one.role], one.joined_at, one.pk))
    return tuple(
        ClubMemberView(
            player=str(one.player_id),
            person=_build_person(one.player),
            role=one.role,
            role_text=str(ROLE_LABELS[ClubMember.Role(one.role)]),
            joined_at=one.joined_at,
        )
        for one in ordered
    )


def _build_person(player: Player) -> PersonView:
    return PersonView.of(player)


def _read(clubs: QuerySet[Club], *order: str) -> tuple[ClubListing, ...]:
    rows = clubs.annotate(size=Count("members")).order_by(*order)[:MAX_LISTED]
    return tuple(
        ClubListing(
            title=club.title,
            url=club.get_absolute_url(),
            place=club.place,
            language=name_language(club.language),
            members=club.size,
        )
        for club in rows
    )


def list_clubs_of_event(code: str, viewer: Player | None) -> list[Club]:
    """Return the club that holds an event, or both clubs of a match.

    Clubs that are not listed are left out for everyone but their members.
    """
    holding = Q(events__event__code=code)
    playing = Q(home_matches__event__code=code) | Q(away_matches__event__code=code)
    visible = ~Q(joining=Club.Joining.LINK)
    if viewer is not None:
        visible |= Q(pk__in=viewer.club_memberships.values("club"))
    return list(Club.objects.filter(holding | playing).filter(visible).distinct())


def list_opponents(club: Club) -> list[tuple[str, str]]:
    """Return the codes and titles of the clubs that one can offer a match, by title."""
    others = Club.objects.exclude(pk=club.pk).exclude(joining=Club.Joining.LINK)
    return list(others.order_by("title", "pk").values_list("code", "title"))
