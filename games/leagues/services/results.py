"""Results of league games, as they come from their rooms."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.leagues.models import LeagueGame
from games.leagues.services.locking import locked_league
from games.leagues.services.seasons import finish_season_if_complete
from games.play import store
from games.play.models import Game
from games.rules.flow.game_end import rank_seats
from games.rules.plays.acts import Expire, get_act_kind
from games.rules.plays.events import Outcome

FORFEIT_REASONS = frozenset({"resigned", "forfeited", "last_seat"})
"""Reasons of outcomes for which a player has left the game, or has run out of time."""

Result = LeagueGame.Result


@dataclass(frozen=True, slots=True)
class GameVerdict:
    """What a game of two has come to, seen from seat 0."""

    result: str
    difference: int
    forfeited: bool


def judge_game(game: Game, outcome: Outcome) -> GameVerdict:
    """Return what a game that has ended counts as.

    The site annuls a correspondence game whose first turn is never taken. In a league that is a
    loss on time for whoever starts. Any other annulled game is void.
    """
    if outcome.reason == "annulled":
        expired = game.moves.filter(kind=get_act_kind(Expire)).first()
        if expired is None:
            return GameVerdict(Result.VOID, 0, forfeited=False)
        return GameVerdict(Result.FIRST if expired.seat else Result.SECOND, 0, forfeited=True)
    first, second = rank_seats(store.load_public_state(game))
    result = Result.FIRST if first < second else Result.SECOND if first > second else Result.DRAW
    return GameVerdict(
        result, outcome.scores[0] - outcome.scores[1], outcome.reason in FORFEIT_REASONS
    )


def record_league_result(game: Game, outcome: Outcome, **_signal: Any) -> None:
    """Take over the result of a league game. What the end of the season has settled stands."""
    found = LeagueGame.objects.filter(game=game)
    code = found.values_list("division__season__league__code", flat=True).first()
    if code is None or game.ended_at is None:
        return
    with locked_league(code):
        row = found.select_related("division__season__league").get()
        if row.result == Result.NONE:
            settle_game(row, judge_game(game, outcome), game.ended_at)


def settle_game(row: LeagueGame, verdict: GameVerdict, now: datetime) -> None:
    """Write a result, and end the season after its last game. The league's lock is held."""
    row.result, row.difference = verdict.result, verdict.difference
    row.forfeited = verdict.forfeited
    row.save(update_fields=["result", "difference", "forfeited"])
    finish_season_if_complete(row.division.season, now)
