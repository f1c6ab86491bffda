"""Who may host a duplicate game."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from games.duplicate.models import DuplicateEntrant, DuplicateGame
from games.play.terms.seating import AWAY_AFTER
from games.players.models import Player
from scrabble_site.shared.refusals import Forbidden


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
