"""Games that are over, in lists. A whole one is told by ``games.records.perspective``."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.timezone import make_aware

from games.api.perspective.people import find_shown_member
from games.api.schemas.games import GameLine, SeatResult
from games.api.schemas.uploads import SlipOut, UploadOut
from games.people.models import Openness, Privacy
from games.play.models import Game, Holder, Seat
from games.play.perspective import seat_name
from games.players.names import BOT
from games.uploads.models import Upload


def list_games(
    *, variant: str, language: str, player: str, since: date | None, until: date | None
) -> QuerySet[Game]:
    """Ended games of public rooms in which nobody sat who keeps their page from anybody.

    ``player`` is a member's name. Raises ``Missing`` and ``Forbidden`` for whom it names.
    """
    games = Game.objects.filter(
        status=Game.Status.OVER, ended_at__isnull=False, state__isnull=False, room__public=True
    )
    if variant:
        games = games.filter(room__variant=variant)
    if language:
        games = games.filter(room__lexicon__language=language)
    if since:
        games = games.filter(ended_at__gte=_day(since))
    if until:
        games = games.filter(ended_at__lt=_day(until) + timedelta(days=1))
    if player:
        games = games.filter(holders__player=find_shown_member(player))
    hidden = Privacy.objects.exclude(profile=Openness.ALL).values("player")
    shy = Holder.objects.filter(game=OuterRef("pk"), player__in=hidden)
    told = games.exclude(Exists(shy)).select_related("room__lexicon").defer("opening", "state")
    return told.prefetch_related("seats__holders__player")


def _day(day: date) -> datetime:
    return make_aware(datetime.combine(day, time()))


def tell_line(game: Game) -> GameLine:
    outcome: dict[str, Any] = game.outcome or {}
    assert game.ended_at is not None
    return GameLine(
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
        seats=tell_seats(list(game.seats.all()), outcome.get("scores", ())),
    )


def tell_seats(seats: list[Seat], scores: Any) -> list[SeatResult]:
    told = [*scores, *[None] * (len(seats) - len(scores))]
    return [
        SeatResult(
            name=(name := seat_name(seat)),
            score=score,
            bot=name.endswith(BOT),
            computer=seat.computer_level is not None,
        )
        for seat, score in zip(seats, told, strict=False)
    ]


def tell_upload(upload: Upload, slips: list[dict[str, Any]]) -> UploadOut:
    return UploadOut(
        id=upload.pk,
        url=reverse("games:record", args=[upload.pk]),
        title=upload.title,
        variant=upload.variant,
        tile_set=upload.tile_set,
        dictionary=str(upload.revision) if upload.revision else None,
        shared=upload.shared,
        names=upload.names,
        slips=[SlipOut(**slip) for slip in slips],
    )
