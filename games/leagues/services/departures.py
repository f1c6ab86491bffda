"""The games of players who have left a season, or were removed: they lose what is not over."""

from datetime import datetime

from django.db.models import Q

from games.health.services import is_site_down
from games.leagues.models import LeagueGame, Season
from games.leagues.services.locking import locked_league
from games.leagues.services.results import GameVerdict, settle_game
from games.play.models import Game
from games.play.services.turns import apply_seat_act
from games.rules.equipment.errors import RuleError
from games.rules.plays.acts import Forfeit
from scrabble_site.shared.refusals import Refusal

Result = LeagueGame.Result
UNFINISHED_STATUSES = (Game.Status.STARTING, Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE)


def forfeit_departed(now: datetime) -> list[str]:
    """Let players who have left lose their games. Returns the codes of the rooms that changed."""
    left = Q(first__left_at__isnull=False) | Q(second__left_at__isnull=False)
    running = Q(left, division__season__stage=Season.Stage.RUNNING, result=Result.NONE)
    removed = Q(first__removed_at__isnull=False) | Q(second__removed_at__isnull=False)
    played_on = Q(removed, result=Result.VOID, game__status__in=UNFINISHED_STATUSES)
    rows = LeagueGame.objects.filter(~is_site_down(now), running | played_on)
    open_games = rows.select_related("first", "second", "game__room", "division__season__league")
    return [code for row in list(open_games) if (code := _forfeit(row, now))]


def _forfeit(row: LeagueGame, now: datetime) -> str:
    """End one game. Returns the code of its room, "" if it has none or has moved on."""
    seat, game = find_leaver(row), row.game
    if game is None or game.state is None:
        _settle_without_game(row, seat, now)
        return ""
    try:
        apply_seat_act(
            game.room.code,
            seat,
            Forfeit("away"),
            game_id=game.pk,
            turn=game.turn_number,
            now=now,
        )
    except (Refusal, RuleError):
        return ""  # the game has moved on: the next time looks again
    return game.room.code


def find_leaver(row: LeagueGame) -> int:
    """Return the seat that loses: that of the player who left, or who left first if both did."""
    first, second = row.first.left_at, row.second.left_at
    if first is None or second is None:
        return 1 if first is None else 0
    return 0 if first <= second else 1


def _settle_without_game(row: LeagueGame, leaver: int, now: datetime) -> None:
    """Settle a game that has not begun."""
    with locked_league(row.division.season.league.code):
        fresh = LeagueGame.objects.select_related("division__season__league").get(pk=row.pk)
        if fresh.result == Result.NONE:
            result = Result.SECOND if leaver == 0 else Result.FIRST
            settle_game(fresh, GameVerdict(result, 0, forfeited=True), now)
