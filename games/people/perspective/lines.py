"""Games that have ended, a line for each: as one of those who played saw it, or as anybody does."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games.people.models import PlayedGame
from games.play.models import Game
from games.play.perspective import seat_names
from games.players.models import Player
from games.rules.variants import get_variant


@dataclass(frozen=True, slots=True)
class GameLine:
    """``scores`` are everybody's, in the seats' order, the owner's marked. ``result`` is the
    owner's, "" where there is none."""

    url: str
    ended_at: datetime | None
    variant: str
    result: str
    result_label: str
    scores: tuple[tuple[str, int, bool], ...]
    rating: str = ""


def tell_played(rows: Sequence[PlayedGame], owner: Player) -> list[GameLine]:
    """Somebody's own part in games."""
    games = Game.objects.filter(pk__in=[row.game_id for row in rows])
    told = games.defer("state", "opening").prefetch_related("seats__holders__player").in_bulk()
    return [_tell_part(row, told[row.game_id], owner) for row in rows]


def tell_games(games: Iterable[Game]) -> list[GameLine]:
    """Games as anybody sees them, with who won. Expects seats and holders to be there."""
    return [_tell_game(game) for game in games]


def _tell_part(row: PlayedGame, game: Game, owner: Player) -> GameLine:
    rating = game.ratings.get(str(owner.pk), {})
    return GameLine(
        url=reverse("games:record", args=[game.pk]),
        ended_at=row.ended_at,
        variant=get_variant(row.variant).name,
        result=row.result,
        result_label=row.get_result_display(),
        scores=_scores(game, owner),
        rating=f"{rating['change']:+d}".replace("-", "−") if "change" in rating else "",
    )


def _tell_game(game: Game) -> GameLine:
    outcome = game.outcome or {}
    scores = _scores(game, None)
    winner = outcome.get("winner")
    if outcome.get("reason") == "annulled":
        label = _("annulled")
    else:
        label = _("drawn") if winner is None else _("%(name)s won") % {"name": scores[winner][0]}
    return GameLine(
        url=reverse("games:record", args=[game.pk]),
        ended_at=game.ended_at,
        variant=get_variant(game.room.variant).name,
        result="",
        result_label=label,
        scores=scores,
    )


def _scores(game: Game, owner: Player | None) -> tuple[tuple[str, int, bool], ...]:
    seats = list(game.seats.all())
    held = owner.pk if owner else None
    own = [any(one.player_id == held for one in seat.holders.all()) for seat in seats]
    names = [" & ".join(seat_names(seat)) for seat in seats]
    scores = (game.outcome or {}).get("scores", ())
    return tuple(zip(names, scores, own, strict=False))
