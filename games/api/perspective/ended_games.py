"""Lists of finished games. Whole games are serialized by ``games.records.perspective``."""

from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.timezone import make_aware

from games.api.perspective.member_figures import find_visible_member
from games.api.terms.schemas.games import GameLine, SeatResult
from games.common.names import BOT_SUFFIX
from games.people.models import PrivacySettings, Visibility
from games.people.perspective.visibility import build_listed_games_filter
from games.play.models import Game, Room, Seat, SeatMember
from games.play.perspective import get_seat_name
from games.players.models import Player

MAX_ROOMS_BY_KEY = 2000
"""Up to this many matching rooms, games are looked up by the rooms' ids."""

COLUMNS = (
    *("rated", "started_at", "ended_at", "outcome"),
    *("room__variant", "room__edition", "room__lexicon__language"),
)
"""What a line of a list shows. Games and rooms have many more columns, some of them large."""


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
        games = games.filter(holders__player=find_visible_member(player))
    # Members without a row have the default, which is a public profile.
    hidden = PrivacySettings.objects.exclude(profile=Visibility.ALL).values("player")
    hidden_seats = SeatMember.objects.filter(game=OuterRef("pk"), player__in=hidden)
    visible = games.exclude(Exists(hidden_seats)).select_related("room__lexicon").only(*COLUMNS)
    holders = SeatMember.objects.select_related("player").only("seat", "player__nickname")
    return visible.prefetch_related("seats", Prefetch("seats__holders", holders))


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


def serialize_game_line(game: Game) -> GameLine:
    outcome: dict[str, Any] = game.outcome or {}
    assert game.ended_at is not None
    # The response is validated as a whole, so its many lines need no validation of their own.
    return GameLine.model_construct(
        id=game.pk,
        url=reverse("games:record", args=[game.pk]),
        variant=game.room.variant,
        language=game.room.lexicon.language,
        tile_set=game.room.edition,
        rated=game.rated,
        started_at=game.started_at,
        ended_at=game.ended_at,
        reason=outcome.get("reason", ""),
        winner=outcome.get("winner"),
        seats=serialize_seats(list(game.seats.all()), outcome.get("scores", ())),
    )


def serialize_seats(seats: list[Seat], scores: Any) -> list[SeatResult]:
    padded = [*scores, *[None] * (len(seats) - len(scores))]
    return [
        SeatResult.model_construct(
            name=(name := get_seat_name(seat)),
            score=score,
            bot=name.endswith(BOT_SUFFIX),
            computer=seat.computer_level is not None,
        )
        for seat, score in zip(seats, padded, strict=False)
    ]
