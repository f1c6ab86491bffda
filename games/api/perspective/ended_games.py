"""Lists of finished games. Whole games are serialized by ``games.records.perspective``."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.timezone import make_aware

from games.api.perspective.member_figures import find_visible_member
from games.api.terms.schemas.games import GameLine, SeatResult
from games.common.generated_names import translate_name
from games.common.names import BOT_SUFFIX
from games.people.models import PrivacySettings, Visibility
from games.people.perspective.visibility import build_listed_games_filter
from games.play.models import Game, Room, Seat, SeatMember
from games.play.perspective import get_seat_name
from games.players.models import Player

MAX_ROOMS_BY_KEY = 2000
"""Up to this many matching rooms, games are looked up by the rooms' ids."""
MAX_GAMES_BY_KEY = 2000
"""Up to this many games of a member, all of them are read and sorted."""

COLUMNS = (
    *("pk", "rated", "started_at", "ended_at", "outcome"),
    *("room__variant", "room__edition", "room__lexicon__language"),
)
"""What a line of a list shows. Games and rooms have many more columns, some of them large."""

SEAT_COLUMNS = ("game", "pk", "team", "computer_level", "played_for")


class _NamedSeat(NamedTuple):
    name: str
    is_computer: bool


def list_ended_games(
    *,
    viewer: Player | None,
    variant: str,
    language: str,
    player: str,
    since: date | None,
    until: date | None,
) -> QuerySet[Game]:
    """Return the finished games that are listed for the viewer.

    Games with a member whose profile is not public are left out. ``player`` is a member's name:
    raises ``NotFound`` for an unknown name, and ``Forbidden`` if that member's profile is not
    public.
    """
    games = Game.objects.filter(
        status=Game.Status.OVER, ended_at__isnull=False, state__isnull=False
    )
    kind = {"variant": variant, "lexicon__language": language}
    if filters := {name: value for name, value in kind.items() if value}:
        games = _filter_by_rooms(games, Room.objects.filter(**filters), viewer)
    else:
        games = games.filter(build_listed_games_filter(viewer))
    if since:
        games = games.filter(ended_at__gte=_get_day_start(since))
    if until:
        games = games.filter(ended_at__lt=_get_day_start(until) + timedelta(days=1))
    if player:
        games = games.filter(_filter_by_member(find_visible_member(player)))
    # Members without a row have the default, which is a public profile.
    hidden = PrivacySettings.objects.exclude(profile=Visibility.ALL).values("player")
    hidden_seats = SeatMember.objects.filter(game=OuterRef("pk"), player__in=hidden)
    return games.exclude(Exists(hidden_seats))


def _filter_by_rooms(
    games: QuerySet[Game], rooms: QuerySet[Room], viewer: Player | None
) -> QuerySet[Game]:
    """Return those games in these rooms that are listed for the viewer.

    With few rooms, all their games are read by id. With many rooms, reading the latest games first
    fills a page quickly.
    """
    found = rooms.order_by()
    # Asking for the last row alone keeps thousands of ids in the database.
    if found[MAX_ROOMS_BY_KEY : MAX_ROOMS_BY_KEY + 1].exists():
        # SQLite reads a subquery with IN first, and all games of its rooms. It asks EXISTS of each
        # game in turn.
        kind = Exists(found.filter(pk=OuterRef("room")))
        return games.filter(build_listed_games_filter(viewer), kind)
    few = list(found.values_list("pk", "public"))
    public = [pk for pk, is_public in few if is_public]
    private = [pk for pk, is_public in few if not is_public]
    listed = Q(room__in=public) | Q(pk__in=_own_in(private, viewer))
    # Coalesce changes nothing here, but keeps PostgreSQL from walking the index on ``ended_at``,
    # which is slow when few games match.
    return games.filter(listed).order_by(Coalesce("ended_at", "ended_at").desc(), "-pk")


def _filter_by_member(member: Player) -> Q:
    """Return a condition for the games in which a member played."""
    held = SeatMember.objects.order_by().filter(player=member)
    # SQLite would read and sort thousands of games for each page. With so many, reading the latest
    # games first fills a page quickly. PostgreSQL knows by its statistics which way is better.
    if connection.vendor == "sqlite" and held[MAX_GAMES_BY_KEY : MAX_GAMES_BY_KEY + 1].exists():
        return Q(Exists(held.filter(game=OuterRef("pk"))))
    return Q(holders__player=member)


def _own_in(rooms: list[int], viewer: Player | None) -> list[UUID]:
    """Return the ids of the games in these rooms in which the viewer played.

    This is a separate query: as a part of another one, PostgreSQL would first read all games of the
    viewer, possibly thousands.
    """
    if viewer is None or not rooms:
        return []
    own = SeatMember.objects.order_by().filter(player=viewer, game__room__in=rooms)
    return list(own.values_list("game", flat=True))


def _get_day_start(day: date) -> datetime:
    return make_aware(datetime.combine(day, time()))


def select_columns(games: QuerySet[Game]) -> QuerySet[Game, Any]:
    """Return the games as rows for :func:`serialize_games`.

    Instances of the models would take several times as long to make.
    """
    return games.values_list(*COLUMNS, named=True)


def serialize_games(rows: Sequence[Any]) -> list[GameLine]:
    """Return a line of a list for each row of :func:`select_columns`."""
    seats = _load_seats([row.pk for row in rows])
    return [_serialize_row(row, seats[row.pk]) for row in rows]


def _serialize_row(row: Any, seats: list[_NamedSeat]) -> GameLine:
    outcome: dict[str, Any] = row.outcome or {}
    # Made from typed columns, so the many lines of a list need no validation.
    return GameLine.model_construct(
        id=row.pk,
        url=reverse("games:record", args=[row.pk]),
        variant=row.room__variant,
        language=row.room__lexicon__language,
        tile_set=row.room__edition,
        rated=row.rated,
        started_at=row.started_at,
        ended_at=row.ended_at,
        reason=outcome.get("reason", ""),
        winner=outcome.get("winner"),
        seats=_serialize_seats(seats, outcome.get("scores", ())),
    )


def _load_seats(games: list[UUID]) -> dict[UUID, list[_NamedSeat]]:
    """Return the seats of these games in seat order."""
    members: dict[int, list[str]] = defaultdict(list)
    names = SeatMember.objects.filter(game__in=games).values_list("seat", "player__nickname")
    for seat, nickname in names.order_by("pk"):
        members[seat].append(translate_name(nickname))
    found: dict[UUID, list[_NamedSeat]] = defaultdict(list)
    rows = Seat.objects.filter(game__in=games).order_by("number").values_list(*SEAT_COLUMNS)
    for game, pk, team, level, played_for in rows:
        if level is None:
            name = team or " & ".join(members[pk])
        else:
            name = get_seat_name(Seat(team=team, computer_level=level, played_for=played_for))
        found[game].append(_NamedSeat(name, level is not None))
    return found


def serialize_seats(seats: list[Seat]) -> list[SeatResult]:
    """Return the seats of a running game. Their members must be prefetched."""
    named = [_NamedSeat(get_seat_name(seat), seat.computer_level is not None) for seat in seats]
    return _serialize_seats(named, ())


def _serialize_seats(seats: list[_NamedSeat], scores: Sequence[int]) -> list[SeatResult]:
    padded = [*scores, *[None] * (len(seats) - len(scores))]
    return [
        SeatResult.model_construct(
            name=seat.name,
            score=score,
            bot=seat.name.endswith(BOT_SUFFIX),
            computer=seat.is_computer,
        )
        for seat, score in zip(seats, padded, strict=False)
    ]
