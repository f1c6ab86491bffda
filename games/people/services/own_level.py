"""The level of a computer player that is about as strong as somebody."""

from games.people.models import PlayedGame
from games.play.models import Seat
from games.play.terms.computer_levels import (
    DEFAULT_LEVEL,
    find_level_near,
    get_next_level,
    is_level,
)
from games.players.models import Player
from games.ratings.models import Rating
from games.ratings.services.rating_scale import get_points

STEPS = {PlayedGame.Result.WON: 1, PlayedGame.Result.LOST: -1}
"""How many levels stronger the next opponent is after each result."""


def find_own_level(player: Player | None, variant: str, language: str) -> int:
    """Return the code of the level that is nearest to a player's rating at a game in a language.

    Of several ratings, the one with the most games counts. Without a rating, the player's latest
    game against a computer decides: the next level up after a win, and down after a loss.
    """
    if player is None:
        return DEFAULT_LEVEL
    ratings = Rating.objects.filter(player=player, ladder__variant=variant, games__gt=0)
    rating = ratings.filter(ladder__language=language).order_by("-games", "pk").first()
    if rating is not None:
        return find_level_near(get_points(rating.mu))
    return _find_level_by_last_game(player, variant, language)


def _find_level_by_last_game(player: Player, variant: str, language: str) -> int:
    games = PlayedGame.objects.filter(player=player, variant=variant, language=language)
    games = games.filter(versus=PlayedGame.Versus.COMPUTERS)
    last = games.exclude(result=PlayedGame.Result.ANNULLED).order_by("-ended_at", "-pk").first()
    if last is None:
        return DEFAULT_LEVEL
    levels = Seat.objects.filter(game=last.game_id, computer_level__isnull=False)
    level = levels.exclude(number=last.seat).values_list("computer_level", flat=True).first()
    if level is None or not is_level(level):
        return DEFAULT_LEVEL
    return get_next_level(level, STEPS.get(PlayedGame.Result(last.result), 0))
