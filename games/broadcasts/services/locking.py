"""One lock per annotated game. Players are locked before it, as everywhere."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import F

from games.broadcasts.models import AnnotatedGame, Scorekeeper
from games.play.services.locking import write_transaction
from games.players.models import Player
from scrabble_site.shared.refusals import Forbidden, NotFound

RELATED = ("revision__lexicon", "table__round__event", "record")


@contextmanager
def locked_annotated_game(code: str) -> Iterator[AnnotatedGame]:
    """Open a transaction that locks a game, and yield its row. Raises ``NotFound``."""
    with write_transaction():
        yield lock_annotated_game(code)


def lock_annotated_game(code: str) -> AnnotatedGame:
    """Lock a game inside a transaction, and return its row. Raises ``NotFound``."""
    rows = AnnotatedGame.objects.select_for_update(no_key=True, of=("self",))
    game = rows.select_related(*RELATED).filter(code=code).first()
    if game is None:
        raise NotFound("annotation.unknown")
    return game


def raise_all_stamps(by: int) -> None:
    """Raise the stamps of all games, so that open pages take the next state for a newer one."""
    AnnotatedGame.objects.update(stamp=F("stamp") + by)


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
