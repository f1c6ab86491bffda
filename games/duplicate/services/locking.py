"""One lock per game: every service locks the game's row before it changes anything in it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from django.db.models import F

from games.duplicate.models import DuplicateEntrant, DuplicateGame
from games.play.services.locking import write_transaction
from games.play.terms.seating import AWAY_AFTER
from games.players.models import Player
from scrabble_site.shared.refusals import Forbidden, NotFound


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


def may_host(game: DuplicateGame, player: Player | None, now: datetime) -> bool:
    """Return whether a player may do what the host may do.

    While the host is away, everyone who has entered may, so that no one waits in vain.
    """
    if player is None:
        return False
    return game.host_id == player.pk or player.pk in find_acting_hosts(game, [player.pk], now)


def find_acting_hosts(
    game: DuplicateGame, players: Iterable[UUID], now: datetime
) -> set[UUID | None]:
    """Return the host and those of the players who may do the same, see :func:`may_host`."""
    present = DuplicateEntrant.objects.filter(game=game, seen_at__gt=now - AWAY_AFTER)
    wanted = present.filter(player__in={*players, game.host_id})
    here = set(wanted.values_list("player", flat=True))
    return {game.host_id} if game.host_id in here else {game.host_id, *here}


def require_may_host(game: DuplicateGame, player: Player, now: datetime) -> None:
    """Raise ``Forbidden`` for a player who may not do what the host may do."""
    if not may_host(game, player, now):
        raise Forbidden("room.host_only")
