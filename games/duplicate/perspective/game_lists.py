"""Lists of duplicate games: the open ones, and those that a player has entered."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, QuerySet

from games.duplicate.models import DuplicateGame
from games.duplicate.perspective.wording import get_shown_title
from games.players.models import Player
from games.rules.positions.variants import get_variant

GAMES_SHOWN = 30
SEEN_WITHIN = timedelta(hours=1)
"""An open game in which no one was seen for longer is not listed."""


@dataclass(frozen=True, slots=True)
class ListedDuplicateGame:
    """One line of a list."""

    code: str
    title: str
    variant_name: str
    dictionary: str
    stage: str
    turn: int
    entrants: int


def list_open_duplicate_games(now: datetime) -> tuple[ListedDuplicateGame, ...]:
    """Return the public games that are running or about to start, those last visited first."""
    games = DuplicateGame.objects.filter(public=True, seen_at__gt=now - SEEN_WITHIN)
    return _list_rows(games.exclude(stage=DuplicateGame.Stage.ENDED).order_by("-seen_at"))


def list_own_duplicate_games(player: Player) -> tuple[ListedDuplicateGame, ...]:
    """Return the games that a player has entered, the newest first."""
    return _list_rows(DuplicateGame.objects.filter(entrants__player=player).order_by("-created_at"))


def _list_rows(games: QuerySet[DuplicateGame]) -> tuple[ListedDuplicateGame, ...]:
    shown = list(games.select_related("host", "lexicon")[:GAMES_SHOWN])
    counted = DuplicateGame.objects.filter(pk__in=[game.pk for game in shown]).order_by()
    entrants = dict(counted.annotate(n=Count("entrants")).values_list("pk", "n"))
    return tuple(
        ListedDuplicateGame(
            code=game.code,
            title=get_shown_title(game),
            variant_name=get_variant(game.variant).name,
            dictionary=game.lexicon.shown_name,
            stage=game.stage,
            turn=game.turn,
            entrants=entrants[game.pk],
        )
        for game in shown
    )
