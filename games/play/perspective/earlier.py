"""Games that have ended: those of a room, and those of a player. Results and links, no boards."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.common.refusals import Missing
from games.play.models import Game, Holder, Room
from games.play.perspective.gathering import seat_name
from games.players.models import Player
from games.players.names import isolate
from lexicon.numbers import read_small

MOST_EARLIER = 50


@dataclass(frozen=True, slots=True)
class EarlierGame:
    """``scores`` pairs everybody's name with the final score; ``winner`` is a name, or ""."""

    title: str
    number: int
    scores: tuple[tuple[str, int], ...]
    winner: str
    annulled: bool
    ended_at: datetime | None
    url: str

    @property
    def result(self) -> str:
        """Who won, in a few words."""
        if self.annulled:
            return _("Annulled")
        if not self.winner:
            return _("A draw")
        return _("%(name)s won") % {"name": isolate(self.winner)}


def look_at_earlier(code: str) -> list[EarlierGame]:
    """The ended games of a room, the latest first. Raises ``Missing`` for an unknown code."""
    if not Room.objects.filter(code=code).exists():
        raise Missing("room.unknown")
    games = Game.objects.filter(room__code=code, status=Game.Status.OVER)
    return _see(games.order_by("-number")[:MOST_EARLIER])


def find_record(code: str, number: str) -> str:
    """The address of the record of a room's game; empty while it has none."""
    if (wanted := read_small(number)) is None:
        return ""
    games = Game.objects.filter(room__code=code, number=wanted, status=Game.Status.OVER)
    found = games.values_list("pk", flat=True).first()
    return reverse("games:record", args=[found]) if found else ""


def look_at_ended(player: Player, most: int) -> list[EarlierGame]:
    """The latest games a player has finished, wherever they sat."""
    held = Holder.objects.filter(player=player, over=True).order_by("-id")
    ids = list(held.values_list("game", flat=True)[:most])
    games = Game.objects.filter(pk__in=ids, status=Game.Status.OVER)
    return _see(games.order_by("-ended_at"))


def _see(games: QuerySet[Game]) -> list[EarlierGame]:
    rows: Iterable[Game] = (
        games.defer("state", "opening")
        .select_related("room")
        .prefetch_related("seats__holders__player")
    )
    return [_see_one(game) for game in rows]


def _see_one(game: Game) -> EarlierGame:
    names = [seat_name(seat) or _("Free seat") for seat in game.seats.all()]
    outcome = game.outcome or {}
    winner = outcome.get("winner")
    return EarlierGame(
        title=game.room.title,
        number=game.number,
        scores=tuple(zip(names, outcome.get("scores", ()), strict=False)),
        winner=names[winner] if winner is not None else "",
        annulled=outcome.get("reason") == "annulled",
        ended_at=game.ended_at,
        url=reverse("games:record", args=[game.pk]),
    )
