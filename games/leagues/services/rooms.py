"""The rooms of league and ladder games: opened by division, and begun at once."""

from datetime import datetime

from django.db.models import Q

from games.health.services import is_site_down
from games.leagues.models import Division, LadderChallenge, LeagueGame, Season
from games.leagues.services.leagues import build_room_settings
from games.leagues.services.locking import locked_league
from games.play.models import Game
from games.play.services.prepared_rooms import (
    PreparedRoom,
    begin_prepared_game,
    open_prepared_rooms,
    seat_players,
)

MAX_GAMES_PER_RUN = 60
"""The most games begun in one run of the loop, so that other steps are not kept waiting."""


def open_due_rooms(now: datetime) -> list[str]:
    """Open the rooms of divisions that have none yet. Returns the codes of their leagues."""
    waiting = Division.objects.filter(opened_at=None, season__stage=Season.Stage.RUNNING)
    rows = list(waiting.values_list("season__league__code", "pk"))
    return [code for code, division in rows if _open_rooms(code, division, now)]


def list_games_to_begin(now: datetime) -> list[str]:
    """Return the codes of rooms whose game has to be started."""
    ours = Q(league_game__result=LeagueGame.Result.NONE)
    ours |= Q(ladder_challenge__stage=LadderChallenge.Stage.PLAYING)
    games = Game.objects.filter(~is_site_down(now), ours, status=Game.Status.WAITING)
    return list(games.values_list("room__code", flat=True)[:MAX_GAMES_PER_RUN])


def begin_due_games(now: datetime) -> list[str]:
    """Start these games: no one has to be there. Returns the codes of the rooms that changed."""
    return [code for code in list_games_to_begin(now) if begin_prepared_game(code, now)]


def _open_rooms(code: str, pk: int, now: datetime) -> bool:
    with locked_league(code) as league:
        division = Division.objects.filter(pk=pk, opened_at=None).first()
        if division is None:
            return False
        rooms, rows = build_room_settings(league), []
        wanted: list[PreparedRoom] = []
        games = division.games.filter(result=LeagueGame.Result.NONE)
        for row in games.select_related("first__player", "second__player"):
            first, second = row.first, row.second
            if first.left_at is not None or second.left_at is not None:
                continue  # settled without a room
            if first.player is not None and second.player is not None:
                seats = seat_players(first.player, second.player)
                wanted.append(PreparedRoom(rooms, seats, first.player))
                rows.append(row)
        for row, game in zip(rows, open_prepared_rooms(wanted, now), strict=True):
            row.game = game
        LeagueGame.objects.bulk_update(rows, ["game"])
        division.opened_at = now
        division.save(update_fields=["opened_at"])
    return True
