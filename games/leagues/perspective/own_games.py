"""The viewer's own games in the current season, those where it is their turn first."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from games.leagues.models import LeagueGame, Season
from games.leagues.perspective.people import build_person
from games.lobby.perspective.open_games import SORTS_LAST, list_open_games
from games.play.perspective.viewdata import PersonView
from games.players.models import Player


@dataclass(frozen=True, slots=True)
class OwnLeagueGame:
    """A game of the viewer that is not over."""

    opponent: PersonView
    # The room; "" until it has been opened.
    url: str
    my_turn: bool
    # When the turn is lost; None until the game has begun.
    deadline: datetime | None


def list_own_games(season: Season, player: Player, now: datetime) -> tuple[OwnLeagueGame, ...]:
    """Return the games of a player that are not over, the most urgent first."""
    rows = LeagueGame.objects.filter(division__season=season, result=LeagueGame.Result.NONE)
    people = rows.select_related("first__player", "second__player", "game__room")
    games = [
        *people.filter(first__player=player, first__left_at=None),
        *people.filter(second__player=player, second__left_at=None),
    ]
    if not games:
        return ()
    known = {one.game: one for one in list_open_games(player, now)}
    found = []
    for row in games:
        opponent = row.second if row.first.player_id == player.pk else row.first
        game = known.get(row.game_id)
        found.append(
            OwnLeagueGame(
                opponent=build_person(opponent),
                url="" if row.game is None else reverse("games:room", args=[row.game.room.code]),
                my_turn=game is not None and game.my_turn,
                deadline=None if game is None else game.deadline,
            )
        )
    return tuple(sorted(found, key=lambda one: (not one.my_turn, one.deadline or SORTS_LAST)))
