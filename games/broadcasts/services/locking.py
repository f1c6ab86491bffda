"""One lock per annotated game. Players are locked before it, as everywhere."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import F

from games.broadcasts.models import AnnotatedGame
from games.broadcasts.services.access import RELATED
from games.play.services.locking import write_transaction
from scrabble_site.shared.refusals import NotFound


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
