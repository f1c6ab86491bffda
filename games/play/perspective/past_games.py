"""Finished games of a room or a player: results and links, without boards."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.common.names import isolate_name
from games.play.models import Game, Room, SeatMember
from games.play.perspective.masking import get_seat_name
from games.players.models import Player
from scrabble_site.shared.numbers import parse_small_number
from scrabble_site.shared.refusals import NotFound

MAX_PAST_GAMES = 50


@dataclass(frozen=True, slots=True)
class PastGame:
    """The result of one finished game."""

    # The room's title.
    title: str
    # Counts the games of the room from 1.
    number: int
    # Seat names with their final scores.
    scores: tuple[tuple[str, int], ...]
    # Name of the winning seat, empty for a draw.
    winner: str
    annulled: bool
    ended_at: datetime | None
    url: str

    @property
    def result(self) -> str:
        """Say in a few words who won."""
        if self.annulled:
            return _("No result")
        if not self.winner:
            return _("Draw")
        return _("%(name)s won") % {"name": isolate_name(self.winner)}


def list_past_games(code: str) -> list[PastGame]:
    """Return the finished games of a room, the latest first.

    Raises ``NotFound`` for an unknown code.
    """
    if not Room.objects.filter(code=code).exists():
        raise NotFound("room.unknown")
    games = Game.objects.filter(room__code=code, status=Game.Status.OVER)
    return _load_past_games(games.order_by("-number")[:MAX_PAST_GAMES])


def find_record_url(code: str, number: str) -> str:
    """Return the URL of the record of a room's game; empty until the game is over."""
    if (wanted := parse_small_number(number)) is None:
        return ""
    games = Game.objects.filter(room__code=code, number=wanted, status=Game.Status.OVER)
    found = games.values_list("pk", flat=True).first()
    return reverse("games:record", args=[found]) if found else ""


def list_latest_games(player: Player, limit: int) -> list[PastGame]:
    """Return the finished games of a player in all rooms, the latest first."""
    holders = SeatMember.objects.filter(player=player, game_over=True).order_by("-id")
    latest = holders.values("game")[:limit]
    games = Game.objects.filter(pk__in=latest, status=Game.Status.OVER)
    return _load_past_games(games.order_by("-ended_at"))


def _load_past_games(games: QuerySet[Game]) -> list[PastGame]:
    holders = SeatMember.objects.select_related("player").only("seat", "player__nickname")
    rows: Iterable[Game] = (
        games.select_related("room__host")
        .only("number", "outcome", "ended_at", "room__title", "room__named", "room__host__nickname")
        .prefetch_related(Prefetch("seats__holders", holders))
    )
    return [_build_past_game(game) for game in rows]


def _build_past_game(game: Game) -> PastGame:
    names = [get_seat_name(seat) or _("Open seat") for seat in game.seats.all()]
    outcome = game.outcome or {}
    winner = outcome.get("winner")
    return PastGame(
        title=game.room.shown_title,
        number=game.number,
        scores=tuple(zip(names, outcome.get("scores", ()), strict=False)),
        winner=names[winner] if winner is not None else "",
        annulled=outcome.get("reason") == "annulled",
        ended_at=game.ended_at,
        url=reverse("games:record", args=[game.pk]),
    )
