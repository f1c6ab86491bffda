"""Events for public games that start or end."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from games.api.perspective.ended_games import (
    list_ended_games,
    select_columns,
    serialize_games,
    serialize_seats,
)
from games.api.perspective.member_figures import find_visible_member
from games.api.terms.schemas.events import GameEvent, RunningGame
from games.people.models import PrivacySettings, Visibility
from games.play.models import Game, Room, SeatMember

MAX_GAMES = 500
"""Most games reported per call; the next call returns the rest."""


def list_running_games(player: str) -> QuerySet[Game]:
    """Return the running games in public rooms, or only those of the member named ``player``.

    Games with a member whose profile is not public are left out.
    """
    games = Game.objects.filter(
        room__stage__in=(Room.Stage.OPEN, Room.Stage.PLAYING),
        room__public=True,
        status__in=(Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE),
    )
    if player:
        games = games.filter(holders__player=find_visible_member(player), holders__game_over=False)
    # Members without a row have the default, which is a public profile.
    hidden = PrivacySettings.objects.exclude(profile=Visibility.ALL).values("player")
    return games.exclude(Exists(SeatMember.objects.filter(game=OuterRef("pk"), player__in=hidden)))


def list_game_events(player: str, known: set[UUID], since: datetime) -> Iterator[GameEvent]:
    """Yield the games that have started or ended since the last call.

    ``known`` holds the ids of the running games already reported; it is updated in place. Raises
    ``NotFound`` for an unknown ``player``, and ``Forbidden`` if their profile is not public.
    """
    running = set(list_running_games(player).order_by().values_list("pk", flat=True))
    ended_pks = set(list(known - running)[:MAX_GAMES])
    known -= ended_pks
    public = {"viewer": None, "since": None, "until": None}
    listed = list_ended_games(variant="", language="", player=player, **public)
    for some in (listed.filter(pk__in=ended_pks), listed.filter(ended_at__gt=since)[:MAX_GAMES]):
        ended = list(select_columns(some))
        for game, line in zip(ended, serialize_games(ended), strict=True):
            began = game.started_at is not None and game.started_at > since
            if game.pk in ended_pks or (began and game.pk not in known):
                ended_pks.discard(game.pk)
                yield GameEvent(type="game_end", result=line)
    new = list(running - known)[:MAX_GAMES]
    rows = Game.objects.filter(pk__in=new).select_related("room__lexicon")
    rows = rows.defer("state", "opening").prefetch_related("seats__holders__player")
    for game in rows.order_by("started_at"):
        known.add(game.pk)
        yield GameEvent(type="game_start", game=_serialize_game(game))


def _serialize_game(game: Game) -> RunningGame:
    room = game.room
    return RunningGame(
        id=game.pk,
        room=room.code,
        url=reverse("games:room", args=[room.code]),
        variant=room.variant,
        language=room.lexicon.language,
        rated=game.rated,
        seats=serialize_seats(list(game.seats.all())),
    )
