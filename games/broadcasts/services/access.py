"""Annotated games by their codes, and who may write them down."""

from games.broadcasts.models import AnnotatedGame, Scorekeeper
from games.players.models import Player
from scrabble_site.shared.refusals import Forbidden, NotFound

RELATED = ("revision__lexicon", "table__round__event", "record")
"""Rows that are read together with a game."""


def find_annotated_game(code: str) -> AnnotatedGame:
    """Return a game by its code. Raises ``NotFound``."""
    game = AnnotatedGame.objects.select_related(*RELATED).filter(code=code).first()
    if game is None:
        raise NotFound("annotation.unknown")
    return game


def is_keeper(game: AnnotatedGame, player: Player | None) -> bool:
    if player is None:
        return False
    return Scorekeeper.objects.filter(game=game, player=player).exists()


def require_keeper(game: AnnotatedGame, player: Player | None) -> None:
    """Raise ``Forbidden`` for a player who may not write down the game."""
    if not is_keeper(game, player):
        raise Forbidden("annotation.keepers_only")


def find_owner(game: AnnotatedGame) -> Player:
    """Return the first scorekeeper, who owns the game. Raises ``NotFound`` if there is none."""
    first = game.keepers.select_related("player").first()
    if first is None:
        raise NotFound("annotation.unknown")
    return first.player
