"""One lock per game: every service locks the game's row before it changes anything in it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import F

from games.duplicate.models import DuplicateGame
from games.play.services.locking import write_transaction
from scrabble_site.shared.refusals import NotFound


@contextmanager
def locked_game(code: str, *, wait: bool = True) -> Iterator[DuplicateGame]:
    """Open a transaction that locks a game, and yield its row.

    Raises ``NotFound`` for an unknown code, and without ``wait`` on PostgreSQL also if another
    transaction holds the lock.
    """
    with write_transaction():
        # Rows that point to the game may be added meanwhile: that does not change its key.
        rows = DuplicateGame.objects.select_for_update(no_key=True, skip_locked=not wait)
        game = rows.filter(code=code).first()
        if game is None:
            raise NotFound("duplicate.unknown")
        yield game


def bump_stamp(game: DuplicateGame) -> None:
    """Give the game a new stamp after a change that everyone in it can see."""
    game.stamp += 1
    game.save(update_fields=["stamp"])


def raise_all_stamps(by: int) -> None:
    """Raise the stamps of all games, so that open pages take the next state for a newer one."""
    DuplicateGame.objects.update(stamp=F("stamp") + by)
